package dev.bascule.scheduling.simulate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.simulate.model.Arrivals;
import dev.bascule.scheduling.simulate.model.Distribution;
import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.model.Labelled;
import dev.bascule.scheduling.simulate.model.Machines;
import dev.bascule.scheduling.simulate.model.Service;
import dev.bascule.scheduling.simulate.model.Stream;
import dev.bascule.scheduling.simulate.model.Workload;
import dev.bascule.scheduling.worker.Inventory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Jobs that wait for other jobs. */
class DependentJobsTest {
    private static final Arrivals AT_ONCE = new Arrivals.Batch(Duration.ZERO);
    private static final Inventory ANY =
            Inventory.of("linux", "x86_64", "any", 1, 0, Map.of(), Map.of(), List.of(), Set.of());

    private static Outcome simulated(String policy, int workers, List<Stream> streams) {
        List<Service> services = streams.stream()
                .map(stream -> Service.of(
                        stream.kind(),
                        "machine",
                        Labelled.assumed(new Distribution.Constant(
                                stream.kind().startsWith("long") ? Duration.ofSeconds(10) : Duration.ofSeconds(1)))))
                .toList();
        return Simulation.run(
                Fleet.of(Machines.plain("machine", workers, ANY)),
                new Workload("test", streams, services),
                Policies.of(policy, 1),
                Settings.of(1));
    }

    @Test
    void they_begin_when_all_of_those_are_done_and_nobody_is_called_idle_until_then() {
        List<Stream> streams = List.of(
                Stream.plain("second", 4, AT_ONCE).following(Set.of("first")), Stream.plain("first", 5, AT_ONCE));

        for (String policy : Policies.names()) {
            Outcome outcome = simulated(policy, 4, streams);

            assertThat(outcome.done()).as(policy).isEqualTo(9);
            // Two rounds of the first five on four workers, then all four of the second at once.
            assertThat(outcome.makespan()).as(policy).isEqualTo(Duration.ofSeconds(3));
            assertThat(outcome.idle()).as(policy).isZero();
        }
    }

    /** On one worker everything ends at once; on two, what ten seconds wait for must be done first. */
    @Test
    void what_much_waits_for_begins_first_by_upward_rank() {
        List<Stream> streams = List.of(
                Stream.plain("plain", 8, AT_ONCE),
                Stream.plain("before", 1, AT_ONCE),
                Stream.plain("long-after", 1, AT_ONCE).following(Set.of("before")));

        assertThat(simulated("assignment", 2, streams).makespan()).isEqualTo(Duration.ofSeconds(11));
        assertThat(simulated("fifo", 2, streams).makespan()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void a_ring_and_what_is_not_there_are_refused() {
        Stream one = Stream.plain("one", 1, AT_ONCE).following(Set.of("other"));
        Stream other = Stream.plain("other", 1, AT_ONCE).following(Set.of("one"));

        assertThatThrownBy(() -> new Workload("test", List.of(one, other), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wait for each other");
        assertThatThrownBy(() -> new Workload("test", List.of(one), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'other', which is not there");
    }
}
