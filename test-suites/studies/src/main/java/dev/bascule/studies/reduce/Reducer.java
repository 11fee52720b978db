package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Takes a failing model down to the smallest one that fails in the same way. Interruptible: what was reached by then is the
 * result. Belongs to one thread.
 */
public final class Reducer {
    private static final int REPEATS = 3;

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
     * @param published what the case itself says is right, where it does
     * @param listener hears of each step
     */
    public Reduction reduce(Specimen given, Optional<Published> published, Consumer<Step> listener) {
        Examiner examiner = new Examiner(
                new Interruptible(reference),
                new Interruptible(target),
                published.map(Published::parts).orElse(Leeway.OF_ROUNDING));
        FirstLook look = new FirstLook(examiner, given, published);
        StepLog log = new StepLog(clock, limits.total(), limits.steps(), listener);
        Finding first;
        try {
            first = log.step("see", "the whole model", given, look::look, Finding.Failing.class::isInstance);
        } catch (RuntimeException e) {
            if (!Interruptible.isMeant(e)) {
                throw e;
            }
            return new Reduction.Interrupted();
        }
        return first.fold(
                healthy -> new Reduction.NotFailing(healthy.note()),
                Reduction.NoReference::new,
                symptom -> reduce(new State(given, symptom, published), look, examiner, log));
    }

    private Reduction reduce(State state, FirstLook look, Examiner examiner, StepLog log) {
        Specimen given = state.best;
        Finding.Failing symptom = state.symptom;
        untilCutShort(state, () -> {
            if (look.alone().isPresent()) {
                state.cutShort = look.alone().map(CutShort::because);
                state.culprit = Culprit.only(given, symptom, examiner);
            } else {
                work(examiner, log, state);
            }
        });
        Optional<CutShort> ended = state.cutShort.or(log::ended);
        if (ended.filter(CutShort::byUser).isEmpty()) {
            untilCutShort(state, () -> confirm(examiner, log, state));
        }
        return new Reduction.Reduced(
                given,
                symptom,
                state.culprit,
                state.best,
                state.finding,
                state.yardstick(examiner),
                state.failures,
                state.repeats,
                log.steps(),
                state.cutShort.or(() -> ended));
    }

    /** A target that dies on the way, or an interrupted one, leaves what was reached. */
    private static void untilCutShort(State state, Runnable part) {
        try {
            part.run();
        } catch (RuntimeException e) {
            if (Interruptible.isMeant(e)) {
                state.cutShort = Optional.of(CutShort.INTERRUPTED);
            } else if (e instanceof BasculeException known) {
                String why = known.failure().message();
                state.cutShort = state.cutShort.or(() -> Optional.of(CutShort.because(why)));
            } else {
                throw e;
            }
        }
    }

    private static void confirm(Examiner examiner, StepLog log, State state) {
        Specimen last = state.best;
        Signature signature = state.finding.signature();
        while (state.repeats < REPEATS) {
            Finding again = log.step(
                    "confirm",
                    "what is left, once more",
                    last,
                    () -> examiner.examine(
                            last,
                            state.finding.expected(),
                            state.yardstick(examiner).leeway()),
                    found -> found instanceof Finding.Failing failing && signature.sameAs(failing.signature()));
            state.repeats++;
            if (again instanceof Finding.Failing failing && signature.sameAs(failing.signature())) {
                state.failures++;
            }
        }
    }

    private static final class State {
        private final Finding.Failing symptom;
        private final Optional<Published> published;
        private Specimen best;
        private Finding.Failing finding;
        private Optional<Culprit> culprit = Optional.empty();
        private Optional<CutShort> cutShort = Optional.empty();
        private int failures;
        private int repeats;

        State(Specimen whole, Finding.Failing symptom, Optional<Published> published) {
            this.symptom = symptom;
            this.published = published;
            this.best = whole;
            this.finding = symptom;
        }

        /** The case itself says nothing of what was made of it. */
        Yardstick yardstick(Examiner examiner) {
            Optional<Leeway> own = published.filter(any -> finding == symptom).map(Published::whole);
            return new Yardstick(own.orElse(examiner.leeway()), own.isPresent());
        }
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
