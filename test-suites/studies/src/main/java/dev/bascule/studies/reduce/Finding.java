package dev.bascule.studies.reduce;

import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;
import java.util.Optional;

/** What a specimen shows when it runs on the target and on the reference. */
public sealed interface Finding {

    /**
     * Every output is right.
     *
     * @param note what is to be said of the reference all the same
     */
    record Healthy(Optional<String> note) implements Finding {
        public Healthy() {
            this(Optional.empty());
        }
    }

    /** The reference does not run it: it is no valid model, or none that anything can be said of. */
    record Invalid(String why) implements Finding {}

    /**
     * The target fails.
     *
     * @param signature what must stay when it is made smaller
     * @param wrong the worst wrong output, where it ran
     * @param fault why it did not run, where it did not
     * @param got the target's outputs
     * @param expected the reference's
     */
    record Failing(
            Signature signature,
            Optional<WrongOutput> wrong,
            Optional<Fault> fault,
            Map<String, Tensor> got,
            Map<String, Tensor> expected)
            implements Finding {
        public Failing {
            got = Map.copyOf(got);
            expected = Map.copyOf(expected);
        }
    }

    /** One output that is not what it should be. */
    record WrongOutput(String name, Difference difference, Tolerance tolerance) {}

    /** In words, for the log. */
    default String text() {
        if (this instanceof Invalid invalid) {
            return "no valid model for the reference: " + invalid.why;
        }
        if (this instanceof Failing failing) {
            return failing.signature.text();
        }
        return "right" + ((Healthy) this).note.map(text -> "; " + text).orElse("");
    }
}
