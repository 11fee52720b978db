package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.orders.ConformanceRunners;
import dev.bascule.app.orders.LocalJobWork;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.workers.job.JobOrder;
import dev.bascule.workers.job.JobWork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PooledConformanceCommandTest {
    private static final String ADDRESS =
            "bascule://lab:7423#me-0001.%s.%s".formatted("s".repeat(43), "f".repeat(42) + "A");

    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();

    /** Cases that lie in files, as those that are sent do. */
    @BeforeEach
    void cases() throws IOException {
        List<ConformanceCase> cases = new ArrayList<>();
        for (ConformanceCase one : FakeCases.of(20)) {
            Path file = Files.writeString(folder.resolve(one.id().name() + ".json"), "{}");
            cases.add(new ConformanceCase(one.id(), file, one.model(), one.program(), one.sets(), one.tolerance()));
        }
        services.conformance.cases = cases;
    }

    private static CaseRun ofModel(CaseRun run, String sha256) {
        ModelInfo own = run.model();
        ModelInfo other = new ModelInfo(
                own.name(),
                sha256,
                own.bytes(),
                own.family(),
                own.task(),
                own.opsets(),
                own.operators(),
                own.parameters());
        return new CaseRun(run.caseId(), other, run.chain(), run.attempts(), run.fallbackCost(), run.reproduce());
    }

    private static CaseRun renamed(CaseRun run, String name) {
        return new CaseRun(
                FakeCases.id(name), run.model(), run.chain(), run.attempts(), run.fallbackCost(), run.reproduce());
    }

    private static RunRecord onSystem(RunRecord run, String os) {
        Machine own = run.machine();
        return new RunRecord(
                run.invocation(),
                run.times(),
                new Machine("cafe", os, own.cpu(), own.memoryBytes(), own.gpus()),
                run.extent(),
                run.runs(),
                run.scenarios());
    }

    private CliHarness.Result run(String... more) {
        String[] words = {"conformance", "cases", "--on", ADDRESS, "--wait", "1ms", "--out", "out"};
        String[] all = Stream.of(words, more).flatMap(Stream::of).toArray(String[]::new);
        return new CliHarness(folder, services).run(all);
    }

    /** A worker that plays the cases, and changes its record before it sends it. */
    private JobWork work(UnaryOperator<RunRecord> change) {
        FakeServices worker = new FakeServices();
        worker.conformance.cases = services.conformance.cases;
        return new LocalJobWork(
                new LocalJobWork.Services(
                        worker::runs,
                        ConformanceRunners.fresh(() -> (request, turn, listener) ->
                                change.apply(worker.conformance.run(request, turn, listener))),
                        places -> worker.conformance.read(places),
                        MachineLock::none,
                        List::of,
                        () -> worker.versions(false),
                        worker::beside,
                        worker::replicaWork),
                BrowserSetup.of(new BrowserChoice.Auto()));
    }

    private List<RunRecord> kept() {
        return services.inMemory.runs(RunFilter.ALL).stream()
                .map(heading -> services.inMemory.find(heading.id()).orElseThrow())
                .toList();
    }

    @Test
    void what_came_back_is_one_run() throws IOException {
        services.workers.join("a", Set.of("cpu", "wasm"), work(record -> record));

        CliHarness.Result result = run("--backends", "wasm,cpu");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(kept()).singleElement().satisfies(run -> {
            assertThat(run.runs()).hasSize(40);
            assertThat(run.extent().notRun()).isEmpty();
        });
        assertThat(Json.MAPPER
                        .readTree(Files.readString(folder.resolve("out/run.json")))
                        .at("/notRun"))
                .isEmpty();
    }

    @Test
    void cells_that_no_worker_can_do_are_in_the_run_as_not_run() {
        services.workers.join("a", Set.of("cpu"), work(record -> record));

        CliHarness.Result result = run("--backends", "wasm,cpu");

        assertThat(result.exit()).isEqualTo(5);
        assertThat(kept()).singleElement().satisfies(run -> {
            assertThat(run.runs()).hasSize(20);
            assertThat(run.extent().interrupted()).isFalse();
            assertThat(run.extent().notRun())
                    .hasSize(20)
                    .allSatisfy(cell -> assertThat(cell.reason()).contains("no worker can do it: a: "));
        });
    }

    @Test
    void a_model_that_was_not_sent_is_refused_and_its_cells_are_not_run() {
        services.workers.join("a", Set.of("cpu"), work(record -> record));
        services.workers.join("b", Set.of("wasm"), work(record -> record.mapRuns(run -> ofModel(run, "e".repeat(64)))));

        CliHarness.Result result = run("--backends", "wasm,cpu");

        assertThat(result.err()).contains("RECORD_INVALID", "revoke that worker");
        assertThat(kept())
                .singleElement()
                .satisfies(run -> assertThat(run.extent().notRun())
                        .hasSize(20)
                        .allSatisfy(cell -> assertThat(cell.chain().toString()).isEqualTo("wasm")));
    }

    @Test
    void a_worker_that_sends_another_shards_case_is_refused() {
        services.workers.join(
                "a",
                Set.of("cpu"),
                work(record -> record.mapRuns(
                        run -> run.caseId().name().equals("test_000") ? renamed(run, "test_other") : run)));

        CliHarness.Result result = run("--backends", "cpu");

        assertThat(result.exit()).isNotZero();
        assertThat(result.err()).contains("RECORD_INVALID", "has not the cells that were asked for");
        assertThat(kept()).isEmpty();
    }

    @Test
    void parts_of_unlike_systems_are_kept_as_runs_of_their_own() throws IOException {
        services.workers.join("a", Set.of("wasm"), work(record -> record));
        services.workers.join("b", Set.of("cpu"), work(record -> onSystem(record, "Windows 11 amd64")));

        CliHarness.Result result = run("--backends", "wasm,cpu");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err()).contains("SHARD_MISSING", "kept as 2 runs");
        assertThat(kept()).hasSize(2).allSatisfy(run -> {
            assertThat(run.runs()).hasSize(20);
            assertThat(run.extent().notRun())
                    .hasSize(20)
                    .allSatisfy(cell -> assertThat(cell.reason()).contains("it is in run ", "systems differ"));
        });
        assertThat(folder.resolve("out/run.json")).exists();
        assertThat(folder.resolve("out-2/run.json")).exists();
        assertThat(result.out()).contains("wasm", "cpu");
    }

    @Test
    void a_job_of_another_order_is_no_answer() {
        services.workers.join(
                "a",
                Set.of("cpu"),
                (order, blobs, talk) -> work(record -> record)
                        .run(
                                new JobOrder(
                                        order.id(),
                                        1,
                                        order.kind(),
                                        order.payload().replaceFirst("\"id\":\"[^\"]*\"", "\"id\":\"another-run\""),
                                        order.blobs(),
                                        order.timed(),
                                        order.limit()),
                                blobs,
                                talk));

        assertThat(run("--backends", "cpu").err()).contains("RECORD_INVALID");
        assertThat(kept()).isEmpty();
    }
}
