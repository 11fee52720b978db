package dev.bascule.studies.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.training.Blobs;
import dev.bascule.studies.training.ExactTraining;
import dev.bascule.studies.training.TrainingReport.Trained;
import dev.bascule.studies.training.TrainingTask;
import dev.bascule.training.data.LabelledData;
import dev.bascule.training.network.Networks;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.optimizer.Optimizers;
import dev.bascule.training.step.TrainingGraph;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real native children train together, right ones and with planted faults. */
@Tag("native")
class ReplicaTrainingTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int STEPS = 12;
    private static final int EXACT = 4;

    @TempDir
    private static Path folder;

    private static BridgeServer bridge;
    private static RunnerSource source;

    @BeforeAll
    static void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
        source = source();
    }

    private static RunnerSource source() {
        return new RunnerSource(
                "native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge, LIMIT, new TimeBreakdown());
    }

    @AfterAll
    static void stop() {
        source.close();
        bridge.close();
    }

    private static ReplicaPlan plan(List<ReplicaPlan.Kill> kills) {
        return new ReplicaPlan(new Shards(List.of(7, 5)), STEPS, EXACT, 5, 42, LIMIT, LIMIT, 1, kills);
    }

    /** The second is killed as step 6 begins, and not started again: the first takes over its share. */
    private static final ReplicaPlan LEFT_ALONE = new ReplicaPlan(
            new Shards(List.of(7, 5)), STEPS, EXACT, 5, 42, LIMIT, LIMIT, 0, List.of(new ReplicaPlan.Kill(1, 6)));

    private static ReplicasReport run(ReplicaPlan plan, UnaryOperator<List<Worker>> workers, Reducer reducer) {
        return run(plan, workers, reducer, source);
    }

    private static ReplicasReport run(
            ReplicaPlan plan, UnaryOperator<List<Worker>> workers, Reducer reducer, RunnerSource natively) {
        LabelledData data = Blobs.data();
        TrainingTask task = new TrainingTask(
                Networks.of("mlp", data.sample(), data.classes().size()),
                data,
                Optimizers.of("adam", OptimizerSettings.DEFAULTS),
                plan.shards().batch(),
                false,
                OptionalDouble.empty());
        JobIds ids = new JobIds();
        ReplicaPlace place = ReplicaPlace.of(new Place(natively, Backends.NATIVE_CPU), ids);
        return new ReplicaTraining(
                        task,
                        plan,
                        List.of(place, place),
                        SessionSettings.defaults(),
                        folder,
                        natively,
                        ids,
                        () -> false,
                        activity -> {})
                .run(
                        new Trained("blobs", "f00d", 192, 96, 3, 0.33, "adam", 12, STEPS, false, List.of()),
                        1,
                        new ReplicaTraining.Parts(workers, reducer));
    }

    private static ReplicasReport right(List<ReplicaPlan.Kill> kills) {
        return run(plan(kills), workers -> workers, Reducer.MEAN);
    }

    /** The second replica is not what it should be. */
    private static ReplicasReport doctored(
            UnaryOperator<Map<String, Tensor>> inputs, BinaryOperator<Map<String, Tensor>> outputs) {
        return run(
                plan(List.of()),
                workers -> List.of(workers.get(0), new Doctored(workers.get(1), inputs, outputs)),
                Reducer.MEAN);
    }

    /** @param outputs what it brings, of what it should have brought and what it brought before */
    private record Doctored(
            Worker inner,
            UnaryOperator<Map<String, Tensor>> inputs,
            BinaryOperator<Map<String, Tensor>> outputs,
            AtomicReference<Map<String, Tensor>> last)
            implements Worker {

        Doctored(Worker inner, UnaryOperator<Map<String, Tensor>> inputs, BinaryOperator<Map<String, Tensor>> outputs) {
            this(inner, inputs, outputs, new AtomicReference<>(Map.of()));
        }

        @Override
        public Optional<Ended> open(Map<String, Tensor> fed) {
            return inner.open(fed);
        }

        @Override
        public Reply<Advance> compute(Map<String, Tensor> fed, Set<String> read) {
            return inner.compute(inputs.apply(fed), read).map(done -> {
                Map<String, Tensor> own = done.outputs().get(0);
                Map<String, Tensor> told = outputs.apply(own, last.getAndSet(own));
                return new Advance(done.feeds(), done.steps(), List.of(told), done.state(), done.readBack());
            });
        }

        @Override
        public Optional<WireTraffic> traffic() {
            return inner.traffic();
        }

        @Override
        public Optional<SessionPlacement> end() {
            return inner.end();
        }

        @Override
        public void kill() {
            inner.kill();
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private static Finding of(ReplicasReport report, Invariant invariant) {
        return report.findings().stream()
                .filter(finding -> finding.invariant() == invariant)
                .findFirst()
                .orElseThrow();
    }

    private static List<Invariant> broken(ReplicasReport report) {
        return report.findings().stream()
                .filter(Finding::broken)
                .map(Finding::invariant)
                .toList();
    }

    private static Map<String, Tensor> changed(Map<String, Tensor> from, String ending, float factor) {
        Map<String, Tensor> changed = new LinkedHashMap<>(from);
        from.forEach((name, tensor) -> {
            if (name.endsWith(ending)) {
                float[] values = new float[Math.toIntExact(tensor.shape().elements())];
                tensor.data().asFloatBuffer().get(values);
                for (int i = 0; i < values.length; i++) {
                    values[i] *= factor;
                }
                changed.put(name, Tensor.floats(tensor.shape(), values));
            }
        });
        return changed;
    }

    @Test
    void two_children_come_to_what_one_worker_comes_to() {
        ReplicasReport report = right(List.of());

        assertThat(report.findings())
                .allMatch(finding -> finding.invariant() == Invariant.RESHARDED
                        ? finding.verdict() == Invariant.Verdict.NOT_JUDGED
                        : finding.holds());
        assertThat(report.findings())
                .extracting(Finding::invariant)
                .containsExactlyInAnyOrder(
                        Invariant.GRADIENTS,
                        Invariant.REDUCTION,
                        Invariant.EQUALS_ONE,
                        Invariant.SAME_PARAMETERS,
                        Invariant.SHARDS,
                        Invariant.FRESH,
                        Invariant.RESHARDED,
                        Invariant.REPEATED,
                        Invariant.COMMUNICATION,
                        Invariant.ENDS_AS_ONE);
        Ending ending = report.ending().orElseThrow();
        assertThat(ending.steps()).isZero();
        assertThat(ending.same()).isEqualTo(ending.undisturbed()).isLessThan(1e-5);
        assertThat(ending.order())
                .as("one that is fed backwards rounds otherwise")
                .isPositive();
        assertThat(ending.answers().orElseThrow().of())
                .isEqualTo(report.accuracy().orElseThrow().of());
        assertThat(report.failure()).isEmpty();
        assertThat(report.replicas())
                .allSatisfy(replica ->
                        assertThat(replica.placement().orElseThrow().failure()).isEmpty());
        assertThat(report.holds()).isTrue();
        assertThat(report.rounds()).hasSize(STEPS).allMatch(Round::isWhole);
        assertThat(of(report, Invariant.SAME_PARAMETERS).words()).startsWith("7 times, 14 of 14 answers");
        assertThat(report.accuracy().orElseThrow().right()).isPositive();
        assertThat(report.one()).isPresent();
        ReplicaFigures figures = report.figures().orElseThrow();
        assertThat(figures.rounds().size())
                .as("rounds but the first %d and the checkpoints 6 and 11", EXACT)
                .isEqualTo(STEPS - EXACT - 2);
        assertThat(figures.efficiency()).as("two replicas on one processor").isEmpty();
        ReplicasReport.Replica replica = report.replicas().get(0);
        assertThat(replica.times().traffic().orElseThrow().sent())
                .isGreaterThan(replica.theory().of(false).sent());
    }

    @Test
    @Tag("full")
    void a_child_that_is_killed_is_told_and_the_run_goes_on() {
        ReplicasReport report = right(List.of(new ReplicaPlan.Kill(1, 8)));

        assertThat(broken(report)).isEmpty();
        assertThat(report.holds()).isTrue();
        assertThat(report.replicas().get(1).losses()).hasSize(1);
        assertThat(report.replicas().get(1).losses().get(0).step()).isEqualTo(8);
        assertThat(report.counted(1, Share.Fate.LOST)).isOne();
        assertThat(report.rounds().get(7).samples()).isEqualTo(7);
        assertThat(report.counted(1, Share.Fate.TAKEN)).isEqualTo(STEPS - 1);
        assertThat(of(report, Invariant.EQUALS_ONE).holds()).isTrue();
        assertThat(of(report, Invariant.ENDS_AS_ONE).holds()).isTrue();
    }

    @Test
    void one_that_is_left_takes_over_the_others_share_from_the_next_round_on() {
        ReplicasReport report = run(LEFT_ALONE, workers -> workers, Reducer.MEAN);

        assertThat(broken(report)).isEmpty();
        assertThat(of(report, Invariant.RESHARDED).holds()).isTrue();
        assertThat(of(report, Invariant.RESHARDED).words()).contains("of 3 of 6 such rounds, steps 7, 8, 9");
        assertThat(report.rounds())
                .hasSize(STEPS)
                .filteredOn(round -> !round.isWhole())
                .hasSize(1);
        assertThat(report.rounds().get(5).samples()).isEqualTo(7);
        assertThat(report.rounds().subList(6, STEPS)).allSatisfy(round -> {
            assertThat(round.isResharded()).isTrue();
            assertThat(round.samples()).isEqualTo(12);
            assertThat(round.shares().get(0).pieces()).isEqualTo(2);
        });
        assertThat(of(report, Invariant.SHARDS).holds()).isTrue();
        assertThat(of(report, Invariant.COMMUNICATION).holds()).isTrue();
        assertThat(of(report, Invariant.ENDS_AS_ONE).holds()).isTrue();
        Ending ending = report.ending().orElseThrow();
        assertThat(ending.steps()).isOne();
        assertThat(ending.undisturbed())
                .as("five samples of one round were never added up")
                .isGreaterThan(100 * ending.bound());
        assertThat(report.holds()).as("the second was not there to the end").isFalse();
    }

    @Test
    @Tag("full")
    void a_round_that_weighs_shards_wrongly_once_they_are_taken_over_is_noticed() {
        ReplicasReport report = run(
                LEFT_ALONE,
                workers -> workers,
                // By what counts, though the session divided by its size.
                parts -> Reducer.MEAN.of(parts.stream()
                        .map(part -> new Reducer.Part(part.samples(), part.outputs()))
                        .toList()));

        assertThat(brokenBeforeTheEnd(report)).containsExactly(Invariant.RESHARDED);
        assertThat(of(report, Invariant.RESHARDED).words()).contains("the gradient of ");
    }

    @Test
    @Tag("full")
    void a_share_that_is_taken_over_and_dropped_from_the_sum_is_noticed() {
        ReplicasReport report = run(
                LEFT_ALONE,
                workers -> workers,
                parts ->
                        Reducer.MEAN.of(parts.size() == 2 && parts.get(1).size() == 7 ? List.of(parts.get(0)) : parts));

        assertThat(brokenBeforeTheEnd(report)).containsExactly(Invariant.RESHARDED);
    }

    @Test
    @Tag("full")
    void samples_that_a_piece_is_filled_up_with_and_that_weigh_are_noticed() {
        ReplicasReport report = run(
                LEFT_ALONE,
                workers -> List.of(
                        new Doctored(workers.get(0), ReplicaTrainingTest::withTargets, (own, before) -> own),
                        workers.get(1)),
                Reducer.MEAN);

        assertThat(brokenBeforeTheEnd(report)).containsExactlyInAnyOrder(Invariant.RESHARDED, Invariant.SHARDS);
        assertThat(of(report, Invariant.SHARDS).words()).contains("filled up with has targets");
    }

    @Test
    @Tag("full")
    void one_that_computes_the_first_piece_of_a_round_and_answers_the_second_with_it_is_noticed() {
        AtomicInteger asked = new AtomicInteger();
        // Alone, from the seventh step on, it has two pieces in each round.
        int alone = ExactTraining.BATCHES + 6;
        ReplicasReport report = run(
                LEFT_ALONE,
                workers -> List.of(
                        new Doctored(
                                workers.get(0),
                                inputs -> {
                                    asked.incrementAndGet();
                                    return inputs;
                                },
                                (own, before) -> asked.get() > alone && (asked.get() - alone) % 2 == 0 ? before : own),
                        workers.get(1)),
                Reducer.MEAN);

        assertThat(broken(report)).containsExactly(Invariant.FRESH);
        assertThat(of(report, Invariant.FRESH).words()).contains("two of its pieces");
        assertThat(of(report, Invariant.RESHARDED).words()).isEqualTo("no round in which others took over came whole");
    }

    /** Whoever has no target has the first. */
    private static Map<String, Tensor> withTargets(Map<String, Tensor> inputs) {
        Tensor targets = Objects.requireNonNull(inputs.get(TrainingGraph.TARGETS));
        float[] values = new float[Math.toIntExact(targets.shape().elements())];
        targets.data().asFloatBuffer().get(values);
        int width = Math.toIntExact(targets.shape().dims().get(1));
        for (int row = 0; row < values.length; row += width) {
            float sum = 0;
            for (int i = row; i < row + width; i++) {
                sum += values[i];
            }
            values[row] += 1 - sum;
        }
        Map<String, Tensor> changed = new LinkedHashMap<>(inputs);
        changed.put(TrainingGraph.TARGETS, Tensor.floats(targets.shape(), values));
        return changed;
    }

    @Test
    @Tag("full")
    void who_was_late_gets_its_share_back_when_it_returns() {
        CountDownLatch through = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger sums = new AtomicInteger();
        ReplicaPlan plan = new ReplicaPlan(
                new Shards(List.of(7, 5)), 200, EXACT, 50, 42, Duration.ofSeconds(2), LIMIT, 1, List.of());
        ReplicasReport report = run(
                plan,
                workers -> List.of(
                        workers.get(0),
                        new Doctored(
                                workers.get(1),
                                inputs -> {
                                    if (asked.incrementAndGet() == ExactTraining.BATCHES + 6) {
                                        await(through);
                                    }
                                    return inputs;
                                },
                                (own, before) -> own)),
                parts -> {
                    if (sums.incrementAndGet() == ExactTraining.BATCHES + 10) {
                        through.countDown();
                    }
                    return Reducer.MEAN.of(parts);
                });

        assertThat(broken(report)).isEmpty();
        assertThat(report.counted(1, Share.Fate.LATE)).isPositive();
        assertThat(report.counted(1, Share.Fate.AWAY)).isGreaterThanOrEqualTo(3);
        assertThat(of(report, Invariant.RESHARDED).holds()).isTrue();
        assertThat(report.rounds().subList(10, 200)).anyMatch(Round::isUndivided);
        assertThat(report.holds()).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Tag("full")
    void rounds_that_were_made_are_told_though_the_run_is_interrupted() {
        AtomicInteger sums = new AtomicInteger();
        ReplicasReport report;
        // Its own: what it was told while it was interrupted is no good to others.
        try (RunnerSource own = source()) {
            report = run(
                    plan(List.of()),
                    workers -> workers,
                    parts -> {
                        // After those of the first batches.
                        if (sums.incrementAndGet() == ExactTraining.BATCHES + EXACT + 2) {
                            Thread.currentThread().interrupt();
                        }
                        return Reducer.MEAN.of(parts);
                    },
                    own);
            assertThat(Thread.interrupted()).isTrue();
        }

        assertThat(report.interrupted()).isTrue();
        assertThat(report.rounds()).hasSizeBetween(EXACT + 1, EXACT + 2).allMatch(Round::isWhole);
        assertThat(broken(report)).isEmpty();
        assertThat(of(report, Invariant.EQUALS_ONE).holds()).isTrue();
        assertThat(report.failure()).isEmpty();
        assertThat(report.figures()).isEmpty();
    }

    @Test
    @Tag("full")
    void a_sum_in_the_place_of_a_mean_is_noticed() {
        ReplicasReport report = run(plan(List.of()), workers -> workers, parts -> Reducer.weighted(parts, 1));

        assertThat(broken(report)).contains(Invariant.REDUCTION).doesNotContain(Invariant.GRADIENTS);
        assertThat(report.figures()).isEmpty();
        assertThat(report.holds()).isFalse();
    }

    @Test
    @Tag("full")
    void an_update_that_is_not_that_of_the_sum_is_noticed() {
        AtomicInteger sums = new AtomicInteger();
        ReplicasReport report = run(plan(List.of()), workers -> workers, parts -> {
            Map<String, Tensor> sum = Reducer.MEAN.of(parts);
            // Those of the first batches are as they should be.
            return sums.incrementAndGet() > ExactTraining.BATCHES ? changed(sum, TrainingGraph.GRADIENT, -1) : sum;
        });

        assertThat(brokenBeforeTheEnd(report)).containsExactly(Invariant.EQUALS_ONE);
    }

    /** The end does not hold either; how far off it is decides whether it is broken or not judged. */
    private static List<Invariant> brokenBeforeTheEnd(ReplicasReport report) {
        assertThat(of(report, Invariant.ENDS_AS_ONE).holds()).isFalse();
        return broken(report).stream()
                .filter(invariant -> invariant != Invariant.ENDS_AS_ONE)
                .toList();
    }

    /** All of them, the eleventh of twelve updates being so many times what it should have been. */
    private static ReplicasReport lateUpdate(float times) {
        AtomicInteger sums = new AtomicInteger();
        return run(LEFT_ALONE, workers -> workers, parts -> {
            Map<String, Tensor> sum = Reducer.MEAN.of(parts);
            return sums.incrementAndGet() == ExactTraining.BATCHES + 11
                    ? changed(sum, TrainingGraph.GRADIENT, times)
                    : sum;
        });
    }

    @Test
    @Tag("full")
    void one_update_that_is_not_that_of_the_sum_long_after_all_else_is_held_to_anything_is_noticed_at_the_end() {
        assertThat(broken(lateUpdate(-1))).containsExactly(Invariant.ENDS_AS_ONE);
    }

    @Test
    @Tag("full")
    void one_late_update_that_is_a_tenth_too_large_is_told_and_not_judged() {
        ReplicasReport report = lateUpdate(1.1f);

        assertThat(broken(report)).isEmpty();
        Finding end = of(report, Invariant.ENDS_AS_ONE);
        assertThat(end.verdict()).as(end.words()).isEqualTo(Invariant.Verdict.NOT_JUDGED);
        Ending ending = report.ending().orElseThrow();
        assertThat(ending.same()).isGreaterThan(ending.bound());
    }

    @Test
    @Tag("full")
    void a_replica_that_returns_zeros_is_noticed() {
        AtomicInteger rounds = new AtomicInteger();
        ReplicasReport report = doctored(
                inputs -> inputs,
                (own, before) -> rounds.incrementAndGet() > 6 ? changed(own, TrainingGraph.GRADIENT, 0) : own);

        assertThat(broken(report)).contains(Invariant.FRESH).doesNotContain(Invariant.GRADIENTS);
        assertThat(of(report, Invariant.FRESH).words()).contains("replica 1", "all its gradients are zero");
        assertThat(report.counted(1, Share.Fate.UNSOUND)).isPositive();
    }

    @Test
    @Tag("full")
    void a_replica_that_returns_gradients_of_the_round_before_is_noticed() {
        AtomicInteger rounds = new AtomicInteger();
        ReplicasReport report =
                doctored(inputs -> inputs, (own, before) -> rounds.incrementAndGet() == 9 ? before : own);

        assertThat(of(report, Invariant.FRESH).broken()).isTrue();
        assertThat(of(report, Invariant.FRESH).words()).contains("round before");
    }

    @Test
    @Tag("full")
    void a_replica_with_parameters_of_its_own_is_noticed() {
        ReplicasReport report = doctored(inputs -> changed(inputs, "weight", 1.001f), (own, before) -> own);

        assertThat(broken(report)).contains(Invariant.SAME_PARAMETERS, Invariant.GRADIENTS);
    }

    @Test
    @Tag("full")
    void a_part_of_the_batch_that_is_not_its_own_is_noticed() {
        AtomicReference<Map<String, Tensor>> first = new AtomicReference<>(Map.of());
        ReplicasReport report = doctored(
                inputs -> {
                    // It stays with the part that it had at first.
                    Map<String, Tensor> kept = first.updateAndGet(known -> known.isEmpty() ? inputs : known);
                    Map<String, Tensor> stale = new LinkedHashMap<>(inputs);
                    stale.replaceAll(
                            (name, tensor) -> name.equals(TrainingGraph.SAMPLES) || name.equals(TrainingGraph.TARGETS)
                                    ? kept.getOrDefault(name, tensor)
                                    : tensor);
                    return stale;
                },
                (own, before) -> own);

        assertThat(of(report, Invariant.SHARDS).broken()).isTrue();
        assertThat(of(report, Invariant.SHARDS).words()).contains("replica 1, step 2: 5 of its 5 samples");
    }

    @Test
    @Tag("full")
    void gradients_that_are_a_thousandth_off_are_named_and_not_averaged_away() {
        ReplicasReport report =
                doctored(inputs -> inputs, (own, before) -> changed(own, TrainingGraph.GRADIENT, 1.001f));

        assertThat(broken(report)).contains(Invariant.GRADIENTS);
        assertThat(of(report, Invariant.GRADIENTS).words()).contains("[1] cpu: the gradient of ");
    }
}
