package dev.bascule.studies.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.Invariant.Verdict;
import dev.bascule.studies.training.Blobs;
import dev.bascule.studies.training.StepOrder;
import dev.bascule.studies.training.TrainingModels;
import dev.bascule.studies.training.TrainingTask;
import dev.bascule.training.data.DataSets;
import dev.bascule.training.data.LabelledData;
import dev.bascule.training.network.Networks;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.optimizer.Optimizers;
import dev.bascule.training.step.TrainingGraphs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How often the judge of ends is wrong where nothing is, and how often it finds what was planted: real native children, the judge and the workers
 * beside them as a run has them. {@code -Dbascule.seeds=N} counts more of them, {@code bascule.firstSeed}, {@code bascule.data}, {@code
 * bascule.steps}, {@code bascule.batch} and {@code bascule.optimizer} others.
 */
@Tag("native")
@Tag("full")
class EndingCountsTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int STEPS = Integer.getInteger("bascule.steps", 12);
    private static final int BATCH = Integer.getInteger("bascule.batch", 12);
    private static final String DATA = System.getProperty("bascule.data", "blobs");
    private static final String OPTIMIZER = System.getProperty("bascule.optimizer", "adam");

    @TempDir
    private Path folder;

    /** What is planted into the sums; each run has a reducer of its own. */
    private enum Planted {
        NOTHING {
            @Override
            Reducer reducer() {
                return Reducer.MEAN;
            }
        },
        SUM_FOR_MEAN {
            @Override
            Reducer reducer() {
                return parts -> Reducer.weighted(parts, 1);
            }
        },
        SHARE_DROPPED {
            @Override
            Reducer reducer() {
                return parts -> Reducer.MEAN.of(parts.subList(0, 1));
            }
        },
        SHARE_DROPPED_ONCE {
            @Override
            Reducer reducer() {
                int[] round = {0};
                return parts -> Reducer.MEAN.of(++round[0] == STEPS - 1 ? parts.subList(0, 1) : parts);
            }
        },
        SHARE_STALE {
            @Override
            Reducer reducer() {
                return stale(1, STEPS);
            }
        },
        SHARE_STALE_ONCE {
            @Override
            Reducer reducer() {
                return stale(STEPS - 1, STEPS - 1);
            }
        };

        abstract Reducer reducer();

        /** In these rounds the last part is that of the round before. */
        private static Reducer stale(int from, int to) {
            List<Reducer.Part> before = new ArrayList<>();
            int[] round = {0};
            return parts -> {
                round[0]++;
                List<Reducer.Part> used = new ArrayList<>(parts);
                int last = parts.size() - 1;
                if (!before.isEmpty() && round[0] >= from && round[0] <= to) {
                    used.set(last, before.get(0));
                }
                before.clear();
                before.add(parts.get(last));
                return Reducer.MEAN.of(used);
            };
        }
    }

    private static LabelledData data() {
        return DATA.equals("blobs") ? Blobs.data() : new DataSets(CacheFolder.ofProcess()).of(DATA);
    }

    private static ReplicaPlan plan(long seed) {
        return new ReplicaPlan(Shards.even(BATCH, 2), STEPS, 1, STEPS, seed, LIMIT, LIMIT, 0, List.of());
    }

    @Test
    void an_undisturbed_run_is_not_called_broken_and_shares_that_are_dropped_are_found() throws Exception {
        int seeds = Integer.getInteger("bascule.seeds", 2);
        long first = Long.getLong("bascule.firstSeed", 1);
        LabelledData data = data();
        TrainingTask task = new TrainingTask(
                Networks.of("mlp", data.sample(), data.classes().size()),
                data,
                Optimizers.of(OPTIMIZER, OptimizerSettings.DEFAULTS),
                BATCH,
                false,
                OptionalDouble.empty());
        Map<Planted, Map<Verdict, Integer>> counts = new EnumMap<>(Planted.class);
        JobIds ids = new JobIds();
        try (BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
                RunnerSource natively = new RunnerSource(
                        "native",
                        Side.NATIVE,
                        new NativeLauncher(bridge.runnerSocket()),
                        bridge,
                        LIMIT,
                        new TimeBreakdown());
                IsolatedRunner one = natively.isolated(Backends.NATIVE_CPU);
                IsolatedRunner other = natively.isolated(Backends.NATIVE_CPU);
                IsolatedRunner updating = natively.isolated(Backends.NATIVE_CPU);
                IsolatedRunner beside = natively.isolated(Backends.NATIVE_CPU)) {
            Place place = new Place(natively, Backends.NATIVE_CPU);
            for (long seed = first; seed < first + seeds; seed++) {
                ReplicaPlan plan = plan(seed);
                TrainingModels.OnDisk graph =
                        TrainingModels.write(TrainingGraphs.replica(task.fed(seed, BATCH / 2)), folder);
                TrainingModels.OnDisk apply = TrainingModels.write(TrainingGraphs.apply(task.fed(seed, BATCH)), folder);
                TrainingModels models = TrainingModels.write(task, seed, folder);
                StepOrder order = new StepOrder(task, seed);
                Map<String, Tensor> initial = new LinkedHashMap<>();
                apply.graph().parameters().forEach(each -> initial.put(each.name(), each.initial()));
                // Not closed: its child is the next one's.
                OneWorker alone = new OneWorker(task, plan, models, natively, beside, ids);
                for (Planted planted : Planted.values()) {
                    List<Worker> workers = List.of(
                            new KeptWorker(place, one, ReplicaModel.of(graph), ids, LIMIT),
                            new KeptWorker(place, other, ReplicaModel.of(graph), ids, LIMIT));
                    Updater updater = Updater.open(apply, order.scalars(1), natively, updating, ids, LIMIT);
                    Rounds.Made made;
                    try (Crew crew =
                            new Crew(workers, rank -> Rounds.inputs(order, plan.shards(), initial, 1, rank), 0)) {
                        assertThat(crew.open()).isEmpty();
                        made = new Rounds(
                                        plan,
                                        crew,
                                        order,
                                        planted.reducer(),
                                        new Watch(),
                                        Rounds.shown(graph.graph()),
                                        () -> false)
                                .make(STEPS, initial, updater, false);
                    }
                    updater.end();
                    assertThat(made.losses()).hasSize(STEPS);
                    Finding finding = EndingJudge.of(
                            Beside.of(alone, SessionSettings.defaults(), order, STEPS, made, initial, () -> false)
                                    .ending());
                    counts.computeIfAbsent(planted, any -> new EnumMap<>(Verdict.class))
                            .merge(finding.verdict(), 1, Integer::sum);
                    System.err.printf("seed %d, %s: %s: %s%n", seed, planted, finding.verdict(), finding.words());
                }
            }
        }
        System.err.printf("%d seeds, mlp on %s, %d steps by %s: %s%n", seeds, DATA, STEPS, OPTIMIZER, counts);

        assertThat(counts.get(Planted.NOTHING)).doesNotContainKey(Verdict.BROKEN);
        assertThat(counts.get(Planted.SHARE_DROPPED)).containsOnlyKeys(Verdict.BROKEN);
    }
}
