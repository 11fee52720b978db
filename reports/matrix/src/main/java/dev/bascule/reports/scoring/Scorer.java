package dev.bascule.reports.scoring;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.CheckCoverage;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.reports.format.CheckCoverageText;
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
        return scoreAt(run, RelativeSpeed.of(run, nativeCpu));
    }

    /**
     * The score that a case run has at this speed: for how much of a score hangs on how well its speed is known.
     *
     * @param relative against the native CPU; empty where it was not measured
     */
    public static Optional<Score> scoreAt(CaseRun run, Optional<RelativeSpeed> relative) {
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
        if (attempt.measured().timing().isEmpty()) {
            // Right outputs alone, as of a conformance case, are a verdict; a score would look like a slow backend's.
            return Optional.empty();
        }
        return numerics.map(checked -> Score.of(
                List.of(right(checked), placement(run, attempt.evidence()), speed(attempt.evidence(), relative))));
    }

    /** What shows nothing earns nothing: an output that is empty, NaN or constant is equal to its reference for free. */
    private static Term right(Numerics numerics) {
        return new Term(
                "right",
                Formula.RIGHT
                        * numerics.checked().map(CheckCoverage::judgedShare).orElse(1.0),
                Formula.RIGHT,
                "%s, %s checked%s"
                        .formatted(
                                numerics.checked()
                                        .map(CheckCoverageText::whole)
                                        .orElseGet(() -> Figures.counted(
                                                numerics.difference().elements(), "value")),
                                Figures.counted(numerics.checkedIterations(), "inference"),
                                numerics.isByUsualRounding() ? "" : "; right for narrower sums or products only"));
    }

    /** No points, as a failure has. */
    public static Score nothing(String why) {
        return Score.of(List.of(new Term("right", 0, Formula.RIGHT, why)));
    }

    private static Term placement(CaseRun run, Evidence evidence) {
        String expected = run.chain().first().id();
        int all = evidence.totalNodes();
        if (evidence.proof() != ProofClass.PROVEN || all == 0) {
            return new Term("placement", 0, Formula.PLACEMENT, "no engine record of where nodes ran");
        }
        int there = evidence.nodes().getOrDefault(expected, 0);
        String reached = run.decisive().target().backend().id();
        return new Term(
                "placement",
                (double) Formula.PLACEMENT * there / all,
                Formula.PLACEMENT,
                "%d of %d nodes on %s%s"
                        .formatted(
                                there, all, expected, reached.equals(expected) ? "" : ": it fell back to " + reached));
    }

    private static Term speed(Evidence evidence, Optional<RelativeSpeed> relative) {
        if (relative.isEmpty()) {
            return new Term("speed", 0, Formula.SPEED, "not measured against the native CPU");
        }
        double measured = 1 / relative.get().ratio();
        Optional<String> cap = measured > 1 ? cap(evidence) : Optional.empty();
        double counted = cap.isPresent() ? 1 : measured;
        return new Term(
                "speed",
                Formula.SPEED * Formula.share(counted),
                Formula.SPEED,
                describe(relative.get())
                        + cap.map(why -> ", counted as 1: " + why).orElse(""));
    }

    /** Why a speed beyond the native CPU's does not count. */
    private static Optional<String> cap(Evidence evidence) {
        if (evidence.software().orElse(false)) {
            return Optional.of("a software adapter");
        }
        boolean adapter = evidence.deviceType()
                .filter(type -> type == DeviceType.GPU || type == DeviceType.NPU)
                .isPresent();
        if (adapter && evidence.software().isEmpty()) {
            return Optional.of("nobody said whether its adapter is software");
        }
        return evidence.proof() == ProofClass.PROVEN
                ? Optional.empty()
                : Optional.of("no engine record of where nodes ran");
    }

    private static String describe(RelativeSpeed speed) {
        return speed.basis() == Basis.IS_THE_BASELINE
                ? "it is the native CPU"
                : "s = %s (%s)".formatted(Figures.significant(1 / speed.ratio()), speed.basisInWords());
    }
}
