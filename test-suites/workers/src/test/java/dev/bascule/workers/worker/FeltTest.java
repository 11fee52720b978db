package dev.bascule.workers.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.scheduling.worker.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What a worker says of its sensors, also of such as lie or fail. */
class FeltTest {
    private static final Condition HOT = new Condition(OptionalDouble.of(65), OptionalDouble.of(-2));

    private final List<String> talk = new ArrayList<>();
    private Sensors sensors = Sensors.NONE;
    private final Felt felt = new Felt(working -> sensors.read(working), talk::add);

    @Test
    void what_cannot_be_is_not_said() {
        sensors = working -> new Condition(OptionalDouble.of(40), OptionalDouble.of(65_000));
        assertThat(felt.next(true)).contains(new Condition(OptionalDouble.of(40), OptionalDouble.empty()));
        sensors = working -> new Condition(OptionalDouble.of(Double.NaN), OptionalDouble.of(3));
        assertThat(felt.next(true)).contains(new Condition(OptionalDouble.empty(), OptionalDouble.of(3)));
    }

    @Test
    void a_sensor_that_fails_is_as_none_and_told_once() {
        sensors = working -> {
            throw new IllegalStateException("unplugged");
        };
        assertThat(felt.next(true)).isEmpty();
        assertThat(felt.next(true)).isEmpty();
        assertThat(talk)
                .containsExactly(
                        "the sensors of this machine cannot be read: java.lang.IllegalStateException:" + " unplugged");
    }

    @Test
    void that_nothing_is_known_any_more_is_said_once_after_something_was() {
        assertThat(felt.next(true)).isEmpty();
        sensors = working -> HOT;
        assertThat(felt.next(true)).contains(HOT);
        assertThat(felt.next(true)).contains(HOT);
        sensors = Sensors.NONE;
        assertThat(felt.next(true)).contains(Condition.UNKNOWN);
        assertThat(felt.next(true)).isEmpty();
    }
}
