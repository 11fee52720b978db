package dev.bascule.suites.reduce;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Takes a failing model down to the smallest one that fails in the same way. Interruptible: what was reached by then is the
 * result. Belongs to one thread.
 */
public final class Reducer {
    private static final int REPEATS = 3;
    private static final String INTERRUPTED = "interrupted";

    private final Trial reference;
    private final Trial target;
    private final Limits limits;
    private final long seed;
    private final Clock clock;

    /**
     * How far it goes.
     *
     * @param total time for everything
     * @param steps trials on the target
     */
    public record Limits(Duration total, int steps) {}

    /** @param seed of the small integers that are tried as data */
    public Reducer(Trial reference, Trial target, Limits limits, long seed, Clock clock) {
        this.reference = reference;
        this.target = target;
        this.limits = limits;
        this.seed = seed;
        this.clock = clock;
    }

    /**
     * @param published the outputs that the case itself says are right, where it does
     * @param listener hears of each step
     */
    public Reduction reduce(Specimen given, Optional<Map<String, Tensor>> published, Consumer<Step> listener) {
        Examiner examiner = new Examiner(reference, target);
        StepLog log = new StepLog(clock, limits.total(), limits.steps(), listener);
        Finding first = log.step(
                "see",
                "the whole model",
                given,
                () -> seen(examiner, given, published),
                Finding.Failing.class::isInstance);
        if (first instanceof Finding.Invalid invalid) {
            return new Reduction.NoReference(invalid.why());
        }
        if (!(first instanceof Finding.Failing symptom)) {
            return new Reduction.NotFailing();
        }
        State state = new State(given, symptom);
        try {
            work(examiner, log, state);
        } catch (BasculeException e) {
            // A target that dies on the way, or an interrupted one, leaves what was reached.
            state.cutShort = Optional.of(
                    Thread.currentThread().isInterrupted()
                            ? INTERRUPTED
                            : e.failure().message());
        } catch (RuntimeException e) {
            // Libraries have their own ways to say that they were interrupted.
            if (!Thread.currentThread().isInterrupted()) {
                throw e;
            }
            state.cutShort = Optional.of(INTERRUPTED);
        }
        Optional<String> ended = state.cutShort.or(log::ended);
        int failures = 0;
        int repeats = 0;
        if (ended.filter(INTERRUPTED::equals).isEmpty()) {
            for (; repeats < REPEATS; repeats++) {
                Specimen last = state.best;
                Signature signature = state.finding.signature();
                Finding again = log.step(
                        "confirm",
                        "what is left, once more",
                        last,
                        () -> examiner.examine(last, state.finding.expected(), last.nodes()),
                        found -> found instanceof Finding.Failing failing && signature.sameAs(failing.signature()));
                if (again instanceof Finding.Failing failing && signature.sameAs(failing.signature())) {
                    failures++;
                }
            }
        }
        return new Reduction.Reduced(
                given, symptom, state.culprit, state.best, state.finding, failures, repeats, log.steps(), ended);
    }

    private static final class State {
        private Specimen best;
        private Finding.Failing finding;
        private Optional<Culprit> culprit = Optional.empty();
        private Optional<String> cutShort = Optional.empty();

        State(Specimen best, Finding.Failing finding) {
            this.best = best;
            this.finding = finding;
        }
    }

    private static Finding seen(Examiner examiner, Specimen given, Optional<Map<String, Tensor>> published) {
        Finding finding = examiner.examine(given);
        if (finding instanceof Finding.Healthy && published.isPresent()) {
            Finding strict = examiner.examine(given, published.get(), given.nodes());
            if (strict instanceof Finding.Failing) {
                return new Finding.Invalid("the target gives what the native CPU gives, and neither is what the case"
                        + " itself expects: this is nothing of the target's");
            }
        }
        return finding;
    }

    private void work(Examiner examiner, StepLog log, State state) {
        inline(examiner, log, state);
        Bisection bisection = new Bisection(state.best, state.finding, examiner, log);
        Optional<Suspect> suspect = bisection.find();
        suspect.ifPresent(found -> {
            state.culprit = Optional.of(Culprit.of(found, bisection.graph(), bisection.values()));
            state.best = found.specimen();
            state.finding = found.finding();
        });
        Shrinker shrinker = new Shrinker(examiner, log, seed, state.best, state.finding);
        try {
            shrinker.shrink();
        } finally {
            state.best = shrinker.best();
            state.finding = shrinker.finding();
        }
    }

    /** Looks into the branches that are taken, if it still fails without the Ifs around them. */
    private static void inline(Examiner examiner, StepLog log, State state) {
        Optional<ModelProto> flat;
        try {
            flat = Branches.inlined(state.best, examiner);
        } catch (BasculeException e) {
            if (e.code() != ErrorCode.REFERENCE_UNAVAILABLE) {
                throw e;
            }
            return;
        }
        if (flat.isEmpty()) {
            return;
        }
        Specimen candidate = new Specimen(flat.get(), state.best.inputs());
        Signature signature = state.finding.signature();
        Finding finding = log.step(
                "inline",
                "the branches that are taken instead of the Ifs",
                candidate,
                () -> examiner.examine(candidate),
                found -> found instanceof Finding.Failing failing && signature.sameAs(failing.signature()));
        if (finding instanceof Finding.Failing failing && signature.sameAs(failing.signature())) {
            state.best = candidate;
            state.finding = failing;
        }
    }
}
