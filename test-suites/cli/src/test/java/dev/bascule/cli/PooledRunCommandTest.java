package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.orders.ConformanceRunners;
import dev.bascule.app.orders.LocalJobWork;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobOrder;
import dev.bascule.workers.job.JobWork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PooledRunCommandTest {
    private static final String SECRET = "s".repeat(43);
    private static final String ADDRESS = "bascule://lab:7423#me-0001.%s.%s".formatted(SECRET, "f".repeat(42) + "A");

    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();
    private final FakeServices worker = new FakeServices();

    @BeforeEach
    void suite() throws IOException {
        Files.writeString(folder.resolve("mine.yaml"), """
                name: mine
                models: [{model: "op:MatMul"}, {model: "op:Relu"}]
                targets: [cpu, wasm]
                chains: []
                """);
    }

    /** Played cells are of the model that was asked for. */
    @BeforeEach
    void models() {
        worker.runs.outcome = (wanted, chain) -> {
            CaseRun run = CaseRuns.passed(wanted, chain);
            ModelInfo played = run.model();
            ModelInfo model = new ModelInfo(
                    played.name(),
                    wanted.model().sha256().orElseThrow(),
                    played.bytes(),
                    played.family(),
                    played.task(),
                    played.opsets(),
                    played.operators(),
                    played.parameters());
            return new CaseRun(run.caseId(), model, run.chain(), run.attempts(), run.fallbackCost(), run.reproduce());
        };
    }

    private CliHarness.Result run(String... arguments) {
        return new CliHarness(folder, services).run(arguments);
    }

    /** What a worker does, with runs that are played. */
    private JobWork work() {
        return new LocalJobWork(
                new LocalJobWork.Services(
                        worker::runs,
                        ConformanceRunners.fresh(worker::conformance),
                        places -> worker.conformance.read(places),
                        MachineLock::none,
                        List::of,
                        () -> worker.versions(false),
                        worker::beside,
                        worker::replicaWork),
                BrowserSetup.of(new BrowserChoice.Auto()));
    }

    @Test
    void a_case_goes_out_as_one_job_for_browsers_and_one_for_each_native_chain() {
        services.workers.join("a", Set.of("cpu", "wasm"), work());

        CliHarness.Result result = run("run", folder.resolve("mine.yaml").toString(), "--on", ADDRESS);

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(services.workers.submitted).hasSize(4).allSatisfy(job -> {
            assertThat(job.timed()).isTrue();
            assertThat(job.payload()).doesNotContain(folder.toString() + "/.");
        });
        assertThat(result.out()).contains("MatMul", "Relu", "imported");
        assertThat(result.err())
                .as("how to look at it from elsewhere, while it runs")
                .contains(": 4 jobs sent; see them with: bascule queue 2", "--on 'bascule://lab:7423#TOKEN'");
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(1);
    }

    @Test
    void the_token_is_in_nothing_that_is_kept_or_shown() throws IOException {
        services.workers.join("a", Set.of("cpu", "wasm"), work());

        CliHarness.Result result =
                run("run", folder.resolve("mine.yaml").toString(), "--on", ADDRESS, "--json", "--out", "out");

        assertThat(result.out() + result.err()).doesNotContain(SECRET);
        assertThat(Files.readString(folder.resolve("out/run.json")))
                .contains("#TOKEN")
                .doesNotContain(SECRET);
        assertThat(services.workers.submitted)
                .allSatisfy(job -> assertThat(job.payload()).doesNotContain(SECRET));
    }

    @Test
    void what_no_worker_can_do_is_told_with_who_misses_what_and_the_rest_is_kept() throws IOException {
        services.workers.join("a", Set.of("cpu"), work());

        CliHarness.Result result =
                run("run", folder.resolve("mine.yaml").toString(), "--on", ADDRESS, "--wait", "1ms", "--out", "out");

        assertThat(result.exit()).isEqualTo(5);
        assertThat(result.err()).contains("not run: no worker can do it: a: ", "wasm");
        assertThat(services.workers.submitted).hasSize(2);
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(1);
        JsonNode notRun = Json.MAPPER
                .readTree(Files.readString(folder.resolve("out/run.json")))
                .at("/notRun");
        assertThat(notRun).hasSize(2).allSatisfy(cell -> {
            assertThat(cell.at("/chain/0").asText()).isEqualTo("wasm");
            assertThat(cell.at("/reason").asText()).contains("no worker can do it: a: ", "wasm");
        });
        assertThat(Files.readString(folder.resolve("out/index.html"))).contains("id=\"unrun\"", "no worker can do it");
    }

    @Test
    void a_job_that_fails_there_is_told_and_costs_its_own_cells() {
        services.workers.join("a", Set.of("cpu"), work());
        services.workers.join("b", Set.of("wasm"), FakeJobPool.failing());

        CliHarness.Result result = run("run", folder.resolve("mine.yaml").toString(), "--on", ADDRESS);

        assertThat(result.exit()).isNotZero();
        assertThat(result.err()).contains("not run: no room");
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(1);
        String id = services.inMemory.runs(RunFilter.ALL).get(0).id();
        assertThat(services.inMemory.find(id).orElseThrow().extent().notRun())
                .hasSize(2)
                .allSatisfy(cell -> assertThat(cell.why()).hasValue("no room"));
    }

    @Test
    void where_narrows_and_without_a_worker_nothing_ran() {
        services.workers.join("a", Set.of("cpu", "wasm"), work());

        CliHarness.Result result = run(
                "run",
                folder.resolve("mine.yaml").toString(),
                "--on",
                ADDRESS,
                "--where",
                "label=gpu-lab",
                "--wait",
                "1ms");

        assertThat(result.exit()).isEqualTo(5);
        assertThat(result.err()).contains("gpu-lab", "NOTHING_RAN");
        assertThat(services.workers.submitted).isEmpty();
    }

    @Test
    void a_result_of_another_run_is_refused() {
        services.workers.join("a", Set.of("cpu", "wasm"), (order, blobs, talk) -> {
            String other = order.payload().replace("MatMul", "Relu").replace("op:Relu", "op:MatMul");
            return work().run(
                            new JobOrder(order.id(), 1, order.kind(), other, order.blobs(), true, order.limit()),
                            blobs,
                            talk);
        });

        CliHarness.Result result = run("run", folder.resolve("mine.yaml").toString(), "--on", ADDRESS);

        assertThat(result.err()).contains("RECORD_INVALID", "that were not asked for");
    }

    private String browserSuite() throws IOException {
        return Files.writeString(folder.resolve("browsers.yaml"), """
                name: browsers
                models: [{model: "op:MatMul"}]
                targets: [webgpu, wasm]
                chains: ["webnn->wasm"]
                """).toString();
    }

    @Test
    void chains_in_browsers_go_to_one_worker_that_can_do_all_and_not_to_one_that_can_do_some() throws IOException {
        services.workers.join("a", Set.of("wasm"), FakeJobPool.failing());
        services.workers.join("b", Set.of("webgpu", "wasm"), work());

        CliHarness.Result result = run("run", browserSuite(), "--on", ADDRESS);

        assertThat(services.workers.submitted)
                .singleElement()
                .satisfies(job -> assertThat(job.where().text())
                        .contains("backend=webgpu and backend=wasm", "backend=webnn or backend=wasm"));
        assertThat(result.exit()).as(result.err()).isZero();
    }

    @Test
    void where_no_worker_can_do_all_each_chain_is_a_job() throws IOException {
        services.workers.join("a", Set.of("wasm"), work());
        services.workers.join("b", Set.of("webgpu"), work());

        CliHarness.Result result = run("run", browserSuite(), "--on", ADDRESS);

        assertThat(services.workers.submitted)
                .extracting(job -> job.where().text())
                .containsExactly("backend=webgpu", "backend=wasm", "backend=webnn or backend=wasm");
        assertThat(result.exit()).as(result.err()).isZero();
    }

    @Test
    void each_worker_has_a_run_of_its_own_whatever_machine_it_says_it_is() {
        services.workers.join("a", Set.of("cpu"), work());
        services.workers.join("b", Set.of("wasm"), work());

        CliHarness.Result result = run("run", folder.resolve("mine.yaml").toString(), "--on", ADDRESS);

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(2);
    }

    @Test
    void what_is_not_sent_to_workers_is_refused_and_not_passed_over() {
        String suite = folder.resolve("mine.yaml").toString();
        services.workers.join("a", Set.of("cpu", "wasm"), work());

        assertThat(run("run", suite, "--on", ADDRESS, "--self-check").err()).contains("USAGE_ERROR", "--self-check");
        assertThat(run("run", suite, "--on", ADDRESS, "--baseline", "latest").err())
                .contains("USAGE_ERROR", "--baseline");
        assertThat(run("run", suite, "--on", ADDRESS, "--scenario", "visits").err())
                .contains("OPTION_UNSUPPORTED", "--scenario");
        assertThat(services.workers.submitted).isEmpty();
    }

    @Test
    void flags_of_browsers_stay_with_the_machine_that_has_them() {
        CliHarness.Result result = run(
                "run",
                folder.resolve("mine.yaml").toString(),
                "--on",
                ADDRESS,
                "--wait",
                "1ms",
                "--browser-flag=--enable-unsafe-webgpu");

        assertThat(result.exit()).isNotZero();
        assertThat(result.err()).contains("OPTION_UNSUPPORTED", "bascule worker");
    }

    @Test
    void where_without_on_is_a_mistake() {
        assertThat(run("run", "--where", "os=linux").err()).contains("belong to --on");
    }

    @Test
    void the_queue_shows_workers_as_its_schema_says() throws IOException {
        services.workers.join("a", Set.of("cpu", "wasm"), work());
        run("run", folder.resolve("mine.yaml").toString(), "--on", ADDRESS);
        String run = services.workers.submitted.get(0).run();

        CliHarness.Result result = run("queue", run, "--on", ADDRESS, "--json");

        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.QUEUE.validate(document);
        assertThat(document.at("/jobs")).hasSize(4);
        assertThat(document.at("/workers/0/inventory/backends/wasm").asText()).isEqualTo("session");
        assertThat(run("queue", "--on", ADDRESS).out()).contains("a", "idle", "wasm (session)");
        assertThat(run("queue", run, "--on", ADDRESS, "--explain", "2").out())
                .contains("because it is the first", "placed by fifo", "a: 4.00 s; idle");
        JsonNode explained = Json.MAPPER.readTree(
                run("queue", run, "--on", ADDRESS, "--explain", "2", "--json").out());
        DocumentSchema.QUEUE.validate(explained);
        assertThat(explained.at("/jobs/0/workers/0/text").asText()).isEqualTo("4.00 s; idle");
        assertThat(run("queue", run, "--on", ADDRESS, "--cancel").exit()).isZero();
        assertThat(services.workers.cancelled).containsExactly(run);
    }

    @Test
    void equal_work_is_of_one_likeness_in_every_run_and_other_work_of_another() {
        services.workers.join("a", Set.of("cpu", "wasm"), work());
        String suite = folder.resolve("mine.yaml").toString();

        run("run", suite, "--on", ADDRESS);
        run("run", suite, "--on", ADDRESS, "--seed", "7");
        run("run", suite, "--on", ADDRESS, "--min-iterations", "7");

        List<String> likenesses =
                services.workers.submitted.stream().map(job -> job.likeness()).toList();
        assertThat(likenesses.subList(0, 4)).doesNotHaveDuplicates().isEqualTo(likenesses.subList(4, 8));
        assertThat(likenesses.subList(8, 12)).doesNotContainAnyElementsOf(likenesses.subList(0, 4));
    }

    /** As on a machine whose device is lost. */
    private JobWork losing() {
        JobWork whole = work();
        return (order, blobs, talk) -> whole.run(order, blobs, talk) instanceof JobEnd.Done done
                ? new JobEnd.Done(
                        done.document(), Optional.of(Failure.of(ErrorCode.DEVICE_LOST, "the device was lost")))
                : new JobEnd.Failed(Failure.of(ErrorCode.INTERNAL_ERROR, "nothing came"));
    }

    @Test
    void what_failed_for_a_reason_of_the_hardware_is_tried_elsewhere_where_that_is_asked_and_both_runs_are_kept() {
        services.workers.join("a", Set.of("cpu"), losing());
        services.workers.join("b", Set.of("cpu", "wasm"), work());
        String suite = folder.resolve("mine.yaml").toString();

        CliHarness.Result asked = run("run", suite, "--on", ADDRESS, "--retry-elsewhere", "--backends", "cpu");

        assertThat(asked.err())
                .contains(
                        "failed on a for a reason of its hardware, and is tried on other hardware", "device was lost");
        assertThat(services.workers.submitted).allMatch(job -> job.elsewhere());
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(2);

        assertThat(run("run", suite, "--retry-elsewhere").err()).contains("--retry-elsewhere belongs to --on");
    }

    @Test
    void what_failed_for_a_reason_of_the_hardware_is_the_result_where_nobody_asked_for_more() {
        services.workers.join("a", Set.of("cpu"), losing());
        services.workers.join("b", Set.of("cpu", "wasm"), work());

        CliHarness.Result result =
                run("run", folder.resolve("mine.yaml").toString(), "--on", ADDRESS, "--backends", "cpu");

        assertThat(result.err()).doesNotContain("other hardware");
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(1);
    }
}
