package dev.bascule.reports.audit;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.ChallengeTally;
import dev.bascule.fallback.attempt.CheckCoverage;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.usage.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether a record has as many samples as it says beside them: what was timed, checked and planned counts the same inferences.
 * Slow samples that were cut out are missed here. Stateless.
 */
public final class RecordCounts {
    private static final Duration STEPS = Duration.ofMillis(20);

    private RecordCounts() {}

    public static List<AuditFinding> doubts(RunRecord run) {
        List<AuditFinding> findings = new ArrayList<>();
        for (CaseRun cell : run.runs()) {
            String where = "%s %s".formatted(cell.caseId(), cell.chain());
            Optional<TimingPlan> plan = cell.conditions().flatMap(known -> known.plan());
            Stream.concat(cell.attempts().stream(), cell.retries().stream())
                    .flatMap(attempt -> doubts(attempt, plan))
                    .forEach(what -> findings.add(new AuditFinding(where, what)));
        }
        return findings;
    }

    private static Stream<String> doubts(Attempt attempt, Optional<TimingPlan> plan) {
        if (attempt.measured().timing().isEmpty()) {
            return Stream.empty();
        }
        Samples samples = attempt.measured().timing().get().measured();
        return Stream.of(
                        attempt.measured().usage().flatMap(usage -> timed(attempt, usage, samples.size())),
                        attempt.measured().usage().flatMap(usage -> span(usage, samples)),
                        attempt.numerics()
                                .filter(numerics -> attempt.succeeded())
                                .flatMap(numerics -> checked(numerics, samples.size())),
                        attempt.comparison().flatMap(pairs -> beside(pairs, samples.size())),
                        plan.flatMap(asked -> fewer(attempt, asked, samples.size())))
                .flatMap(Optional::stream);
    }

    /** Challenges are inferences that are no samples: one for each step. */
    private static Optional<String> timed(Attempt attempt, Usage usage, int samples) {
        long given = ChallengeTally.of(attempt.evidence())
                .map(tally -> tally.given() + ChallengeTally.uncounted(attempt.evidence()))
                .orElse(0);
        long steps = attempt.numerics()
                .flatMap(Numerics::checked)
                .map(CheckCoverage::steps)
                .orElse(1);
        long others = usage.inferences() - samples;
        // Where a runner was lost nobody was told how many steps a challenge has.
        boolean counted = attempt.numerics().isPresent() || given == 0;
        return others < 0 || (counted && others > given * Math.max(1, steps))
                ? Optional.of("%d inferences were timed, it has %d samples and %d challenges"
                        .formatted(usage.inferences(), samples, given))
                : Optional.empty();
    }

    private static Optional<String> span(Usage usage, Samples samples) {
        double host = usage.span().toNanos() / 1e6;
        return samples.totalMillis() * (1 - RecordTimes.CLOCKS_DIFFER) > host + STEPS.toMillis()
                ? Optional.of("its samples add up to %.3f ms, the host saw %.3f ms pass"
                        .formatted(samples.totalMillis(), host))
                : Optional.empty();
    }

    /** Each inference that was timed was checked. */
    private static Optional<String> checked(Numerics numerics, int samples) {
        return numerics.checkedIterations() > 0 && numerics.checkedIterations() < samples
                ? Optional.of("outputs of %d inferences were checked, it has %d samples"
                        .formatted(numerics.checkedIterations(), samples))
                : Optional.empty();
    }

    /** What was measured in turn is among the samples. */
    private static Optional<String> beside(Comparison pairs, int samples) {
        int own = pairs.ownSamples().size();
        return own > samples
                ? Optional.of("%d samples were measured in turn, it has %d".formatted(own, samples))
                : Optional.empty();
    }

    /** Of a block by itself: one in turn may end when the other side does. */
    private static Optional<String> fewer(Attempt attempt, TimingPlan plan, int samples) {
        int least = Math.min(plan.minIterations(), plan.softwareIterations());
        boolean alone = attempt.succeeded() && attempt.comparison().isEmpty();
        return alone
                        && samples > 0
                        && samples < least
                        && attempt.span().elapsed().compareTo(plan.measureLimit()) < 0
                ? Optional.of("at least %d iterations were to be timed, it has %d samples".formatted(least, samples))
                : Optional.empty();
    }
}
