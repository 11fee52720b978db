package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.orders.JobPool;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunService;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobWork;
import dev.bascule.workers.join.JoinAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bisection whose runs are jobs of a real pool: coordinator, broker and workers are real, the runs of the workers are played. */
@Tag("slow")
class PooledBisectTest {
    private static final List<String> VERSIONS = List.of("1.20.1", "1.21.0", "1.22.0", "1.23.2", "1.29.0", "1.30.0");
    private static final Machine MACHINE =
            new Machine("f00d", "Linux 6.1 amd64", new Machine.Cpu("Other CPU", 2, List.of()), 1L << 33, List.of());

    @TempDir
    Path folder;

    private final FakeServices submitter = new FakeServices() {
        @Override
        public JobPool pool(JoinAddress address, Consumer<String> talk) {
            return RealPool.connect(address, talk);
        }
    };
    private final List<String> ran = new CopyOnWriteArrayList<>();

    /** A machine on which the case crashes in some versions of the engine. */
    private FakeServices machine(Predicate<String> bad) {
        FakeServices played = new FakeServices();
        return new FakeServices() {
            @Override
            public RunService runs() {
                return (request, turn, listener) -> {
                    String version =
                            request.setup().engineVersion().orElseThrow().toString();
                    ran.add(version);
                    played.runs.outcome = (wanted, chain) -> in(
                            version,
                            wanted,
                            bad.test(version) ? CaseRuns.failed(wanted, chain) : CaseRuns.passed(wanted, chain));
                    return played.runs.run(request, turn, listener);
                };
            }
        };
    }

    private static CaseRun in(String version, SuiteCase wanted, CaseRun run) {
        ModelInfo info = run.model();
        return new CaseRun(
                run.caseId(),
                new ModelInfo(
                        info.name(),
                        wanted.model().sha256().orElseThrow(),
                        info.bytes(),
                        info.family(),
                        info.task(),
                        info.opsets(),
                        info.operators(),
                        info.parameters()),
                run.chain(),
                run.attempts().stream().map(attempt -> in(version, attempt)).toList(),
                run.fallbackCost(),
                run.reproduce());
    }

    private static Attempt in(String version, Attempt attempt) {
        Target target = attempt.target();
        return new Attempt(
                new Target(
                        target.backend(),
                        target.browser(),
                        new Engine(target.engine().name(), version, Optional.empty()),
                        target.deviceType(),
                        target.software(),
                        target.adapter()),
                attempt.outcome(),
                attempt.failure(),
                attempt.evidence(),
                attempt.measured(),
                attempt.numerics(),
                attempt.comparison(),
                attempt.outputs(),
                attempt.span());
    }

    private CliHarness.Result bisect(String... more) {
        List<String> line = new ArrayList<>(List.of(
                "bisect",
                "bert-micro",
                "--target",
                "wasm",
                "--what",
                "crash",
                "--on",
                RealPool.address(),
                "--wait",
                "1s"));
        line.addAll(List.of(more));
        return new CliHarness(folder, submitter).run(line.toArray(String[]::new));
    }

    @Tag("full")
    @Test
    void every_run_is_a_job_of_the_one_worker_that_has_most_versions() throws Exception {
        FakeServices lab = machine(version -> version.compareTo("1.23") >= 0 && version.compareTo("1.29") < 0);
        try (RealPool pool = new RealPool(folder, "lab", "laptop")) {
            pool.join("lab", Map.of("wasm", "session"), MACHINE, VERSIONS, RealPool.work(lab, VERSIONS));
            pool.join(
                    "laptop",
                    Map.of("wasm", "session"),
                    MACHINE,
                    List.of("1.29.0", "1.30.0"),
                    RealPool.work(machine(version -> true), List.of("1.29.0", "1.30.0")));

            CliHarness.Result result = bisect("--to", "1.23.2", "--out", "found");

            assertThat(result.exit()).as(result.err()).isZero();
            assertThat(result.out()).contains("onnxruntime-web: bad 1.23.2, fixed 1.29.0");
            assertThat(result.err())
                    .contains("every run is a job of " + pool.token("lab").id()
                            + " (Other CPU), which has onnxruntime-web" + " 1.20.1, 1.21.0")
                    .doesNotContain(pool.token("me").secret());
            assertThat(ran).contains("1.22.0", "1.23.2");
            assertThat(folder.resolve("found/REPORT.md"))
                    .content()
                    .contains(" s, all on the worker " + pool.token("lab").id() + " (Test CPU).");
        }
    }

