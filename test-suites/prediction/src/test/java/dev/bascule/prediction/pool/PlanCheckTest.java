package dev.bascule.prediction.pool;

import static dev.bascule.prediction.pool.Pools.MIB;
import static dev.bascule.prediction.pool.Pools.cpu;
import static dev.bascule.prediction.pool.Pools.gpu;
import static dev.bascule.prediction.pool.Pools.host;
import static dev.bascule.prediction.pool.Pools.on;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PlanCheckTest {
    private static final ReplicaOption ON_GPU = on("a", "gpu:0", 1, 10, 100, 80);
    private static final ReplicaOption ON_CPU = on("a", "cpu", 1, 100, 100, 0);
    private static final PoolTask TASK = new PoolTask(
            List.of(new PoolModel("a", 10)),
            List.of(cpu(2), gpu(0, 100)),
            host(220),
            List.of(ON_GPU, ON_CPU),
            new PoolLimits(0.7, Optional.of(Duration.ofMillis(200)), OptionalInt.of(2)));

    private static List<String> faults(Placement... placements) {
        return PlanCheck.faults(TASK, new PoolPlan(List.of(placements), true));
    }

    @Test
    void a_plan_that_keeps_every_limit_has_no_fault() {
        assertThat(faults(new Placement(ON_GPU, 1, 1, 10))).isEmpty();
        assertThat(faults(new Placement(ON_CPU, 2, 1, 10))).isEmpty();
    }

    @Test
    void a_plan_whose_memory_is_doctored_is_refused() {
        ReplicaOption doctored = new ReplicaOption(
                "a", ON_GPU.target(), "gpu:0", 1, ON_GPU.time(), new PoolMemory(MIB, MIB, true, "made small"));

        assertThat(faults(new Placement(doctored, 1, 1, 10)))
                .singleElement()
                .asString()
                .contains("is no option");
    }

    @Test
    void replicas_that_have_no_room_are_refused_on_the_host_and_on_the_device() {
        assertThat(faults(new Placement(ON_CPU, 3, 1, 10)))
                .anyMatch(fault -> fault.contains("the host has no room"))
                .anyMatch(fault -> fault.contains("has 3 replicas"));
        assertThat(faults(new Placement(ON_GPU, 2, 1, 10)))
                .singleElement()
                .asString()
                .contains("gpu:0 has no room");
    }

    @Test
    void too_much_load_requests_that_are_forgotten_and_what_is_late_are_refused() {
        assertThat(faults(new Placement(ON_CPU, 1, 1, 10))).anyMatch(fault -> fault.contains("is busy for 1.0"));
        assertThat(faults(new Placement(ON_GPU, 1, 0.5, 5)))
                .anyMatch(fault -> fault.contains("is served at 5.0 of 10.0"));
        assertThat(PlanCheck.faults(
                        TASK.withDeadline(Duration.ofMillis(50)),
                        new PoolPlan(List.of(new Placement(ON_CPU, 2, 1, 10)), true)))
                .anyMatch(fault -> fault.contains("is late"));
    }
}
