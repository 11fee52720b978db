package dev.bascule.app.local;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.bisect.ProbeState;
import dev.bascule.studies.bisect.Seen;
import dev.bascule.studies.bisect.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a run of a case says of the failure that is looked for. What ends in another way says nothing of it.
 *
 * @param what the failure
 * @param threshold how many times as slow is slow
 */
record ProbeReading(What what, double threshold) {

    ProbeState of(CaseRun run) {
        return of(run, List.of());
    }

    /** @param earlier how many times as long as the good end the runs before took, of the same pair of versions */
    ProbeState of(CaseRun run, List<Ratio> earlier) {
        Attempt attempt = run.decisive();
        if (run.neverBegan() || attempt.outcome() == Outcome.NOT_JUDGED || attempt.outcome() == Outcome.CANCELLED) {
            return new ProbeState.CannotSay(why(attempt));
        }
        Seen seen = seen(run, attempt, earlier);
        return switch (what) {
            case WRONG -> wrong(attempt, seen);
            case CRASH -> crash(attempt, seen);
            case UNSUPPORTED -> unsupported(attempt, seen);
            case PLACEMENT -> placement(attempt, seen);
            case SLOW -> slow(attempt, seen);
        };
    }

    private static ProbeState wrong(Attempt attempt, Seen seen) {
        if (attempt.outcome() == Outcome.WRONG) {
            return new ProbeState.Bad(seen);
        }
        // What ran elsewhere is no output of the backend's; where nothing shows where it ran, the outputs are judged
        // all the same.
        boolean judged = attempt.succeeded()
                || attempt.outcome() == Outcome.FAILED
                        && attempt.numerics().filter(Numerics::ok).isPresent();
        return judged ? new ProbeState.Good(seen) : new ProbeState.CannotSay(why(attempt));
    }

    private static ProbeState crash(Attempt attempt, Seen seen) {
        if (ran(attempt)) {
            return new ProbeState.Good(seen);
        }
        return attempt.outcome() == Outcome.UNSUPPORTED
                ? new ProbeState.CannotSay(why(attempt))
                : new ProbeState.Bad(seen);
    }

    private static ProbeState unsupported(Attempt attempt, Seen seen) {
        if (attempt.outcome() == Outcome.UNSUPPORTED) {
            return new ProbeState.Bad(seen);
        }
        return ran(attempt) ? new ProbeState.Good(seen) : new ProbeState.CannotSay(why(attempt));
    }

    private static ProbeState placement(Attempt attempt, Seen seen) {
        if (attempt.evidence().proof() == ProofClass.UNKNOWN
                || attempt.evidence().totalNodes() == 0) {
            return new ProbeState.CannotSay(
                    ran(attempt) ? "it ran, and nothing shows where its nodes ran" : why(attempt));
        }
        boolean whole =
                attempt.evidence().nodesOnRequested() == attempt.evidence().totalNodes();
        return whole ? new ProbeState.Good(seen) : new ProbeState.Bad(seen);
    }

    private ProbeState slow(Attempt attempt, Seen seen) {
        Optional<Ratio> ratio = seen.slowness();
        if (!attempt.succeeded() || ratio.isEmpty()) {
            return new ProbeState.CannotSay(
                    attempt.succeeded()
                            ? attempt.evidence().notes().stream()
                                    .filter(note -> note.startsWith("not compared"))
                                    .findFirst()
                                    .orElse("it was not measured beside the good end")
                            : why(attempt));
        }
        return ratio.get()
                .ci95()
                .<ProbeState>map(interval -> interval.low() > threshold
                        ? new ProbeState.Bad(seen)
                        : interval.high() < threshold
                                ? new ProbeState.Good(seen)
                                : new ProbeState.Unclear(
                                        seen,
                                        String.format(
                                                Locale.ROOT,
                                                "×%.2f (%.2f–%.2f), which may be more or less than ×%.2f",
                                                ratio.get().value(),
                                                interval.low(),
                                                interval.high(),
                                                threshold)))
                .orElseGet(() -> new ProbeState.Unclear(seen, "too few pairs of blocks for an interval"));
    }

    /** Whether it gave outputs, right or not, wherever. */
    private static boolean ran(Attempt attempt) {
        return attempt.succeeded()
                || attempt.outcome() == Outcome.WRONG
                || attempt.numerics().isPresent();
    }

    private static String why(Attempt attempt) {
        return attempt.failure().map(Failure::message).orElse(attempt.outcome().name());
    }

    /** From the third run on all runs of the pair say how slow it is, until then each by itself. */
    private static Ratio together(List<Ratio> earlier, Ratio now) {
        List<Ratio> all = new ArrayList<>(earlier);
        all.add(now);
        return Ratio.ofRuns(all);
    }

    private Seen seen(CaseRun run, Attempt attempt, List<Ratio> earlier) {
        Optional<Difference> difference = attempt.numerics().map(Numerics::difference);
        Optional<Ratio> own = what == What.SLOW ? attempt.comparison().map(pair -> pair.ratio()) : Optional.empty();
        Target target = attempt.target();
        return new Seen(
                run.verdict().name(),
                attempt.failure().map(Failure::message).orElse(""),
                difference.map(figures -> OptionalDouble.of(figures.maxAbs())).orElseGet(OptionalDouble::empty),
                difference
                        .flatMap(Difference::noise)
                        .map(noise -> OptionalDouble.of(noise.most()))
                        .orElseGet(OptionalDouble::empty),
                attempt.evidence().nodes(),
                own,
                own.map(now -> together(earlier, now))
                        .filter(pooled -> pooled.ci95().isPresent()),
                // What the engine said in the session itself goes before what its page offered.
                Optional.ofNullable(attempt.evidence().facts().get("engineVersion"))
                        .or(() -> Optional.of(target.engine().version())
                                .filter(any -> target.engine().tellsVersion())),
                target.browser().map(Browser::version));
    }
}