    @Test
    void where_no_worker_has_two_versions_it_says_what_each_has_and_installs_nothing() throws Exception {
        try (RealPool pool = new RealPool(folder, "lab")) {
            pool.join(
                    "lab",
                    Map.of("wasm", "session"),
                    MACHINE,
                    List.of("1.30.0"),
                    RealPool.work(machine(version -> true), List.of("1.30.0")));

            CliHarness.Result result = bisect();

            assertThat(result.exit()).isEqualTo(5);
            assertThat(result.err())
                    .contains(
                            "has only 1.30.0 of onnxruntime-web",
                            "a worker installs nothing for others",
                            "bascule install onnxruntime-web@VERSION");
            assertThat(ran).isEmpty();
        }
    }

    @Test
    void a_version_that_was_removed_from_the_worker_since_says_nothing() throws Exception {
        try (RealPool pool = new RealPool(folder, "lab")) {
            pool.join(
                    "lab",
                    Map.of("wasm", "session"),
                    MACHINE,
                    VERSIONS,
                    RealPool.work(machine(version -> version.compareTo("1.23") >= 0), List.of("1.20.1", "1.30.0")));

            CliHarness.Result result = bisect("--out", "found");

            assertThat(result.exit()).as(result.err()).isZero();
            assertThat(result.out()).contains("broken between 1.20.1 and 1.30.0");
            assertThat(result.err()).contains("onnxruntime-web 1.22.0 is not installed on this worker");
            assertThat(ran).isSubsetOf("1.20.1", "1.30.0");
        }
    }

    @Tag("full")
    @Test
    void slowness_is_measured_beside_the_good_end_in_one_job() throws Exception {
        List<String> beside = new CopyOnWriteArrayList<>();
        FakeServices lab = machine(version -> false);
        lab.beside = (wanted, standard, turn) -> {
            beside.add(version(wanted) + " beside " + version(standard));
            RunRecord record = lab.runs().run(wanted, turn, RunListener.silent());
            return record;
        };
        try (RealPool pool = new RealPool(folder, "lab")) {
            pool.join("lab", Map.of("wasm", "session"), MACHINE, VERSIONS, RealPool.work(lab, VERSIONS));

            CliHarness.Result result = new CliHarness(folder, submitter)
                    .run("bisect", "bert-micro", "--target", "wasm", "--what", "slow", "--on", RealPool.address());

            // Played runs have no comparison: that nothing can be said is the honest end.
            assertThat(result.exit()).isEqualTo(5);
            assertThat(beside).isNotEmpty().allMatch(pair -> pair.endsWith(" beside 1.20.1"));
            assertThat(result.err()).contains("it was not measured beside the good end");
        }
    }

    private static String version(RunRequest request) {
        return request.setup().engineVersion().orElseThrow().toString();
    }

    @Test
    void a_version_in_which_nothing_ran_is_not_a_worker_that_is_gone() {
        FakeServices pooled = new FakeServices();
        JobWork work = RealPool.work(machine(version -> version.compareTo("1.23") >= 0), VERSIONS);
        pooled.workers.members.put(
                "lab",
                new FakeJobPool.Member(
                        Inventory.of(
                                "linux",
                                "x86_64",
                                "Other CPU",
                                2,
                                8L << 30,
                                Map.of("wasm", "session"),
                                Map.of(),
                                List.of(),
                                VERSIONS.stream()
                                        .map(version -> "onnxruntime-web@" + version)
                                        .collect(Collectors.collectingAndThen(Collectors.toSet(), labels -> {
                                            labels.add("worker@lab");
                                            return labels;
                                        }))),
                        (order, blobs, talk) -> order.payload().contains("1.22.0")
                                ? new JobEnd.Failed(Failure.of(ErrorCode.NOTHING_RAN, "its browser did not start"))
                                : work.run(order, blobs, talk)));

        CliHarness.Result result = new CliHarness(folder, pooled)
                .run(
                        "bisect",
                        "bert-micro",
                        "--target",
                        "wasm",
                        "--what",
                        "crash",
                        "--on",
                        "bascule://lab:7423#me-0001.%s.%s".formatted("s".repeat(42) + "A", "f".repeat(42) + "A"),
                        "--wait",
                        "1ms",
                        "--out",
                        "found");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.err()).contains("its browser did not start").doesNotContain("the worker is gone");
        assertThat(result.out())
                .contains("broken between 1.21.0 and 1.23.2", "1.20.1         good", "1.30.0         bad");
    }

    @Test
    void fetching_for_a_worker_is_refused() {
        CliHarness.Result result = bisect("--fetch");

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains("--fetch and --on exclude each other");
    }
}
