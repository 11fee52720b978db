package dev.bascule.reports.scoring;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.scoring.RelativeSpeed.Basis;
import dev.bascule.reports.scoring.Score.Term;
import java.util.List;
import java.util.Optional;

/** Scores a cell by {@link Formula}. Nothing that was not measured adds to a score. Stateless and thread-safe. */
public final class Scorer {

    private Scorer() {}

    /**
     * The score of a case run; empty where there is nothing to judge.
     *
     * @param nativeCpu the strict native CPU's run of the same case in the same run, if there was one
     */
    public static Optional<Score> score(CaseRun run, Optional<CaseRun> nativeCpu) {
        if (run.verdict() == Verdict.UNSUPPORTED || run.verdict() == Verdict.SKIPPED) {
            return Optional.empty();
        }
        if (run.verdict().isFailure()) {
            return Optional.of(nothing("the verdict is " + run.verdict()));
        }
        Attempt attempt = run.decisive();
        Optional<Numerics> numerics = attempt.numerics();
        if (!attempt.succeeded() || numerics.filter(n -> !n.ok()).isPresent()) {
            return Optional.of(nothing("its outputs are not right, whatever the verdict says"));
        }
        if (attempt.timing().isEmpty()) {
            // Right outputs alone, as of a conformance case, are a verdict; a score would look like a slow backend's.
            return Optional.empty();
        }
        return numerics.map(checked -> Score.of(List.of(
                new Term(
                        "right",
                        Formula.RIGHT,
                        Formula.RIGHT,
                        "%d values, %d inferences checked"
                                .formatted(checked.difference().elements(), checked.checkedIterations())),
                placement(run, attempt.evidence()),
                speed(RelativeSpeed.of(run, nativeCpu)),
                acceleration(attempt.evidence(), RelativeSpeed.of(run, nativeCpu)))));
    }

    private static Score nothing(String why) {
        return Score.of(List.of(new Term("right", 0, Formula.RIGHT, why)));
    }

    private static Term placement(CaseRun run, Evidence evidence) {
        String expected = run.chain().first().id();
        int all = evidence.totalNodes();
        if (evidence.proof() != ProofClass.PROVEN || all == 0) {
            return new Term("placement", 0, Formula.PLACEMENT, "no engine record of where nodes ran");
        }
        int there = evidence.nodes().getOrDefault(expected, 0);
        return new Term(
                "placement",
                (double) Formula.PLACEMENT * there / all,
                Formula.PLACEMENT,
                "%d of %d nodes on %s".formatted(there, all, expected));
    }

    private static Term speed(Optional<RelativeSpeed> relative) {
        return relative.map(speed -> new Term(
                        "speed", Formula.SPEED * Math.min(1, 1 / speed.ratio()), Formula.SPEED, describe(speed)))
                .orElseGet(() -> new Term("speed", 0, Formula.SPEED, "not measured against the native CPU"));
    }

    private static String describe(RelativeSpeed speed) {
        return speed.basis() == Basis.IS_THE_BASELINE
                ? "it is the native CPU"
                : "s = %s (%s)".formatted(Figures.significant(1 / speed.ratio()), speed.basisInWords());
    }

    private static Term acceleration(Evidence evidence, Optional<RelativeSpeed> relative) {
        boolean software = evidence.software().orElse(false);
        boolean accelerator = evidence.deviceType()
                .filter(type -> type == DeviceType.GPU || type == DeviceType.NPU)
                .isPresent();
        if (software || !accelerator || evidence.proof() != ProofClass.PROVEN) {
            return new Term(
                    "acceleration",
                    0,
                    Formula.ACCELERATION,
                    software ? "software adapter" : "no hardware accelerator shown");
        }
        double share = relative.map(speed -> Math.log(1 / speed.ratio()) / Math.log(Formula.FULL_ACCELERATION))
                .map(log -> Math.max(0, Math.min(1, log)))
                .orElse(0.0);
        return new Term(
                "acceleration",
                Formula.ACCELERATION * share,
                Formula.ACCELERATION,
                relative.map(Scorer::describe).orElse("not measured against the native CPU"));
    }
}
