package dev.bascule.app.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.distributed.DistributedStudy;
import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.RankRun.Network;
import dev.bascule.studies.distributed.Strategy;
import dev.bascule.studies.distributed.StrategyPlan;
import dev.bascule.studies.distributed.TrainingReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real ranks that share a network, each time with one thing wrong: the invariant that is for it notices. */
@Tag("torch-distributed")
@Tag("full")
class SpoiledStrategiesTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    private TrainingReport.Group group(Strategy strategy, int ranks, String spoiling) {
        StrategyPlan plan = new StrategyPlan(strategy, List.of(ranks), 32, 4, 2, 1, 4, 64, 4, Optional.empty(), LIMIT);
        TrainingReport report = new DistributedStudy(
                        new SpoiledRanksTest.BesideOne(SpoiledRanksTest.engine(folder, spoiling)), activity -> {})
                .strategy(plan);
        assertThat(report.failure()).isEmpty();
        return report.groups().get(0);
    }

    private List<Invariant> broken(Strategy strategy, int ranks, String spoiling) {
        return SpoiledRanksTest.broken(group(strategy, ranks, spoiling).findings());
    }

    @Test
    void honest_shards_hold_all_invariants() {
        TrainingReport.Group group = group(Strategy.TENSOR, 2, "");

        assertThat(group.failure()).isEmpty();
        assertThat(group.findings()).noneMatch(Finding::broken);
        assertThat(group.findings()).filteredOn(Finding::holds).hasSizeGreaterThanOrEqualTo(4);
    }

    @Test
    void honest_stages_hold_all_invariants_by_either_schedule() {
        TrainingReport.Group group = group(Strategy.PIPELINE, 2, "");

        assertThat(group.failure()).isEmpty();
        assertThat(group.findings()).noneMatch(Finding::broken);
        assertThat(group.rows()).extracting(TrainingReport.Row::way).containsExactly("GPipe", "1F1B");
    }

    @Test
    void honest_replicas_of_stages_and_of_shards_hold_all_invariants() {
        TrainingReport.Group group = group(Strategy.MIXED, 4, "");

        assertThat(group.failure()).isEmpty();
        assertThat(group.findings()).noneMatch(Finding::broken);
        assertThat(group.rows())
                .allMatch(row -> row.furthest().isPresent())
                .allMatch(row -> !group.oversubscribed() || row.steps().isEmpty());
    }

    @Test
    void a_shard_of_another_rank_makes_another_network() {
        assertThat(broken(Strategy.TENSOR, 2, """
                        real = strategies.shard_of
                        def swapped(tensor, name, shard, shards):
                            return real(tensor, name, shards - 1 - shard if name.endswith(".down") else shard, shards)
                        strategies.shard_of = swapped
                        """)).containsExactly(Invariant.EQUALS_ONE);
    }

    @Test
    void without_the_sum_of_gradients_between_shards_ranks_drift_apart() {
        assertThat(broken(Strategy.TENSOR, 2, """
                        strategies.add_gradients_up = lambda gradient, talk, among: gradient
                        """))
                .contains(Invariant.REPLICAS, Invariant.EQUALS_ONE, Invariant.COMMUNICATION)
                .doesNotContain(Invariant.COMPLETE, Invariant.SAMPLES);
    }

    @Test
    void a_stage_that_drops_a_micro_batch_s_gradient_ends_elsewhere_than_one_rank() {
        assertThat(broken(Strategy.PIPELINE, 2, """
                        import torch.distributed as dist
                        real = strategies.backward_of
                        def dropping(mine, micro, output, gradient):
                            before = {n: None if p.grad is None else p.grad.clone() for n, p in mine.items()}
                            real(mine, micro, output, gradient)
                            if micro == 1 and dist.get_world_size() > 1 and dist.get_rank() == 1:
                                for n, p in mine.items():
                                    p.grad = before[n] if before[n] is not None else torch.zeros_like(p)
                        strategies.backward_of = dropping
                        """)).containsExactly(Invariant.EQUALS_ONE);
    }

    @Test
    void a_stage_of_another_seed_begins_elsewhere_than_one_rank() {
        TrainingReport.Group group = group(Strategy.PIPELINE, 2, """
                        strategies.seed_of = lambda request: request["seed"] + request["rank"]
                        """);

        assertThat(SpoiledRanksTest.broken(group.findings())).containsExactly(Invariant.EQUALS_ONE);
        assertThat(group.findings())
                .filteredOn(Finding::broken)
                .allMatch(finding -> finding.words().contains("from another begin"));
    }

    @Test
    void a_stage_whose_replica_takes_other_samples_at_its_end_is_noticed() {
        assertThat(broken(Strategy.PIPELINE, 2, """
                        real = torch.randperm
                        import torch.distributed as dist
                        torch.randperm = lambda n, **how: real(n, **how).flip(0) if dist.get_rank() == 1 else real(n, **how)
                        """)).contains(Invariant.SAMPLES);
    }

    @Test
    void a_group_that_is_the_whole_world_is_noticed_by_its_sums_and_its_bytes() {
        TrainingReport.Group group = group(Strategy.MIXED, 4, """
                        import torch.distributed as dist
                        real = strategies.replica_groups
                        def world(grid, limit):
                            return {where: dist.group.WORLD for where in real(grid, limit)}
                        strategies.replica_groups = world
                        """);

        assertThat(SpoiledRanksTest.broken(group.findings())).contains(Invariant.EQUALS_ONE);
        if (group.network() == Network.OWN_LOOPBACK) {
            assertThat(SpoiledRanksTest.broken(group.findings())).contains(Invariant.COMMUNICATION);
        }
    }
}
