package practice.owner;

public enum Species {
    DOG(63),
    CAT(65),
    RABBIT(31),
    BIRD(0);

    private final int gestationDays;

    Species(int gestationDays) {
        this.gestationDays = gestationDays;
    }

    public int gestationDays() {
        return gestationDays;
    }

    public boolean isMammal() {
        return gestationDays > 0;
    }
}
