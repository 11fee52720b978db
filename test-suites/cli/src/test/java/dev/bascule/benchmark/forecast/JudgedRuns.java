package dev.bascule.benchmark.forecast;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.judge.Finished;
import dev.bascule.scheduling.judge.Judge;
import dev.bascule.scheduling.judge.Judgement;
import dev.bascule.scheduling.record.RecordedAttempt;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.simulate.compare.Spread;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Real runs judged as simulated ones are: matching and idle time by the times that came true on each worker. Stateless. */
final class JudgedRuns {
    private JudgedRuns() {}

    /** A line for each workload and policy: means over seeds, with 90 % intervals. */
    static String of(List<RecordedRun> runs) {
        ServiceTimes times = medians(runs);
        Map<String, Map<String, List<Judgement>>> judged = new LinkedHashMap<>();
        for (RecordedRun run : runs) {
            judged.computeIfAbsent(run.workload(), each -> new LinkedHashMap<>())
                    .computeIfAbsent(run.policy(), each -> new ArrayList<>())
                    .add(Judge.of(finished(run), workers(run), times));
        }
        StringBuilder text = new StringBuilder(
                "| workload | policy | matching | idle, worker-seconds | makespan, s | in the system, s |\n| --- | --- | --- | --- | --- | --- |\n");
        judged.forEach((workload, policies) -> policies.forEach((policy, each) -> text.append(String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s |%n",
                workload,
                policy,
                spread(each.stream().map(one -> one.matching().orElse(0)).toList()),
                spread(each.stream().map(one -> seconds(one.idle())).toList()),
                spread(each.stream().map(one -> seconds(one.makespan())).toList()),
                spread(each.stream().map(one -> seconds(one.meanFlow())).toList())))));
        return text.toString();
    }

    private static String spread(List<Double> figures) {
        Spread spread = Spread.of(figures);
        return String.format(Locale.ROOT, "%.2f", spread.mean())
                + spread.interval()
                        .map(each -> String.format(Locale.ROOT, " (%.2f to %.2f)", each.low(), each.high()))
                        .orElse("");
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private static List<WorkerView> workers(RecordedRun run) {
        return run.workers().keySet().stream()
                .map(each -> new WorkerView(
                        new WorkerId(each),
                        Inventory.of("linux", "x86_64", each, 1, 0, Map.of(), Map.of(), List.of(), Set.of(each)),
                        Optional.empty(),
                        Set.of()))
                .toList();
    }

    private static List<Finished> finished(RecordedRun run) {
        return run.attempts().stream()
                .map(each -> new Finished(
                        job(each),
                        new WorkerId(each.worker()),
                        Instant.EPOCH.plus(each.submitted()),
                        Instant.EPOCH.plus(each.placed()),
                        Instant.EPOCH.plus(each.ended())))
                .toList();
    }

    private static Job job(RecordedAttempt each) {
        String where =
                each.asked().on().stream().map(worker -> "label=" + worker).collect(Collectors.joining(" or "));
        return new Job(
                new JobId(each.job()),
                where.isEmpty() ? new Requirement.Anything() : Requirement.parse(where),
                each.kind(),
                each.owner(),
                each.priority(),
                Instant.EPOCH.plus(each.submitted()),
                Optional.empty(),
                Set.of(),
                false,
                Set.of());
    }

    private record Place(String kind, String worker) {}

    /** Of all runs together, whoever placed them. */
    private static ServiceTimes medians(List<RecordedRun> runs) {
        Map<Place, List<Duration>> took = new HashMap<>();
        for (RecordedRun run : runs) {
            run.attempts()
                    .forEach(each -> took.computeIfAbsent(
                                    new Place(each.kind(), each.worker()), place -> new ArrayList<>())
                            .add(each.took()));
        }
        return (job, worker) -> {
            List<Duration> all = took
                    .getOrDefault(new Place(job.kind(), worker.id().value()), List.of())
                    .stream()
                    .sorted()
                    .toList();
            return all.isEmpty()
                    ? new ServiceTime.Unknown("never done there")
                    : new ServiceTime.Known(
                            all.get(all.size() / 2), all.get(0), all.get(all.size() - 1), ServiceTime.Source.MEASURED);
        };
    }
}
