package dev.bascule.bridge.dashboard;

import dev.bascule.bridge.dashboard.generate.TestGeneration;
import dev.bascule.bridge.dashboard.job.Catalog;
import dev.bascule.bridge.dashboard.job.JobRequest;
import dev.bascule.bridge.dashboard.job.RunStarter;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Plays the floor above: each run is the recorded one under a new id, cell by cell, as fast as the test lets it. */
public final class FakeRunStarter implements RunStarter, TestGeneration {
    /** A run that Bascule measured on a real machine, with fewer samples. */
    public static final RunRecord RECORDED = recorded();

    public final AtomicInteger runs = new AtomicInteger();
    public final List<RunRecord> reported = new CopyOnWriteArrayList<>();
    /** One permit for each cell that may run. */
    public final Semaphore cells = new Semaphore(Integer.MAX_VALUE);

    /** What a run that was stopped does before it says what it has. */
    public volatile Runnable ending = () -> {};

    /** What dies in the place of a run. */
    public volatile Optional<Throwable> death = Optional.empty();

    private static RunRecord recorded() {
        try {
            return RunDocuments.read(Path.of(Objects.requireNonNull(FakeRunStarter.class.getResource("run.json"))
                    .toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The recorded run with another id, and some of its cells. */
    public static RunRecord run(String id, List<CaseRun> cells, boolean interrupted) {
        return new RunRecord(
                new Invocation(
                        id,
                        RECORDED.invocation().suite(),
                        RECORDED.invocation().suiteHash(),
                        RECORDED.invocation().seed(),
                        RECORDED.invocation().command()),
                RECORDED.times(),
                RECORDED.machine(),
                new RunRecord.Extent(Optional.empty(), interrupted, List.of()),
                cells,
                List.of());
    }

    @Override
    public Catalog catalog() {
        return new Catalog(
                List.of(new Catalog.SuiteEntry("quickstart", "three models", Optional.of(3))),
                List.of(new Catalog.ModelEntry(
                        "zoo:resnet-micro",
                        "resnet-micro",
                        "zoo",
                        Optional.of("vision"),
                        Optional.of(175_000L),
                        Optional.empty(),
                        "small")),
                List.of(new Catalog.BackendEntry("wasm", "browser", "cpu", List.of("fp32"))),
                List.of(new Catalog.BrowserEntry("chrome", "Chrome", Optional.empty(), false)),
                List.of("webgpu→webnn→wasm"),
                List.of(new Catalog.SettingEntry(
                        "minIterations", "--min-iterations", Optional.of("20"), "a whole number", "how many")),
                List.of("org/*"));
    }

    @Override
    public Work check(JobRequest request) {
        if (!request.what().equals(List.of("quickstart"))) {
            throw new BasculeException(
                    ErrorCode.MODEL_NOT_FOUND, "%s is not here; did you mean 'quickstart'?".formatted(request.what()));
        }
        return new PlayedWork("20261122-0000%02d-beef".formatted(runs.incrementAndGet()));
    }

    private final class PlayedWork implements Work {
        private final String id;

        private PlayedWork(String id) {
            this.id = id;
        }

        @Override
        public String runId() {
            return id;
        }

        @Override
        public Plan plan() {
            return new Plan(
                    "quickstart",
                    "bascule run quickstart",
                    RECORDED.runs().stream()
                            .map(run -> new PlannedCase(
                                    run.caseId().toString(),
                                    run.chain().rungs().stream()
                                            .map(Object::toString)
                                            .toList()))
                            .toList());
        }

        @Override
        public RunRecord run(Listener listener) {
            listener.phase("starting browsers");
            if (death.isPresent()) {
                throw FakeRunStarter.<RuntimeException>thrown(death.get());
            }
            listener.planned(RECORDED.runs().size());
            List<CaseRun> done = new CopyOnWriteArrayList<>();
            for (CaseRun cell : RECORDED.runs()) {
                try {
                    cells.acquire();
                } catch (InterruptedException stop) {
                    ending.run();
                    Thread.currentThread().interrupt();
                    return FakeRunStarter.run(id, done, true);
                }
                listener.started(cell.caseId(), cell.chain());
                listener.finished(cell.caseId(), cell.chain(), cell);
                done.add(cell);
            }
            listener.note("nothing to add");
            return FakeRunStarter.run(id, done, false);
        }

        @Override
        public String report(RunRecord record) {
            reported.add(record);
            return "reports/%s/run.json".formatted(record.id());
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException thrown(Throwable error) throws T {
        throw (T) error;
    }

    @Override
    public Generated generate(Source source) {
        return new Generated(
                List.of(
                        new GeneratedFile("bascule/one.yaml", "name: one\n"),
                        new GeneratedFile("src/test/java/models/OneTest.java", "class OneTest {}\n")),
                List.of(source.getClass().getSimpleName()));
    }
}
