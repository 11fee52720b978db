package dev.bascule.reports.audit;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.run.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Times of a record that cannot be: an end before its beginning, dates to come, samples that last longer than their attempt. Stateless. */
public final class RecordTimes {
    /** Clocks of two machines may differ by so much. */
    public static final Duration SKEW = Duration.ofMinutes(5);

    /** A runner's clock is not the host's: their seconds may differ by so much, and each reading by its step. */
    static final double CLOCKS_DIFFER = 0.02;

    private static final Duration STEPS = Duration.ofMillis(20);

    /** The history counts nanoseconds from 1970 on, in 64 bits. */
    private static final Instant EARLIEST = Instant.EPOCH;

    private static final Instant LATEST = Instant.parse("2262-01-01T00:00:00Z");

    private RecordTimes() {}

    /** Times that no history can hold, nor anybody compute with. */
    public static List<AuditFinding> uncountable(RunRecord run) {
        List<AuditFinding> findings = new ArrayList<>();
        uncountable(run.id(), "startedAt", run.times().startedAt(), findings);
        uncountable(run.id(), "finishedAt", run.times().finishedAt(), findings);
        run.runs()
                .forEach(cell -> Stream.concat(cell.attempts().stream(), cell.retries().stream())
                        .forEach(attempt -> uncountable(
                                "%s %s".formatted(cell.caseId(), cell.chain()),
                                "startedAt of an attempt",
                                attempt.span().startedAt(),
                                findings)));
        run.scenarios()
                .forEach(scenario -> uncountable(
                        "%s of %s".formatted(scenario.scenario(), scenario.caseId()),
                        "startedAt of a scenario",
                        scenario.span().startedAt(),
                        findings));
        return findings;
    }

    private static void uncountable(String where, String field, Instant time, List<AuditFinding> findings) {
        if (time.isBefore(EARLIEST) || !time.isBefore(LATEST)) {
            findings.add(new AuditFinding(where, "%s %s is not between 1970 and 2262".formatted(field, time)));
        }
    }

    /** @param now by the clock of who reads the record */
    public static List<AuditFinding> doubts(RunRecord run, Instant now) {
        List<AuditFinding> findings = new ArrayList<>();
        if (run.times().finishedAt().isBefore(run.times().startedAt())) {
            findings.add(new AuditFinding(
                    run.id(),
                    "finishedAt %s is before startedAt %s"
                            .formatted(run.times().finishedAt(), run.times().startedAt())));
        }
        toCome(run.id(), "startedAt", run.times().startedAt(), now, findings);
        toCome(run.id(), "finishedAt", run.times().finishedAt(), now, findings);
        for (CaseRun cell : run.runs()) {
            String where = "%s %s".formatted(cell.caseId(), cell.chain());
            Stream.concat(cell.attempts().stream(), cell.retries().stream()).forEach(attempt -> {
                toCome(where, "startedAt of an attempt", attempt.span().startedAt(), now, findings);
                length(where, attempt, findings);
            });
        }
        return findings;
    }

    private static void toCome(String where, String field, Instant time, Instant now, List<AuditFinding> findings) {
        if (time.minus(SKEW).isAfter(now)) {
            findings.add(new AuditFinding(where, "%s %s is yet to come: it is %s".formatted(field, time, now)));
        }
    }

    private static void length(String where, Attempt attempt, List<AuditFinding> findings) {
        double sampled = attempt.measured()
                .timing()
                .map(Timing::warmUp)
                .map(samples -> samples.totalMillis())
                .orElse(0.0);
        double measured = attempt.measured()
                .timing()
                .map(Timing::measured)
                .map(samples -> samples.totalMillis())
                .orElse(0.0);
        double beside = attempt.comparison()
                .map(Comparison::baselineSamples)
                .map(samples -> samples.totalMillis())
                .orElse(0.0);
        double fromFile = attempt.measured()
                .endToEnd()
                .map(EndToEnd::total)
                .map(samples -> samples.totalMillis())
                .orElse(0.0);
        double all = sampled + measured + beside + fromFile;
        double elapsed = attempt.span().elapsed().toNanos() / 1e6;
        if (elapsed < 0 || all * (1 - CLOCKS_DIFFER) > elapsed + STEPS.toMillis()) {
            findings.add(new AuditFinding(
                    where,
                    "durationMs of an attempt is %.3f, its samples alone add up to %.3f".formatted(elapsed, all)));
        }
    }
}
