package dev.bascule.benchmark.forecast;

import dev.bascule.app.orders.ConformanceJobs;
import dev.bascule.app.orders.PoolJob;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.studies.conformance.CaseReader;
import dev.bascule.studies.conformance.CaseSelection;
import dev.bascule.studies.conformance.CaseSelection.Chosen;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.workers.job.JobRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Jobs as {@code conformance --on} sends them: ONNX's published cases on native CPU, as many for each kind as its name is given. Immutable. */
final class ShardOrders {
    private static final String RUN = "20261129-000000-0000";

    private final Map<String, PoolJob> kinds = new LinkedHashMap<>();
    private final Map<String, Path> files = new HashMap<>();

    /**
     * @param corpus a folder with cases in the layout of ONNX's backend tests
     * @param cases how many there are in a job, by kind
     * @param scratch for archives, which must be there until all is over
     */
    ShardOrders(Path corpus, Map<String, Integer> cases, Path scratch) {
        ConformanceCases all = CaseReader.read(List.of(corpus));
        ConformanceCases quick = new ConformanceCases(
                all.cases().stream()
                        .filter(one -> !one.id().name().contains("large"))
                        .toList(),
                List.of());
        ConformanceJobs jobs = new ConformanceJobs(new Requirement.Anything(), List.of(), scratch, System.err::println);
        List<Chosen> chosen = cases.values().stream()
                .map(count -> new CaseSelection(List.of(), Optional.of(count), Optional.empty(), false, 1).from(quick))
                .toList();
        ConformanceRequest request = new ConformanceRequest(
                new Invocation(RUN, "onnx-node", chosen.get(0).hash(), 1, "benchmark"),
                quick,
                List.of("cpu"),
                BrowserSetup.of(new BrowserChoice.None()),
                1,
                Duration.ofSeconds(30));
        List<String> names = List.copyOf(cases.keySet());
        List<ConformanceJobs.ShardJob> made = jobs.of(request, chosen);
        for (int i = 0; i < names.size(); i++) {
            PoolJob job = made.get(i).job();
            kinds.put(names.get(i), job);
            files.putAll(job.files());
        }
    }

    Map<String, Path> files() {
        return files;
    }

    /** The number-th job of a run. */
    JobRequest job(String run, int number, String kind, Requirement where) {
        JobRequest like = Objects.requireNonNull(kinds.get(kind), "kinds are those of the constructor")
                .request();
        return new JobRequest(
                JobRequest.idOf(run, number),
                run,
                number,
                like.kind(),
                like.payload(),
                like.blobs(),
                like.where().and(where),
                kind,
                0,
                Optional.empty(),
                like.after(),
                false,
                like.limit(),
                like.warmth(),
                false);
    }
}
