package sample;

public enum Colour {
    RED,
    GREEN {
        @Override
        public int shade() {
            return 2;
        }
    };

    public int shade() {
        return 1;
    }
}
