package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.attempt.StallingMachine.Noise;
import dev.bascule.execution.reference.Challenges;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.ChallengeAnswer;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often pauses of a machine alone look like a replay, and how often a replay is noticed beside them, in the plans that collecting has. */
@Tag("red-team")
class ReplaySimulationTest {
    /** Blocks beside those of native CPU. */
    private static final Plan PAIRS = new Plan(6, new BlockRequest(2, Duration.ofMillis(33), Duration.ofMillis(333)));

    /** Where there is nothing to be held against. */
    private static final Plan ALONE = new Plan(1, new BlockRequest(10, Duration.ofMillis(200), Duration.ofSeconds(2)));

    /** On a software adapter, beside native CPU and alone. */
    private static final List<Plan> SOFTWARE = List.of(
            new Plan(6, new BlockRequest(1, Duration.ZERO, Duration.ofMillis(333))),
            new Plan(1, new BlockRequest(6, Duration.ZERO, Duration.ofSeconds(2))));

    /** What is computed with nothing remembered, between two blocks. */
    private static final double BETWEEN_MS = 40;

    /** The first inference after something else. */
    private static final double COLD = 1.5;

    private static final int SESSIONS = 1500;

    private static final Tensor VALUE = Tensor.floats(Shape.of(1), 2);
    private static final Outputs RIGHT = new Outputs(List.of(new Outputs.Output("y", 0, 0, VALUE)));
    private static final Challenges CHALLENGES =
            new Challenges(List.of(given(7), given(8), given(9)), Optional.empty(), 7, Optional.empty());

    private static Challenges.Given given(float input) {
        return new Challenges.Given(
                Feeds.of(Map.of("x", Tensor.floats(Shape.of(1), input))),
                new Reference(
                        Numerics.Reference.EXACT,
                        List.of(Map.of("y", VALUE)),
                        List.of(),
                        (output, dtype) -> Tolerance.absolute(1e-3, "test")),
                1);
    }

    private record Plan(int blocks, BlockRequest request) {}

    /**
     * What a runner needs of the processor in milliseconds.
     *
     * @param known for the inputs that it is timed with
     * @param fresh for inputs that it sees for the first time
     */
    private record Runner(double known, double fresh) {}

    /**
     * What came of a session.
     *
     * @param alarm whether the runner is suspected
     * @param late whether each of three fresh inferences was five times as long as the others of its block, whatever else was
     */
    private record Seen(boolean alarm, boolean late) {}

    private static Seen session(Plan plan, Noise noise, Runner runner, int number) {
        StallingMachine machine = new StallingMachine(noise, "machine " + number);
        Challenger challenger = new Challenger(CHALLENGES, "session " + number);
        int fresh = 0;
        int late = 0;
        for (int block = 0; block < plan.blocks(); block++) {
            machine.run(BETWEEN_MS);
            BlockRequest asked = challenger.in(plan.request());
            Block measured = measured(machine, asked, runner, fresh);
            for (ChallengeAnswer answer : measured.challenged()) {
                double known = measured.samples().median();
                double took = answer.inferences().median();
                if (fresh < CHALLENGES.given().size() && took >= 5 * known && took - known >= 2) {
                    late++;
                }
                fresh++;
            }
            challenger.answered(measured);
        }
        return new Seen(
                challenger.failure().isPresent(), late == CHALLENGES.given().size());
    }

    private static Block measured(StallingMachine machine, BlockRequest asked, Runner runner, int before) {
        List<Double> samples = new ArrayList<>();
        List<ChallengeAnswer> answers = new ArrayList<>();
        double timed = 0;
        double cold = COLD;
        while ((samples.size() < asked.iterations() || timed < asked.atLeast().toMillis())
                && timed < asked.atMost().toMillis()) {
            while (answers.size() < asked.challenges().size()
                    && asked.challenges().get(answers.size()).after() <= samples.size()) {
                boolean seen = before + answers.size() >= CHALLENGES.given().size();
                double took = machine.run(cold * (seen ? runner.known() : runner.fresh()));
                cold = 1;
                answers.add(new ChallengeAnswer(RIGHT, Samples.ofMillis(took)));
            }
            double took = machine.run(cold * runner.known());
            cold = 1;
            samples.add(took);
            timed += took;
        }
        while (answers.size() < asked.challenges().size()) {
            answers.add(new ChallengeAnswer(RIGHT, Samples.ofMillis(machine.run(runner.fresh()))));
        }
        return new Block(
                Samples.ofMillis(samples.stream().mapToDouble(one -> one).toArray()), Outputs.NONE, answers);
    }

