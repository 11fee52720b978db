package dev.bascule.app.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.models.packages.SystemCommands;
import dev.bascule.studies.distributed.Collective;
import dev.bascule.studies.distributed.CommPlan;
import dev.bascule.studies.distributed.CommReport;
import dev.bascule.studies.distributed.DataPlan;
import dev.bascule.studies.distributed.DistributedStudy;
import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.LinkLimit;
import dev.bascule.studies.distributed.RankEngine;
import dev.bascule.studies.distributed.RankJob;
import dev.bascule.studies.distributed.RankRun;
import dev.bascule.studies.distributed.TrainingReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real ranks, each time with one thing wrong: the invariant that is for it notices, and without it all hold. */
@Tag("torch-distributed")
@Tag("full")
class SpoiledRanksTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private static @Nullable TorchPython python;

    private TorchRun engine(String spoiling) {
        return engine(folder, spoiling);
    }

    /** @param spoiling Python that puts something wrong in the place of something right */
    static TorchRun engine(Path folder, String spoiling) {
        try {
            Path script = Files.writeString(
                    folder.resolve("main.py"),
                    "import torch, rank, comm, data, strategies\n%s\nrank.main()\n".formatted(spoiling));
            return new TorchRun(python(), HostEnvironment.ofProcess(), Optional.of(script));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Looked for once: reading PyTorch takes seconds. */
    private static TorchPython python() {
        if (python == null) {
            try {
                python = TorchPython.find(HostEnvironment.ofProcess(), new SystemCommands())
                        .orElseThrow();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
        return python;
    }

    /** One rank alone is honest, and run once for each request. */
    record BesideOne(TorchRun spoiled) implements RankEngine {
        private static final Map<Map<String, Object>, RankRun> ONES = new ConcurrentHashMap<>();

        @Override
        public Facts facts() {
            return spoiled.facts();
        }

        @Override
        public Optional<Failure> refuses(LinkLimit link) {
            return spoiled.refuses(link);
        }

        @Override
        public RankRun run(RankJob job, Watcher watcher) {
            return job.ranks() > 1
                    ? spoiled.run(job, watcher)
                    : ONES.computeIfAbsent(
                            job.request(),
                            request -> new TorchRun(python(), HostEnvironment.ofProcess()).run(job, watcher));
        }
    }

    private static CommPlan comm(Optional<LinkLimit> link, long size) {
        return new CommPlan(List.of(2), List.of(8L, size), List.of(Collective.ALL_REDUCE), 2, List.of(), link, LIMIT);
    }

    private static CommReport.Group comm(RankEngine engine, CommPlan plan) {
        return new DistributedStudy(engine, activity -> {}).comm(plan).groups().get(0);
    }

    private static TrainingReport.Group data(TorchRun engine) {
        DataPlan plan = new DataPlan(List.of(2), 32, 6, 3, 1, Optional.empty(), LIMIT, LIMIT);
        return new DistributedStudy(new BesideOne(engine), activity -> {})
                .data(plan)
                .groups()
                .get(0);
    }

    static List<Invariant> broken(List<Finding> findings) {
        return findings.stream().filter(Finding::broken).map(Finding::invariant).toList();
    }

    @Test
    void honest_ranks_hold_all_invariants() {
        assertThat(broken(data(engine("")).findings())).isEmpty();
        CommReport.Group group = comm(
                engine(""),
                new CommPlan(
                        List.of(2),
                        List.of(8L, 1L << 16),
                        List.of(Collective.values()),
                        2,
                        List.of(),
                        Optional.empty(),
                        LIMIT));
        assertThat(broken(group.findings())).isEmpty();
        assertThat(group.failure()).isEmpty();
        assertThat(group.rows())
                .hasSize(2 * Collective.values().length)
                .extracting(CommReport.Row::collective)
                .contains(Collective.values());
    }

    @Test
    void a_sum_in_place_of_an_average_ends_elsewhere_than_one_worker() {
        assertThat(broken(data(engine("""
                                        real = data.backward
                                        data.backward = lambda model, d, places, divisor: real(model, d, places, len(places))
                                        """)).findings()))
                .contains(Invariant.EQUALS_ONE)
                .doesNotContain(Invariant.SAME_PARAMETERS, Invariant.SHARDS);
    }

    @Test
    void no_sync_that_is_left_on_lets_ranks_drift_apart() {
        assertThat(broken(data(engine("""
                                        real = data.step_ddp
                                        def left_on(model, *rest):
                                            with model.no_sync():
                                                return real(model, *rest)
                                        data.step_ddp = left_on
                                        """)).findings()))
                .contains(Invariant.SAME_PARAMETERS)
                .doesNotContain(Invariant.SHARDS);
    }

    @Test
    void no_sync_without_effect_is_noticed_by_the_kernel_s_counters() {
        TrainingReport.Group group = data(engine("""
                        import contextlib
                        data.quiet = lambda model: contextlib.nullcontext()
                        """));

        Assumptions.assumeTrue(group.network() == RankRun.Network.OWN_LOOPBACK, "others use this loopback too");
        assertThat(broken(group.findings())).containsExactly(Invariant.ACCUMULATION);
    }

    @Test
    void ranks_that_send_all_twice_are_noticed_by_the_kernel_s_counters() {
        TrainingReport.Group group = data(engine("""
                        real = data.combine
                        def twice(g, ranks):
                            real(g.clone(), ranks)
                            return real(g, ranks)
                        data.combine = twice
                        """));

        Assumptions.assumeTrue(group.network() == RankRun.Network.OWN_LOOPBACK, "others use this loopback too");
        assertThat(broken(group.findings())).containsExactly(Invariant.COMMUNICATION);
    }

    @Test
    void a_rank_of_another_seed_has_other_parameters() {
        assertThat(broken(data(engine("""
                                        data.seed_of = lambda request: request["seed"] + request["rank"]
                                        """)).findings()))
                .contains(Invariant.SAME_PARAMETERS)
                .doesNotContain(Invariant.SHARDS, Invariant.COMMUNICATION);
    }

    @Test
    void a_shard_that_two_ranks_take_is_noticed() {
        assertThat(broken(data(engine("""
                                        real = data.shard
                                        data.shard = lambda batch, step, rank, ranks, uneven: real(batch, step, 0, ranks, uneven)
                                        """)).findings()))
                .contains(Invariant.SHARDS)
                .doesNotContain(Invariant.SAME_PARAMETERS);
    }

    @Test
    void a_rank_whose_gradients_are_zeros_is_noticed() {
        assertThat(broken(data(engine("""
                                        import torch.distributed as dist
                                        real = data.combine
                                        data.combine = lambda g, ranks: real(g * 0 if ranks > 1 and dist.get_rank() == 1 else g, ranks)
                                        """)).findings()))
                .contains(Invariant.EQUALS_ONE)
                .doesNotContain(Invariant.SAME_PARAMETERS);
    }

    @Test
    void a_rank_that_returns_zeros_and_calls_them_right_is_noticed() {
        CommReport.Group group = comm(engine("""
                        real = comm.AllReduce.act
                        def zeros(self, rank, ranks):
                            result = real(self, rank, ranks)
                            return result * 0 if rank == 1 else result
                        comm.AllReduce.act = zeros
                        expected = comm.AllReduce.expected
                        comm.AllReduce.expected = lambda self, rank, *rest: expected(self, rank, *rest) * (1 - rank)
                        """), comm(Optional.empty(), 1 << 16));

        assertThat(broken(group.findings())).containsExactly(Invariant.VALUES);
        assertThat(group.rows()).allMatch(row -> row.busBandwidth().isEmpty());
    }

    @Test
    void ranks_that_know_the_result_and_never_talk_are_noticed_by_the_kernel_s_counters() {
        CommReport.Group group = comm(engine("""
                        prepare = comm.AllReduce.prepare
                        def remember(self, rank, ranks, count, turn):
                            prepare(self, rank, ranks, count, turn)
                            self.buffer = self.expected(rank, ranks, count, turn)
                        comm.AllReduce.prepare = remember
                        comm.AllReduce.act = lambda self, rank, ranks: self.buffer
                        """), comm(Optional.empty(), 1 << 16));

        assertThat(broken(group.findings())).containsExactly(Invariant.COMMUNICATION);
    }

    @Test
    void ranks_of_different_versions_are_not_let_in() {
        CommReport.Group group = comm(engine("""
                        real = rank.join
                        def other(request):
                            if request["rank"] == 1:
                                torch.__version__ = "9.9.9"
                            return real(request)
                        rank.join = other
                        """), comm(Optional.empty(), 1 << 16));

        assertThat(group.failure().map(Failure::code)).contains(ErrorCode.LIBRARY_MISMATCH);
        assertThat(group.failure().map(Failure::message).orElseThrow()).contains("9.9.9");
        assertThat(group.holds()).isFalse();
    }

    /** Ranks over a link that is another than they are said to have. */
    private record OtherLink(TorchRun real, LinkLimit actual) implements RankEngine {
        @Override
        public Facts facts() {
            return real.facts();
        }

        @Override
        public Optional<Failure> refuses(LinkLimit link) {
            return real.refuses(link);
        }

        @Override
        public RankRun run(RankJob job, Watcher watcher) {
            return real.run(
                    new RankJob(job.ranks(), job.request(), Optional.of(actual), job.patience(), job.limit()), watcher);
        }
    }

    private static LinkLimit link(TorchRun real, String words) {
        LinkLimit link = LinkLimit.parse(words).orElseThrow();
        real.refuses(link).ifPresent(why -> Assumptions.abort(why.message()));
        return link;
    }

    @Test
    void links_that_are_faster_than_they_are_said_to_be_are_noticed() {
        TorchRun real = engine("");
        Optional<LinkLimit> said = Optional.of(link(real, "10mbit"));

        assertThat(broken(comm(new OtherLink(real, link(real, "40mbit")), comm(said, 1 << 20))
                        .findings()))
                .containsExactly(Invariant.LINK_LIMIT);
        assertThat(broken(comm(real, comm(said, 1 << 20)).findings())).isEmpty();
    }

    @Test
    void a_latency_that_is_less_than_it_is_said_to_be_is_noticed() {
        TorchRun real = engine("");
        Optional<LinkLimit> said = Optional.of(link(real, "100mbit,20ms"));

        assertThat(broken(comm(new OtherLink(real, link(real, "100mbit,8ms")), comm(said, 1 << 16))
                        .findings()))
                .containsExactly(Invariant.LINK_LATENCY);
        assertThat(broken(comm(real, comm(said, 1 << 16)).findings())).isEmpty();
    }
}
