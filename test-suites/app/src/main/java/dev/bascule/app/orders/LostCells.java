package dev.bascule.app.orders;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.run.UnrunCell;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The cells of a run's jobs of which nothing came, each with the reason. Stateless. */
public final class LostCells {
    private LostCells() {}

    /**
     * In the order of the jobs. One of which nobody said why was not come to before the run was stopped.
     *
     * @param came those whose result was taken
     * @param lost those of which none came, or was refused
     */
    public static List<UnrunCell> of(List<PoolJob> jobs, List<PoolJob> came, List<JobsOutcome.Lost> lost) {
        Map<PoolJob, String> reasons = new HashMap<>();
        lost.forEach(one -> reasons.putIfAbsent(one.job(), one.why().message()));
        Set<PoolJob> taken = new HashSet<>(came);
        return jobs.stream()
                .filter(job -> !taken.contains(job))
                .flatMap(job -> cells(job, Optional.ofNullable(reasons.get(job))))
                .toList();
    }

    private static Stream<UnrunCell> cells(PoolJob job, Optional<String> why) {
        String payload = job.request().payload();
        return switch (job.request().kind()) {
            case CASES -> {
                CasesOrder order = Words.read(payload, CasesOrder.class);
                CaseId id = CaseId.parse(order.caseId());
                yield order.chains().stream().map(chain -> new UnrunCell(id, chain(chain), List.of(), why));
            }
            case CONFORMANCE -> {
                ConformanceOrder order = Words.read(payload, ConformanceOrder.class);
                yield order.backends().stream()
                        .flatMap(backend -> order.cases().stream()
                                .map(id -> new UnrunCell(CaseId.parse(id), chain(backend), List.of(), why)));
            }
            case REPLICA -> Stream.empty();
        };
    }

    private static Chain chain(String words) {
        return new Chain(Stream.of(words.split("->"))
                .<Backend>map(Backends.installed()::require)
                .toList());
    }
}