    private static long alarms(Plan plan, Noise noise, Runner runner, int sessions) {
        return IntStream.range(0, sessions)
                .filter(i -> session(plan, noise, runner, i).alarm())
                .count();
    }

    @Test
    void pauses_alone_are_taken_for_a_replay_no_more_often_than_is_said_and_less_than_by_three_late_answers() {
        int late = 0;
        int alarms = 0;
        for (Plan plan : List.of(PAIRS, ALONE)) {
            for (Noise noise : List.of(
                    new Noise(10, 60, false),
                    new Noise(10, 60, true),
                    new Noise(20, 20, false),
                    new Noise(30, 200, true),
                    new Noise(100, 300, false),
                    new Noise(3, 15, true))) {
                for (double cost : new double[] {0.5, 2, 7.5, 60}) {
                    int here = 0;
                    for (int i = 0; i < SESSIONS; i++) {
                        Seen seen = session(plan, noise, new Runner(cost, cost), i);
                        late += seen.late() ? 1 : 0;
                        here += seen.alarm() ? 1 : 0;
                    }
                    assertThat((double) here / SESSIONS)
                            .as("%s, %s, %s ms", plan, noise, cost)
                            .isLessThanOrEqualTo(ReplayDetector.LEVEL);
                    alarms += here;
                }
            }
            System.out.printf(
                    "replay simulation: up to %s: %d of %d honest sessions suspected; %d had three late answers%n",
                    plan, alarms, 24 * SESSIONS, late);
        }
        assertThat(late).as("without looking at the timed ones").isGreaterThan(2 * alarms);
    }

    /** How much of each is noticed at least: a machine that stands still for most of the time hides most. */
    @ParameterizedTest
    @CsvSource({"1e9, 0, 1", "20, 20, 0.6", "10, 60, 0.4"})
    void who_answers_from_memory_is_noticed_on_a_quiet_machine_and_mostly_on_a_busy_one(
            double run, double stall, double share) {
        int sessions = 500;
        for (Runner liar : List.of(new Runner(0.3, 8), new Runner(5, 60), new Runner(0.5, 400))) {
            long noticed = alarms(PAIRS, new Noise(run, stall, false), liar, sessions);
            System.out.printf(
                    "replay simulation: %s, stalls of %.0f ms: %d of %d noticed%n", liar, stall, noticed, sessions);
            assertThat((double) noticed / sessions).as("%s", liar).isGreaterThanOrEqualTo(share);
        }
    }

    /** A block draws the third fresh input in two of three sessions. */
    @Test
    void who_answers_from_memory_in_a_block_of_ten_is_noticed_wherever_three_fresh_inputs_were_posed() {
        int sessions = 500;
        for (Runner liar : List.of(new Runner(0.3, 8), new Runner(5, 60), new Runner(0.5, 400))) {
            long noticed = alarms(ALONE, new Noise(1e9, 0, false), liar, sessions);
            System.out.printf("replay simulation: %s, alone: %d of %d noticed%n", liar, noticed, sessions);
            assertThat((double) noticed / sessions).as("%s", liar).isGreaterThanOrEqualTo(0.6);
        }
    }

    @Test
    void six_timed_inferences_of_a_software_adapter_are_too_few_to_suspect_anyone_by() {
        for (Plan plan : SOFTWARE) {
            assertThat(alarms(plan, new Noise(1e9, 0, false), new Runner(5, 60), 200))
                    .as("%s", plan)
                    .isZero();
        }
    }
}
