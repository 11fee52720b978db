package dev.bascule.workers.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MeasuredTimesTest {
    private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");
    private static final Inventory FAST = machine("a fast processor");
    private static final Inventory SLOW = machine("a slow processor");

    private final MeasuredTimes times =
            new MeasuredTimes(new Forecasts(PredictedTimes.NONE, Runnable::run, id -> Optional.empty()));

    @BeforeEach
    void workers() {
        join("fast", FAST, "1.0");
        join("fast-2", FAST, "1.0");
        join("fast-old", FAST, "0.9");
        join("slow", SLOW, "1.0");
    }

    private static Inventory machine(String processor) {
        return Inventory.of(
                "linux", "x86_64", processor, 2, 1, Map.of("cpu", "session"), Map.of(), List.of(), Set.of());
    }

    private void join(String id, Inventory machine, String product) {
        times.joined(new Seat(new WorkerId(id), "aa", machine, product, 0, NOW));
    }

    private static AttemptStatus attempt(AttemptState state, Inventory machine, String product, double seconds) {
        return new AttemptStatus(
                1,
                new WorkerId("whoever"),
                machine.hardwareClass().key(),
                product,
                state,
                "fifo",
                "it is idle",
                NOW,
                Optional.of(NOW),
                Optional.of(NOW),
                Optional.of(Duration.ofMillis(Math.round(seconds * 1000))),
                Optional.empty(),
                Optional.of("ab"));
    }

    private void took(double... seconds) {
        for (double each : seconds) {
            times.add("resnet cpu", attempt(AttemptState.DONE, FAST, "1.0", each));
        }
    }

    private ServiceTime of(String kind, String worker, Inventory machine) {
        Job job = new Job(
                new JobId("run-1"),
                new Requirement.Anything(),
                kind,
                "anna",
                0,
                NOW,
                Optional.empty(),
                Set.of(),
                true,
                Set.of());
        return times.of(job, new WorkerView(new WorkerId(worker), machine, Optional.empty(), Set.of()));
    }

    private ServiceTime.Known known() {
        return (ServiceTime.Known) of("resnet cpu", "fast", FAST);
    }

    @Test
    void what_was_measured_is_known_on_each_worker_of_the_class_and_nowhere_else() {
        took(9, 10, 12);

        assertThat(known().median()).isEqualTo(Duration.ofSeconds(10));
        assertThat(known().source()).isEqualTo(ServiceTime.Source.MEASURED);
        assertThat(of("resnet cpu", "fast-2", FAST)).isEqualTo(known());
        assertThat(of("resnet cpu", "slow", SLOW)).isInstanceOf(ServiceTime.Unknown.class);
        assertThat(of("resnet cpu", "fast-old", FAST)).isInstanceOf(ServiceTime.Unknown.class);
        assertThat(of("resnet wasm", "fast", FAST)).isInstanceOf(ServiceTime.Unknown.class);
    }

    @Test
    void what_no_job_is_like_any_more_is_forgotten() {
        took(9, 10, 12);
        times.keepOnly(Set.of("resnet cpu"));
        assertThat(known().median()).isEqualTo(Duration.ofSeconds(10));

        times.keepOnly(Set.of("resnet wasm"));
        assertThat(of("resnet cpu", "fast", FAST)).isInstanceOf(ServiceTime.Unknown.class);
    }

    @Test
    void lost_failed_and_cancelled_attempts_and_those_in_trouble_tell_nothing() {
        Stream.of(AttemptState.values())
                .filter(state -> state != AttemptState.DONE)
                .forEach(state -> times.add("resnet cpu", attempt(state, FAST, "1.0", 0.1)));
        times.add(
                "resnet cpu",
                attempt(AttemptState.DONE, FAST, "1.0", 9)
                        .over(
                                AttemptState.DONE,
                                NOW,
                                Optional.of(Duration.ofMillis(100)),
                                Optional.of(Failure.of(ErrorCode.DEVICE_NOT_FOUND, "no such device")),
                                Optional.of("ab")));

        assertThat(of("resnet cpu", "fast", FAST)).isInstanceOf(ServiceTime.Unknown.class);
    }
}
