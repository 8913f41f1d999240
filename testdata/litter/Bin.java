package litter;

class Bin {
    static int pieces;
}
