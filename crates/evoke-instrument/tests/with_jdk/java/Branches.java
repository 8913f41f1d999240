/** One of every kind of predicate and of everything else that probes look at. */
class Branches {
    static boolean checked;
    final String name;

    Branches(String name) {
        this.name = name == null ? "none" : name;
    }

    int run(int a, long b, double c, Object other) {
        assert a < 100 : "small";
        int sum = 0;
        for (int i = 0; i < a; i++) {
            if (b > i && c <= 0.5 || other instanceof Branches) {
                sum += i;
            }
        }
        switch (a) {
            case 1:
            case 2:
                sum++;
                break;
            case 1000:
                sum--;
                break;
            default:
                sum = 0;
        }
        switch (name) {
            case "one":
                return new int[a][a].length;
            case "two":
                return new String[a].length;
            default:
                break;
        }
        try {
            synchronized (this) {
                sum /= a;
            }
        } catch (ArithmeticException e) {
            System.exit(sum == 0 ? 1 : 2);
        } finally {
            checked = !checked;
        }
        Runnable later = () -> checked = sumIsPositive(b);
        later.run();
        return sum;
    }

    private static boolean sumIsPositive(long sum) {
        return sum > 0;
    }
}
