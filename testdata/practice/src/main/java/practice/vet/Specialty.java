package practice.vet;

public enum Specialty {
    GENERAL,
    SURGERY,
    DENTISTRY,
    RADIOLOGY
}
