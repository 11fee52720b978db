package dev.bascule.studies.reduce.trial;

import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What a repro model shows when it runs on the target and on the reference. */
public sealed interface ReproFinding {
    /** What each of the ways comes to. */
    <R> R fold(
            Function<? super Healthy, ? extends R> whenHealthy,
            Function<? super String, ? extends R> whenInvalid,
            Function<? super Failing, ? extends R> whenFailing);

    /**
     * Every output is right.
     *
     * @param note what is to be said of the reference all the same
     */
    record Healthy(Optional<String> note) implements ReproFinding {
        public Healthy() {
            this(Optional.empty());
        }

        @Override
        public <R> R fold(
                Function<? super Healthy, ? extends R> whenHealthy,
                Function<? super String, ? extends R> whenInvalid,
                Function<? super Failing, ? extends R> whenFailing) {
            return whenHealthy.apply(this);
        }
    }

    /** The reference does not run it: it is no valid model, or none that anything can be said of. */
    record Invalid(String why) implements ReproFinding {
        @Override
        public <R> R fold(
                Function<? super Healthy, ? extends R> whenHealthy,
                Function<? super String, ? extends R> whenInvalid,
                Function<? super Failing, ? extends R> whenFailing) {
            return whenInvalid.apply(why);
        }
    }

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
            FailureSignature signature,
            Optional<WrongOutput> wrong,
            Optional<Fault> fault,
            Map<String, Tensor> got,
            Map<String, Tensor> expected)
            implements ReproFinding {
        public Failing {
            got = Map.copyOf(got);
            expected = Map.copyOf(expected);
        }

        @Override
        public <R> R fold(
                Function<? super Healthy, ? extends R> whenHealthy,
                Function<? super String, ? extends R> whenInvalid,
                Function<? super Failing, ? extends R> whenFailing) {
            return whenFailing.apply(this);
        }
    }

    /** One output that is not what it should be. */
    record WrongOutput(String name, Difference difference, Tolerance tolerance) {}

    /** In words, for the log. */
    default String text() {
        return fold(
                healthy -> "right" + healthy.note.map(text -> "; " + text).orElse(""),
                why -> "no valid model for the reference: " + why,
                failing -> failing.signature.text());
    }
}
