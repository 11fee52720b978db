package dev.bascule.app.orders;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.workers.job.HardwareReasons;
import dev.bascule.workers.job.JobKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether a job's result tells of a machine on which it could not be done as it should be. Stateless. */
final class HardwareTrouble {
    private HardwareTrouble() {}

    /**
     * Why cells failed, where the hardware may be the reason; the first such. Of a run's cases one is enough. Conformance asks for operators that
     * a backend may not have, which is an answer and takes its time: there it is trouble where half of the cells or more end so.
     */
    static Optional<Failure> of(JobKind kind, RunRecord record) {
        List<Failure> reasons = record.runs().stream()
                .filter(run -> !run.verdict().isRight())
                .flatMap(run -> reason(run).stream())
                .toList();
        boolean most = reasons.size() * 2 >= record.runs().size();
        return kind == JobKind.CASES || most ? reasons.stream().findFirst() : Optional.empty();
    }

    private static Optional<Failure> reason(CaseRun run) {
        return Stream.concat(run.attempts().stream(), run.retries().stream())
                .flatMap(attempt -> attempt.failure().stream())
                .filter(why -> HardwareReasons.of(why.code()))
                .findFirst();
    }
}
