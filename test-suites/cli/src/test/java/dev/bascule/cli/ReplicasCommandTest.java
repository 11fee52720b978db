package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.training.LayerGradient;
import dev.bascule.reports.training.TrainingFindings;
import dev.bascule.reports.training.TrainingReplica;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingStep;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.replicas.Ending;
import dev.bascule.studies.replicas.Loss;
import dev.bascule.studies.replicas.ReplicaFigures;
import dev.bascule.studies.replicas.ReplicaPlan;
import dev.bascule.studies.replicas.ReplicasReport;
import dev.bascule.studies.replicas.ReplicasRequest;
import dev.bascule.studies.replicas.Round;
import dev.bascule.studies.replicas.Shards;
import dev.bascule.studies.replicas.Share;
import dev.bascule.studies.replicas.Theory;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.training.Agreement;
import dev.bascule.studies.training.Evaluation;
import dev.bascule.studies.training.GradientJudgement;
import dev.bascule.studies.training.TrainingReport.Trained;
import dev.bascule.studies.training.Trajectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicasCommandTest {
    @TempDir
    private Path folder;

    private final List<ReplicasRequest> asked = new ArrayList<>();

    private FakeServices services = new FakeServices();

    private TrainingRun kept() {
        return services.inMemory
                .training(asked.get(asked.size() - 1).run().invocation().id())
                .get(0);
    }

    private CliHarness.Result run(ReplicasReport report, String... words) {
        services = new FakeServices();
        services.replicas = (request, listener) -> {
            asked.add(request);
            return report;
        };
        return new CliHarness(folder, services).run(words);
    }

    private static Share taken(int rank) {
        return new Share(
                rank,
                Share.Fate.TAKEN,
                24,
                1,
                Optional.of(new Share.Times(
                        Duration.ofMillis(1),
                        Duration.ofMillis(6),
                        Duration.ZERO,
                        Duration.ofMillis(3),
                        Duration.ofMillis(2),
                        Optional.of(new WireTraffic(72_000, 70_000)))),
                "");
    }

    private static SessionPlacement placement(Backend backend) {
        return new SessionPlacement(
                new Evidence(
                        ProofClass.PROVEN,
                        new Evidence.Where(backend.id(), Optional.of(backend.id()), Optional.of(backend.id())),
                        Map.of(backend.id(), 54),
                        OptionalInt.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        List.of(),
                        List.of()),
                Optional.empty());
    }

    private static ReplicasReport.Replica replica(int rank, Backend backend, List<Loss> losses) {
        return new ReplicasReport.Replica(
                rank,
                new Target(
                        backend,
                        Optional.empty(),
                        new Engine("onnxruntime", "1.29.0", Optional.empty()),
                        DeviceType.CPU,
                        Optional.empty(),
                        Map.of()),
                24,
                Optional.empty(),
                Optional.of(new GradientJudgement(List.of(new GradientJudgement.Layer(
                        "dense1.weight", 128, 1.5, 2e-7, List.of(0L, 0L), OptionalDouble.empty())))),
                Optional.of(placement(backend)),
                losses,
                new ReplicaFigures.Each(
                        Samples.ofMillis(1),
                        Samples.ofMillis(6),
                        Samples.ofMillis(3),
                        Samples.ofMillis(2),
                        Optional.of(new WireTraffic(72_000, 70_000))),
                new Theory(68_904, 4_000, 30),
                Optional.empty(),
                List.of("a note"));
    }

    /** Of the weights of a file. */
    private static ReplicasReport ofFile(String sha256) {
        ReplicasReport made = report(true);
        Trained trained = made.trained();
        return with(
                made,
                "net.onnx",
                new Trained(
                        Optional.of(sha256),
                        trained.data(),
                        trained.sha256(),
                        trained.train(),
                        trained.test(),
                        trained.classes(),
                        trained.chance(),
                        trained.optimizer(),
                        trained.batch(),
                        trained.steps(),
                        trained.resident(),
                        trained.form(),
                        trained.notes()),
                made.replicas());
    }

    private static ReplicasReport with(
            ReplicasReport made, String network, Trained trained, List<ReplicasReport.Replica> replicas) {
        return new ReplicasReport(
                network,
                made.parameters(),
                trained,
                made.plan(),
                made.processors(),
                made.threads(),
                replicas,
                made.rounds(),
                made.findings(),
                made.figures(),
                made.accuracy(),
                made.one(),
                made.besideOne(),
                made.ending(),
                made.exact(),
                made.interrupted(),
                made.failure());
    }

    /** The same, computed by a worker of a pool. */
    private static ReplicasReport.Replica pooled(ReplicasReport.Replica own) {
        return new ReplicasReport.Replica(
                own.rank(),
                own.target(),
                own.samples(),
                own.unopened(),
                own.gradients(),
                own.placement(),
                own.losses(),
                own.times(),
                own.theory(),
                Optional.of("w1"),
                own.notes());
    }

    private static ReplicasReport report(boolean holds) {
        Round whole = new Round(
                OptionalLong.of(1),
                List.of(taken(0), taken(1)),
                2.5,
                48,
                48,
                true,
                OptionalInt.of(1),
                Duration.ofMillis(12),
                Duration.ofMillis(1),
                Duration.ofMillis(2));
        Round lacking = new Round(
                OptionalLong.of(2),
                List.of(taken(0), new Share(1, Share.Fate.LATE, 24, 1, Optional.empty(), "no gradient within 5000 ms")),
                2.25,
                24,
                48,
                false,
                OptionalInt.of(0),
                Duration.ofMillis(5012),
                Duration.ofMillis(1),
                Duration.ofMillis(2));
        Evaluation accuracy = new Evaluation(2, Duration.ofSeconds(1), 90, 100, new Interval(0.825, 0.945));
        return new ReplicasReport(
                "mlp",
                17226,
                new Trained("digits", "f00d", 1438, 359, 10, 0.1, "adam", 48, 2, false, List.of("drawn")),
                new ReplicaPlan(
                        Shards.even(48, 2), 2, 2, 1, 42, Duration.ofSeconds(5), Duration.ofMinutes(1), 2, List.of()),
                3,
                2,
                List.of(
                        replica(0, Backends.WASM, List.of()),
                        replica(
                                1,
                                Backends.NATIVE_CPU,
                                List.of(new Loss(
                                        1,
                                        2,
                                        new Ended(
                                                Verdict.CRASHED,
                                                Failure.of(ErrorCode.PROCESS_KILLED, "somebody killed it")),
                                        true)))),
                List.of(whole, lacking),
                List.of(
                        Invariant.SHARDS.of(holds, "seen"),
                        Invariant.REPEATED.notJudged("not all took part in the first 2 steps")),
                holds
                        ? Optional.of(new ReplicaFigures(
                                Samples.ofMillis(15),
                                Samples.ofMillis(1),
                                Samples.ofMillis(2),
                                3200,
                                0.25,
                                0.75,
                                OptionalDouble.empty(),
                                1,
                                0.5))
                        : Optional.empty(),
                Optional.of(accuracy),
                Optional.of(accuracy),
                Agreement.among(List.of(2.5f, 2.25f), List.of(2.5f, 2.25f)),
                Optional.of(new Ending(0.0123, 2.5e-7, 1e-7, 1, Optional.of(new Ending.Answers(100, 3, 2, 1)))),
                Optional.of(new Trajectory(List.of(new Trajectory.Step(1, 2.5, 2.5, 0.25, false, false)))),
                false,
                Optional.empty());
    }

    @Test
    void a_run_is_told_with_who_was_late_and_who_died() {
        CliHarness.Result result = run(report(true), "distributed", "replicas", "mlp", "--replicas", "wasm,cpu");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .contains("2 replicas, 2 steps by adam on digits, 48 samples a round as 24+24")
                .contains("step 2: 24 of 48 samples; [1] late (no gradient within 5000 ms)")
                .contains(", since it was started again in step 2: nothing shows where it ran before")
                .contains("[1] lost in step 2, started again: somebody killed it")
                .contains("not judged: the same replicas come to the same bits once more")
                .contains("refused: 2 replicas of 2 threads on 3 processors are oversubscribed")
                .contains(
                        "parameters at the end: 0.0123 of their way off that worker's, and 2.5e-7 off one's that lacked the"
                                + " same samples in 1 step; other answers to 3 of 100 held-out samples, 2 right here alone and 1"
                                + " there (McNemar's p = 1.00)")
                .containsSubsequence("6.00 ms", "3.00 ms", "72.0 kB");
        assertThat(asked.get(0).plan().shards().counts()).containsExactly(24, 24);
        assertThat(asked.get(0).plan().patience()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void replicas_of_other_machines_do_not_count_among_those_that_are_too_many_here() {
        ReplicasReport made = report(true);
        List<ReplicasReport.Replica> three = new ArrayList<>(made.replicas());
        three.add(pooled(replica(2, Backends.NATIVE_CPU, List.of())));

        CliHarness.Result result = run(
                with(made, made.network(), made.trained(), three),
                "distributed",
                "replicas",
                "mlp",
                "--replicas",
                "wasm,cpu,cpu");

        assertThat(result.out()).contains("refused: 2 replicas of 2 threads on 3 processors are oversubscribed");
        assertThat(kept().place().backend()).isEqualTo("3 replicas (wasm, cpu, cpu elsewhere)");
        assertThat(kept().place().replicas())
                .extracting(TrainingReplica::elsewhere)
                .containsExactly(Optional.empty(), Optional.empty(), Optional.of("w1"));
    }

    @Test
    void a_run_is_kept_as_one_training_whose_place_is_all_replicas() {
        run(report(true), "distributed", "replicas", "mlp", "--replicas", "wasm,cpu", "--seed", "7");

        TrainingRun kept = kept();
        assertThat(kept.place().backend()).isEqualTo("2 replicas (wasm, cpu)");
        assertThat(kept.place().replicas()).extracting(TrainingReplica::rounds).containsExactly(2L, 1L);
        assertThat(kept.place().replicas().get(1).placement().orElseThrow()).endsWith(", since step 2");
        assertThat(kept.found().verdict()).isEqualTo(Verdict.PASS);
        assertThat(kept.found().proof()).contains(ProofClass.PROVEN);
        assertThat(kept.found().checks().exactSteps()).isOne();
        assertThat(kept.found().checks().repeated()).isEmpty();
        assertThat(kept.found().checks().likeNative()).contains(TrainingFindings.Reproduction.BITWISE);
        assertThat(kept.found().notes())
                .contains("1 of 2 rounds without a part of their batch; in 0 others took over a share");
        assertThat(kept.steps())
                .as("no round was whole in which gradients alone were asked for")
                .containsExactly(
                        new TrainingStep(1, 2.5, OptionalDouble.empty(), OptionalDouble.empty()),
                        new TrainingStep(2, 2.25, OptionalDouble.empty(), OptionalDouble.empty()));
        assertThat(kept.last().orElseThrow().right()).isEqualTo(90);
        assertThat(kept.layers())
                .extracting(LayerGradient::name)
                .containsExactly("[0] dense1.weight", "[1] dense1.weight");
        assertThat(kept.task().batch()).isEqualTo(48);

        run(report(false), "distributed", "replicas", "mlp");
        assertThat(kept().found().verdict()).isEqualTo(Verdict.WRONG);
        assertThat(kept().found().reason().orElseThrow()).startsWith("broken: ");
    }

    @Test
    void of_a_file_its_hash_is_kept_and_told() throws IOException {
        String sha256 = "beef".repeat(16);
        Path file = Files.writeString(folder.resolve("net.onnx"), "whatever is there");
        CliHarness.Result result =
                run(ofFile(sha256), "distributed", "replicas", file.toString(), "--replicas", "wasm,cpu", "--json");

        assertThat(kept().task().modelSha256()).contains(sha256);
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.REPLICAS.validate(document);
        assertThat(document.at("/training/modelSha256").asText()).isEqualTo(sha256);

        JsonNode made = Json.MAPPER.readTree(
                run(report(true), "distributed", "replicas", "mlp", "--json").out());
        assertThat(made.at("/training/modelSha256").isNull()).isTrue();
        assertThat(kept().task().modelSha256()).isEmpty();
    }

    @Test
    void what_does_not_hold_ends_with_1_and_has_no_speed() {
        CliHarness.Result result = run(report(false), "distributed", "replicas", "mlp");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out()).contains("BROKEN").doesNotContain("samples/s").doesNotContain("6.00 ms");
        assertThat(asked.get(0).replicas())
                .extracting(chosen -> chosen.backend().id())
                .containsExactly("wasm", "wasm", "cpu");
    }

    @Test
    void where_one_does_not_begin_nothing_is_trained_and_nothing_holds() {
        ReplicasReport begun = report(true);
        ReplicasReport.Replica first = begun.replicas().get(0);
        ReplicasReport.Replica unopened = new ReplicasReport.Replica(
                0,
                first.target(),
                24,
                Optional.of(new Ended(
                        Verdict.UNSUPPORTED, Failure.of(ErrorCode.MODEL_UNTRAINABLE, "it has no such operator"))),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                first.times(),
                first.theory(),
                Optional.empty(),
                List.of());
        ReplicasReport report = new ReplicasReport(
                begun.network(),
                begun.parameters(),
                begun.trained(),
                begun.plan(),
                begun.processors(),
                begun.threads(),
                List.of(unopened, begun.replicas().get(1)),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty());

        CliHarness.Result result = run(report, "distributed", "replicas", "mlp");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out()).contains("it has no such operator");
        TrainingRun kept = kept();
        assertThat(kept.found().verdict()).isEqualTo(Verdict.UNSUPPORTED);
        assertThat(kept.found().failure()).contains("[0] did not begin: it has no such operator");
    }

    @Test
    void parts_and_faults_are_as_they_were_asked_for() {
        run(
                report(true),
                "distributed",
                "replicas",
                "mlp",
                "--replicas",
                "wasm,cpu",
                "--shards",
                "8,24",
                "--kill",
                "1@50",
                "--patience",
                "500ms");

        ReplicaPlan plan = asked.get(0).plan();
        assertThat(plan.shards().counts()).containsExactly(8, 24);
        assertThat(plan.kills()).containsExactly(new ReplicaPlan.Kill(1, 50));
        assertThat(plan.patience()).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void the_document_is_as_its_schema_says() throws IOException {
        for (boolean holds : List.of(true, false)) {
            JsonNode document = Json.MAPPER.readTree(run(report(holds), "distributed", "replicas", "mlp", "--json")
                    .out());
            DocumentSchema.REPLICAS.validate(document);
            assertThat(document.at("/rounds/1/shares/1/fate").asText()).isEqualTo("LATE");
            assertThat(document.at("/replicas/1/losses/0/restarted").asBoolean())
                    .isTrue();
            assertThat(document.at("/replicas/0/restartedInStep").isNull()).isTrue();
            assertThat(document.at("/replicas/1/restartedInStep").asLong()).isEqualTo(2);
            assertThat(document.at("/figures").isNull()).isNotEqualTo(holds);
            for (String time : List.of(
                    "/replicas/0/computeMs",
                    "/replicas/0/idleMs",
                    "/rounds/0/gatherMs",
                    "/rounds/0/updateMs",
                    "/rounds/0/shares/0/computeMs",
                    "/rounds/0/shares/0/transferMs")) {
                assertThat(document.at(time).isNull()).as(time).isNotEqualTo(holds);
            }
            assertThat(document.at("/invariants/1/holds").isNull()).isTrue();
        }
    }

    @Test
    void what_a_worker_is_to_have_may_be_said_of_the_configured_pool() throws IOException {
        Path address = Files.writeString(
                folder.resolve("me"),
                "bascule://lab:7423#me-0001.%s.%s".formatted("s".repeat(43), "f".repeat(42) + "A"));

        CliHarness.Result pooled = where(address, "pool:cpu,cpu");
        assertThat(pooled.exit()).as(pooled.err()).isZero();
        assertThat(services.replicaPool.orElseThrow().where()).isEqualTo(Requirement.parse("os=linux"));
        assertThat(where(address, "cpu,cpu").err())
                .as("the control: no replica is a pool's")
                .contains("belong to --on");
    }

    private CliHarness.Result where(Path address, String replicas) {
        services = new FakeServices();
        services.replicas = (request, listener) -> report(true);
        CliHarness harness = new CliHarness(folder, services);
        harness.with("BASCULE_POOL", address.toString());
        return harness.run("distributed", "replicas", "mlp", "--replicas", replicas, "--where", "os=linux");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nothing",
                "mlp --replicas wasm",
                "mlp --replicas wasm,cpu --shards 8",
                "mlp --replicas wasm,cpu --shards 8,8 --batch 16",
                "mlp --replicas wasm,cpu --batch 1",
                "mlp --patience never",
                "mlp --kill 9@1",
                "mlp --kill 1@101",
                "mlp --kill 1",
                "mlp --restarts -1",
                "mlp --every 0",
                "mlp --replicas chromium:cpu,wasm"
            })
    void what_makes_no_sense_is_refused(String words) {
        assertThat(run(report(true), ("distributed replicas " + words).split(" ", -1))
                        .exit())
                .isEqualTo(2);
    }
}
