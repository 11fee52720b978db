package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.distributed.Collective;
import dev.bascule.studies.distributed.CommPlan;
import dev.bascule.studies.distributed.CommReport;
import dev.bascule.studies.distributed.CostModel;
import dev.bascule.studies.distributed.CostReport;
import dev.bascule.studies.distributed.DataPlan;
import dev.bascule.studies.distributed.FaultKind;
import dev.bascule.studies.distributed.FaultPlan;
import dev.bascule.studies.distributed.FaultReport;
import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.distributed.LinkLimit;
import dev.bascule.studies.distributed.RankEngine.Facts;
import dev.bascule.studies.distributed.RankRun;
import dev.bascule.studies.distributed.RankRun.Network;
import dev.bascule.studies.distributed.Sent;
import dev.bascule.studies.distributed.StepShares;
import dev.bascule.studies.distributed.Strategy;
import dev.bascule.studies.distributed.StrategyPlan;
import dev.bascule.studies.distributed.TrainingReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributedCommandTest {
    private static final Facts FACTS =
            new Facts("1.13.0a0", "/usr/bin/python3 3.11.2", List.of("gloo", "nccl"), List.of("Ray"), 2);

    private static final CostReport COST = new CostReport(
            2,
            false,
            List.of(
                    new CostReport.Part(
                            new CostModel(Collective.ALL_REDUCE, 1, 1e-5, 1.2),
                            CostReport.SizeClass.LARGE,
                            List.of(new CostReport.HeldOut(4, true, 4 << 20, 100, 110)),
                            List.of(new CostReport.Extrapolation(8, 4 << 20, 400, 300, 500, 0.5)),
                            Optional.empty()),
                    new CostReport.Part(
                            new CostModel(Collective.BROADCAST, 1, 0, 1.2),
                            CostReport.SizeClass.SMALL,
                            List.of(new CostReport.HeldOut(4, true, 8, 100, 900)),
                            List.of(),
                            Optional.of("too far off"))),
            Optional.empty());

    @TempDir
    private Path folder;

    private final List<CommPlan> talks = new ArrayList<>();
    private final List<DataPlan> trainings = new ArrayList<>();
    private final List<FaultPlan> faults = new ArrayList<>();
    private final List<StrategyPlan> strategies = new ArrayList<>();
    private boolean holds = true;

    private final class Ranks extends NoRanks {
        @Override
        public Facts facts(Listener listener) {
            return FACTS;
        }

        @Override
        public CommReport comm(CommPlan plan, Listener listener) {
            talks.add(plan);
            Samples times = holds ? Samples.ofMillis(10, 12, 11) : Samples.NONE;
            return new CommReport(
                    FACTS,
                    plan.link(),
                    List.of(new CommReport.Group(
                            4,
                            true,
                            Network.LINKS,
                            List.of(new CommReport.Row(Collective.ALL_REDUCE, 4, 1 << 20, times, holds ? 0 : 7)),
                            List.of(new CommReport.Traffic(Collective.ALL_REDUCE, 1 << 20, 4, 26_000_000, 25_165_824)),
                            List.of(Invariant.VALUES.of(holds, "seen")),
                            List.of("reduce-scatter: by all-to-all"),
                            Optional.empty())),
                    holds ? COST : new CostReport(4, false, List.of(), Optional.of("nothing is held out")));
        }

        @Override
        public TrainingReport data(DataPlan plan, Listener listener) {
            trainings.add(plan);
            return new TrainingReport(
                    FACTS,
                    Optional.empty(),
                    Samples.ofMillis(4, 4),
                    OptionalDouble.of(2.3),
                    OptionalDouble.of(1.9),
                    List.of(new TrainingReport.Group(
                            2,
                            false,
                            Network.OWN_LOOPBACK,
                            List.of(new TrainingReport.Row(
                                    "by hand",
                                    Samples.ofMillis(4, 4),
                                    OptionalDouble.of(0.5),
                                    OptionalDouble.of(0.25),
                                    OptionalDouble.empty(),
                                    OptionalDouble.of(3e-8),
                                    Optional.empty(),
                                    Optional.empty(),
                                    Optional.empty())),
                            List.of(Invariant.EQUALS_ONE.of(holds, "seen")),
                            List.of(new RankRun.Usage(0, Duration.ofSeconds(2), 253_000_000)),
                            "communication",
                            List.of(),
                            Optional.empty())),
                    Optional.empty());
        }

        @Override
        public TrainingReport strategy(StrategyPlan plan, Listener listener) {
            strategies.add(plan);
            return new TrainingReport(
                    FACTS,
                    Optional.empty(),
                    Samples.ofMillis(9, 9),
                    OptionalDouble.of(2.8),
                    OptionalDouble.of(2.1),
                    List.of(new TrainingReport.Group(
                            2,
                            false,
                            Network.OWN_LOOPBACK,
                            List.of(new TrainingReport.Row(
                                    "1F1B",
                                    Samples.ofMillis(6, 6),
                                    OptionalDouble.of(0.75),
                                    OptionalDouble.of(0.25),
                                    OptionalDouble.of(0.9),
                                    OptionalDouble.of(3e-8),
                                    Optional.of(new StepShares(0.5, 0.05, 0.2, 0.25)),
                                    Optional.of(new TrainingReport.Bubble(List.of(0.25, 0.35), 0.2)),
                                    Optional.of(new Sent(5_300_000, 5_000_000)))),
                            List.of(Invariant.REPLICAS.of(holds, "seen")),
                            List.of(new RankRun.Usage(0, Duration.ofSeconds(2), 253_000_000)),
                            "computing 50 % of a step",
                            List.of("1F1B: 2 stages, 4 micro-batches"),
                            Optional.empty())),
                    Optional.empty());
        }

        @Override
        public FaultReport faults(FaultPlan plan, Listener listener) {
            faults.add(plan);
            return new FaultReport(
                    FACTS,
                    40,
                    10,
                    plan.training().patience(),
                    List.of(new FaultReport.Row(
                            FaultKind.ELASTIC,
                            3,
                            2,
                            OptionalInt.of(21),
                            Optional.of(Duration.ofMillis(55)),
                            Optional.of("Connection reset by peer"),
                            OptionalInt.of(2),
                            Optional.of(Duration.ofSeconds(4)),
                            Optional.of(Duration.ofMillis(4500)),
                            Optional.empty(),
                            OptionalDouble.of(3e-8),
                            OptionalDouble.of(2e-8),
                            Invariant.RECOVERY.of(holds, "seen"),
                            Optional.of(Invariant.LINK_LATENCY.of(holds, "seen")),
                            Optional.empty())),
                    List.of(new FaultReport.LeftOut(
                            FaultKind.LINK_DOWN, Failure.of(ErrorCode.PART_UNAVAILABLE, "only root makes links"))));
        }
    }

    private CliHarness.Result run(String... words) {
        FakeServices services = new FakeServices();
        services.distributed = new Ranks();
        return new CliHarness(folder, services).run(words);
    }

    private static JsonNode document(CliHarness.Result result) throws IOException {
        JsonNode document = new ObjectMapper().readTree(result.out());
        DocumentSchema.DISTRIBUTED.validate(document);
        return document;
    }

    @Test
    void alone_it_says_what_ranks_are_run_by() throws IOException {
        assertThat(run("distributed").out()).contains("PyTorch 1.13.0a0", "ranks talk by gloo;", "not used: nccl, Ray");
        assertThat(document(run("distributed", "--json")).at("/engine/torch").asText())
                .isEqualTo("1.13.0a0");
    }

    @Test
    void collectives_are_told_with_both_bandwidths_and_the_link() throws IOException {
        CliHarness.Result result =
                run("distributed", "comm", "--ranks", "4", "--link", "100mbit", "--sizes", "8,1048576");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .contains("a link for each rank of 100mbit", "oversubscribed", "by all-to-all")
                .containsSubsequence("all-reduce", "11.0 ms", "95.3 MB/s", "143 MB/s", "0");
        assertThat(talks.get(0).link()).contains(new LinkLimit(100_000_000));
        assertThat(talks.get(0).sizes()).containsExactly(8L, 1_048_576L);
        assertThat(document(run("distributed", "comm", "--json"))
                        .at("/comm/0/collectives/0/wrong")
                        .asInt())
                .isZero();
    }

    @Test
    void of_what_is_wrong_no_speed_is_told_and_it_ends_with_1() throws IOException {
        holds = false;

        CliHarness.Result result = run("distributed", "comm");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out())
                .contains("BROKEN", "no cost model: nothing is held out")
                .doesNotContain("ms ");
        assertThat(document(run("distributed", "comm", "--json"))
                        .at("/comm/0/collectives/0/busBytesPerSecond")
                        .isNull())
                .isTrue();
        assertThat(run("distributed", "data").exit()).isEqualTo(1);
        assertThat(run("distributed", "faults").exit()).isEqualTo(1);
    }

    @Test
    void training_is_told_with_its_efficiency() throws IOException {
        CliHarness.Result result =
                run("distributed", "data", "--ranks", "2", "--batch", "64", "--steps", "8", "--every", "4");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .containsSubsequence("by hand", "4.00 ms", "50 %", "25 %", "-", "3.0e-8")
                .contains("bottleneck: communication", "rank 0: 2.00 s of a processor, 253 MB at most");
        assertThat(trainings.get(0).batch()).isEqualTo(64);
        assertThat(document(run("distributed", "data", "--json"))
                        .at("/data/0/ways/0/loadBalance")
                        .isNull())
                .isTrue();
    }

    @Test
    void a_pipeline_is_told_with_its_bubble_and_its_bytes_beside_theory() throws IOException {
        CliHarness.Result result = run("distributed", "pipeline", "--ranks", "2", "--micro-batches", "8");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .contains("one rank with the whole network: 9.00 ms", "2 stages, 4 micro-batches")
                .containsSubsequence("1F1B", "6.00 ms", "75 %", "25 %", "90 %", "5.30 MB", "5.00 MB", "3.0e-8")
                .contains("bubble: 30 % idle (by stage 25 %, 35 %), 20 % in theory");
        assertThat(strategies.get(0).strategy()).isEqualTo(Strategy.PIPELINE);
        assertThat(strategies.get(0).microBatches()).isEqualTo(8);
        JsonNode way = document(run("distributed", "pipeline", "--json")).at("/pipeline/0/ways/0");
        assertThat(way.at("/bubble/theory").asDouble()).isEqualTo(0.2);
        assertThat(way.at("/sentBytes").asLong()).isEqualTo(5_300_000);
    }

    @Test
    void each_strategy_has_the_ranks_that_fit_it() throws IOException {
        document(run("distributed", "tensor", "--json"));
        document(run("distributed", "mixed", "--json"));

        assertThat(strategies).extracting(StrategyPlan::strategy).containsExactly(Strategy.TENSOR, Strategy.MIXED);
        assertThat(strategies).extracting(StrategyPlan::ranks).containsExactly(List.of(2, 4), List.of(4));
        holds = false;
        assertThat(run("distributed", "mixed").exit()).isEqualTo(1);
    }

    @Test
    void a_network_that_ranks_cannot_share_is_refused_with_what_does_not_divide() {
        assertThat(run("distributed", "tensor", "--ranks", "3").err()).contains("--hidden 256 is not divisible by 3");
        assertThat(run("distributed", "mixed", "--ranks", "2").err()).contains("two replicas");
    }

    @Test
    void faults_are_told_with_what_was_lost() throws IOException {
        CliHarness.Result result = run("distributed", "faults", "--ranks", "2", "--patience", "5");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .containsSubsequence("3→2", "elastic", "21", "55.0 ms", "2", "4.00 s", "4.50 s", "-")
                .contains("left out link-down: only root makes links");
        assertThat(faults.get(0).training().patience()).isEqualTo(Duration.ofSeconds(5));
        assertThat(faults.get(0).kinds()).containsExactly(FaultKind.values());
        JsonNode document = document(run("distributed", "faults", "--json"));
        assertThat(document.at("/faults/0/stepsLost").asInt()).isEqualTo(2);
        assertThat(document.at("/leftOut/0/fault").asText()).isEqualTo("link-down");
    }

    @Test
    void faults_are_chosen_by_name_and_bounded() {
        run("distributed", "faults", "--kinds", "kill,link-flap", "--within", "9", "--link", "100mbit,5ms");

        FaultPlan plan = faults.get(0);
        assertThat(plan.kinds()).containsExactly(FaultKind.KILLED, FaultKind.LINK_FLAP);
        assertThat(plan.chosen()).isTrue();
        assertThat(plan.within()).isEqualTo(Duration.ofSeconds(9));
        assertThat(plan.training().link()).contains(new LinkLimit(100_000_000, Duration.ofMillis(5)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "comm --ranks 1",
                "comm --ranks 2,99",
                "comm --link fast",
                "comm --link 100mbit,2000ms",
                "comm --foretell 1",
                "comm --ranks 2,4 --foretell 4",
                "comm --sizes 0",
                "comm --rounds 0",
                "comm --collectives gossip",
                "data --batch 3",
                "data --every 0",
                "data --steps 400 --every 1",
                "tensor --ranks 2 --hidden 127",
                "tensor --hidden 0",
                "pipeline --ranks 3",
                "pipeline --ranks 2 --blocks 3",
                "pipeline --ranks 2 --micro-batches 0",
                "pipeline --ranks 2 --micro-batches 3",
                "pipeline --ranks 2 --micro-batches 4 --batch 250",
                "mixed --ranks 2",
                "mixed --ranks 5",
                "mixed --batch 252",
                "tensor --ranks 2 --hidden 4096 --blocks 64",
                "faults --steps 40 --every 21",
                "faults --patience 1",
                "faults --kinds flood",
                "faults --patience 20 --within 20",
                "faults --within 0"
            })
    void what_makes_no_sense_is_refused(String words) {
        assertThat(run(("distributed " + words).split(" ", -1)).exit()).isEqualTo(2);
    }

    @Test
    void a_cost_model_is_told_with_its_held_out_errors_and_extrapolations_apart() throws IOException {
        String out =
                run("distributed", "comm", "--ranks", "2,4", "--foretell", "8").out();

        assertThat(out)
                .contains(
                        "fitted at 2 ranks",
                        "8 ranks, extrapolation",
                        "oversubscribed",
                        "no extrapolation of broadcast to 4 KiB: too far off")
                .containsSubsequence(
                        "all-reduce", "1.00 ms", "100 MB/s", "above", "×1.10, ×1.10 *", "400 ms [300 ms to 500 ms] *");
        assertThat(talks.get(0).foretold()).containsExactly(8);
        JsonNode document = document(run("distributed", "comm", "--json"));
        assertThat(document.at("/costModel/parts/0/extrapolations/0/highMillis").asDouble())
                .isEqualTo(500);
        assertThat(document.at("/costModel/parts/1/refused").asText()).isEqualTo("too far off");
    }

    @Test
    void without_pytorch_it_ends_with_5_and_the_remedy() {
        FakeServices services = new FakeServices();
        services.distributed = new NoRanks() {
            @Override
            public CommReport comm(CommPlan plan, Listener listener) {
                throw new BasculeException(ErrorCode.PART_UNAVAILABLE, "none", "bascule install torch-distributed");
            }
        };

        CliHarness.Result result = new CliHarness(folder, services).run("distributed", "comm");

        assertThat(result.exit()).isEqualTo(5);
        assertThat(result.err()).contains("bascule install torch-distributed");
    }
}
