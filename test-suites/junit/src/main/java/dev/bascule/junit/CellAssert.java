package dev.bascule.junit;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.junit.run.CellReportText;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.opentest4j.TestAbortedException;

/**
 * Assertions on one cell; each throws a {@link VerdictError} that says what was measured, or answers itself for the next.
 * Where nothing was measured, an assertion on figures fails with the reason. Immutable.
 */
public final class CellAssert {
    private final CaseRun run;

    CellAssert(CaseRun run) {
        this.run = run;
    }

    /** The cell itself. */
    public CaseRun cell() {
        return run;
    }

    /**
     * Aborts the test, with what is missing, where no backend of the chain is on this machine.
     *
     * @throws TestAbortedException then
     */
    public CellAssert assumeHere() {
        if (run.neverBegan()) {
            throw new TestAbortedException(CellReportText.title(run)
                    + run.decisive().failure().map(why -> ": " + why.message()).orElse(""));
        }
        return this;
    }

    /** One of these verdicts. */
    public CellAssert hasVerdict(Verdict... allowed) {
        List<Verdict> verdicts = Arrays.asList(allowed);
        return check(
                verdicts.contains(run.verdict()),
                verdicts.stream().map(Verdict::toString).collect(Collectors.joining(" or ")));
    }

    /** Right outputs, wherever they were computed. */
    public CellAssert isRight() {
        return check(run.verdict().isRight(), "right outputs");
    }

    /** The engine's own record of every node's placement shows this backend. */
    public CellAssert isProvenOn(String backend) {
        Attempt decisive = run.decisive();
        return check(
                decisive.succeeded()
                        && decisive.evidence().proof() == ProofClass.PROVEN
                        && decisive.evidence()
                                .where()
                                .proven()
                                .filter(backend::equals)
                                .isPresent(),
                "proof of %s (the evidence is %s, nodes %s)"
                        .formatted(
                                backend,
                                decisive.evidence().proof(),
                                decisive.evidence().nodes()));
    }

    /** All nodes ran on the first backend of the chain. */
    public CellAssert didNotFallBack() {
        return hasVerdict(Verdict.PASS);
    }

    /** The median of the warm inferences. On another machine it is another: a limit with room is a limit that holds. */
    public CellAssert hasMedianOfAtMost(Duration limit) {
        double millis = limit.toNanos() / 1e6;
        Samples samples = measured();
        return check(
                samples.median() <= millis,
                String.format(Locale.ROOT, "a median of at most %.4g ms, not %.4g ms", millis, samples.median()));
    }

    /**
     * It does not take longer than so many times native CPU, measured in turn with it in one session. Fails where that is
     * shown, which is where the whole 95 % interval of the ratio lies above the limit: noise alone does not fail it.
     */
    public CellAssert isAtMostTimesNativeCpu(double limit) {
        Comparison comparison = run.decisive()
                .comparison()
                .filter(Comparison::isWithNativeCpu)
                .orElseThrow(() -> error("a comparison with native CPU, which was not made for it"));
        Interval interval = comparison
                .ratio()
                .ci95()
                .orElseThrow(() -> error("a comparison with native CPU of at least 4 pairs, which has an interval"));
        return check(
                interval.low() <= limit,
                String.format(
                        Locale.ROOT, "at most %.4g times native CPU, not %s", limit, CellReportText.ratio(comparison)));
    }

    /**
     * Its median is at most so many times that of another cell. The two were measured one after the other, so what the
     * machine did meanwhile falls on one of them: leave room.
     */
    public CellAssert hasMedianOfAtMostTimes(double limit, CellAssert other) {
        double ratio = measured().median() / other.measured().median();
        return check(
                ratio <= limit,
                String.format(
                        Locale.ROOT, "at most %.4g times the median of %s, not %.4g", limit, other.run.chain(), ratio));
    }

    private Samples measured() {
        return run.decisive()
                .measured()
                .timing()
                .map(Timing::measured)
                .filter(samples -> !samples.isEmpty())
                .orElseThrow(() -> error("timed inferences, of which it has none"));
    }

    private CellAssert check(boolean holds, String expected) {
        if (!holds) {
            throw error(expected);
        }
        return this;
    }

    private VerdictError error(String expected) {
        return VerdictError.of(run, expected, CellReportText.failure(run, expected, ""));
    }
}
