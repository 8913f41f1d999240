import java.util.function.BiPredicate;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** Calls a scale. */
public class Desk {
    public int byStaticReference(int weight, boolean rounds) {
        if (rounds) {
            IntUnaryOperator rounded = Scale::rounded;
            return rounded.applyAsInt(weight);
        }
        return weight;
    }

    public boolean byBoundReference(Scale scale, int weight) {
        IntPredicate accepts = scale::accepts;
        return accepts.test(weight);
    }

    public boolean byReference(Scale scale, int weight) {
        BiPredicate<Scale, Integer> accepts = Scale::accepts;
        return accepts.test(scale, weight);
    }

    public Scale byConstructorReference(int limit, boolean opens) {
        if (opens) {
            IntFunction<Scale> make = Scale::new;
            return make.apply(limit);
        }
        return null;
    }

    public Scale byConstructor(int limit, boolean closes) {
        if (closes) {
            return null;
        }
        return new Scale(limit);
    }

    public boolean byLambda(Scale scale, int weight) {
        IntPredicate accepts = value -> {
            if (value != 0) {
                return scale.accepts(value);
            }
            return true;
        };
        return accepts.test(weight);
    }
}
