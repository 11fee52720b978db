package dev.bascule.scheduling.simulate.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.record.RecordedAttempt;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.record.RunRecording;
import dev.bascule.scheduling.simulate.engine.Knowledge;
import dev.bascule.scheduling.simulate.forecast.Forecast;
import dev.bascule.scheduling.simulate.forecast.ForecastCheck;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private static final Instant BEGAN = Instant.EPOCH.plusSeconds(60);

    private static RecordedRun read(String lines) {
        try {
            return RunRecording.read(new StringReader(lines), "run.jsonl");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Jobs that each first free worker takes, in order: made here, without the simulator. Times in milliseconds. */
    private static RecordedRun made(String policy, int jobs, double stretched) {
        Random random = new Random(5);
        long[] free = new long[3];
        List<RecordedAttempt> attempts = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            int worker = 0;
            for (int w = 1; w < free.length; w++) {
                worker = free[w] < free[worker] ? w : worker;
            }
            long submitted = i < jobs / 2 ? 0 : 20_000;
            long placed = Math.max(submitted, free[worker]);
            long before = 100 + random.nextInt(200);
            long took = Math.round((400 + random.nextInt(600)) * stretched);
            long ended = placed + before + took;
            free[worker] = ended + 50;
            attempts.add(new RecordedAttempt(
                    "job-" + i,
                    "kind-" + i % 2,
                    "all",
                    0,
                    "w" + worker,
                    Duration.ofMillis(submitted),
                    Duration.ofMillis(placed),
                    Duration.ofMillis(ended),
                    Duration.ofMillis(took)));
        }
        TreeMap<String, String> workers = new TreeMap<>();
        for (int w = 0; w < free.length; w++) {
            workers.put("w" + w, "box");
        }
        return new RecordedRun("made", policy, 1, Optional.of(BEGAN), workers, new TreeSet<>(), attempts, 0);
    }

    @Test
    void a_run_is_simulated_again_from_its_record_and_an_overhead_set_wrong_is_seen() {
        RecordedRun run = made("fifo", 300, 1);

        assertThat(Replay.of(run).held())
                .hasSize(4)
                .allSatisfy(held -> assertThat(held.holds()).as(held.toString()).isTrue());
        assertThat(new Replay(run, 2, 5).held())
                .filteredOn(held -> !held.holds())
                .extracting(Replay.Held::name)
                .contains("makespan", "overhead");
    }

    /** In nanoseconds. */
    private static List<Long> simulated(Replay replay) {
        return replay.held().stream()
                .map(held -> Math.round(held.simulated() * 1e9))
                .toList();
    }

    /** So that one run is as good as a mean of many, and no more is claimed. */
    @Test
    void nothing_is_drawn_but_by_a_policy_that_draws() {
        for (String policy : Policies.names()) {
            RecordedRun alike = made(policy, 60, 1);
            TreeMap<String, String> two = new TreeMap<>(alike.workers());
            two.put("w0", "another");
            RecordedRun run =
                    new RecordedRun("made", policy, 1, Optional.of(BEGAN), two, new TreeSet<>(), alike.attempts(), 0);
            boolean same = simulated(new Replay(run, 1, 1)).equals(simulated(new Replay(run, 1, 4)));

            assertThat(same).as(policy).isEqualTo(Replay.of(run).seeds() == 1);
        }
    }

    @Test
    void a_record_is_read_as_it_was_written_and_a_broken_one_is_refused_with_its_line() {
        RecordedRun run = made("fifo", 20, 1);
        String lines = RunRecording.write(run);

        assertThat(read(lines)).isEqualTo(run);
        assertThatThrownBy(() -> read(lines + lines.lines().reduce((a, b) -> b).orElseThrow()))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("run.jsonl:65")
                .hasMessageContaining("done twice");
        assertThatThrownBy(() -> read("{}\n"))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("run.jsonl:1");
    }

    @Test
    void a_forecast_holds_where_gains_and_order_came_and_not_where_they_did_not() {
        RecordedRun slow = made("fifo", 200, 1);
        RecordedRun quick = made("assignment", 200, 0.6);
        double base = slow.makespan().toMillis() / 1e3;
        double better = quick.makespan().toMillis() / 1e3;

        ForecastCheck right = ForecastCheck.of(forecast(base, better * 1.02), List.of(slow, quick));
        assertThat(right.holds()).isTrue();
        assertThat(right.orders())
                .singleElement()
                .satisfies(order -> assertThat(order.sooner()).isEqualTo("assignment"));
        assertThat(right.simulatedOnly()).containsExactly("made by random");
        assertThat(ForecastCheck.of(forecast(base, better * 0.8), List.of(slow, quick))
                        .holds())
                .isFalse();
        assertThat(ForecastCheck.of(forecast(base, base * 1.3), List.of(slow, quick))
                        .orders())
                .singleElement()
                .satisfies(order -> assertThat(order.holds()).isFalse());
        assertThat(ForecastCheck.of(forecast(base, better), List.of(slow)).holds())
                .as("nothing was run")
                .isFalse();
    }

    @Test
    void a_run_that_began_before_the_forecast_or_does_not_say_when_is_refused() {
        RecordedRun late = made("fifo", 20, 1);
        Forecast after = new Forecast(BEGAN.plusSeconds(1), "fleet", Knowledge.LEARNED, List.of());

        assertThatThrownBy(() -> ForecastCheck.of(after, List.of(late)))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("began at 1970-01-01T00:01:00Z");
        RecordedRun silent = read(RunRecording.write(late).replaceFirst(",\"started\":\"[^\"]*\"", ""));
        assertThat(silent.started()).isEmpty();
        assertThatThrownBy(() -> ForecastCheck.of(forecast(1, 1), List.of(silent)))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("does not say when");
    }

    @Test
    void a_record_in_which_a_worker_came_late_or_left_is_not_simulated_again() {
        String lines = RunRecording.write(made("fifo", 20, 1));

        assertThatThrownBy(() -> Replay.of(read(
                                lines.replaceFirst("\"at\":0.0,\"worker\":\"w1\"", "\"at\":0.5,\"worker\":\"w1\"")))
                        .held())
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("w1 came after");
        assertThatThrownBy(() -> Replay.of(read(lines + "{\"event\":\"left\",\"at\":1,\"worker\":\"w2\"}\n"))
                        .held())
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("w2 came after");
    }

    /** One worker, two jobs that come at once: who has the higher priority begins first, and the one who waits is not the same. */
    @Test
    void priorities_of_the_record_are_those_of_the_simulation() {
        RecordedRun run = read("""
                {"schemaVersion":1,"what":"record","workload":"w","policy":"assignment","seed":1}
                {"event":"joined","at":0,"worker":"w","hardware":"box"}
                {"event":"submitted","at":0,"job":"a","kind":"long","owner":"x","priority":5}
                {"event":"submitted","at":0,"job":"b","kind":"short","owner":"x","priority":0}
                {"event":"placed","at":0,"job":"a","attempt":1,"worker":"w"}
                {"event":"ended","at":10,"job":"a","attempt":1,"worker":"w","state":"done","tookSeconds":10}
                {"event":"placed","at":10,"job":"b","attempt":1,"worker":"w"}
                {"event":"ended","at":11,"job":"b","attempt":1,"worker":"w","state":"done","tookSeconds":1}
                """);

        assertThat(Replay.of(run).held())
                .filteredOn(held -> held.name().equals("waiting"))
                .singleElement()
                .satisfies(held -> assertThat(held.simulated()).isEqualTo(10));
    }

    private static Forecast forecast(double fifo, double assignment) {
        return new Forecast(
                Instant.EPOCH,
                "fleet",
                Knowledge.LEARNED,
                List.of(new Forecast.OfWorkload(
                        "made",
                        "workload",
                        "fifo",
                        List.of(
                                new Forecast.OfPolicy("fifo", List.of(fifo, fifo * 1.01)),
                                new Forecast.OfPolicy("assignment", List.of(assignment, assignment * 1.01)),
                                new Forecast.OfPolicy("random", List.of(fifo, fifo * 1.02))))));
    }
}
