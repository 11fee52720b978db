package dev.bascule.scheduling.simulate.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.scheduling.record.RecordedAttempt;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.record.RunRecording;
import dev.bascule.scheduling.simulate.forecast.Forecast;
import dev.bascule.scheduling.simulate.forecast.ForecastCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReplayTest {
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
        return new RecordedRun("made", policy, 1, workers, attempts, 0);
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

    @Test
    void a_record_is_read_as_it_was_written_and_a_broken_one_is_refused_with_its_line() {
        RecordedRun run = made("fifo", 20, 1);
        String lines = RunRecording.write(run);

        assertThat(RunRecording.read(lines, "run.jsonl")).isEqualTo(run);
        assertThatThrownBy(() -> RunRecording.read(
                        lines + lines.lines().reduce((a, b) -> b).orElseThrow(), "run.jsonl"))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("run.jsonl:65")
                .hasMessageContaining("done twice");
        assertThatThrownBy(() -> RunRecording.read("{}\n", "run.jsonl"))
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

    private static Forecast forecast(double fifo, double assignment) {
        return new Forecast(
                Instant.EPOCH,
                "fleet",
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
