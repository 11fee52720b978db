package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeliveryCheckTest {

    private static Outputs.Output output(String name, int step) {
        return new Outputs.Output(name, step, 0, Tensor.floats(Shape.of(1), 1));
    }

    /** Two steps, whose first outputs were shipped. */
    private static DeliveryCheck deliveries() {
        DeliveryCheck deliveries = new DeliveryCheck(2, List.of("y"));
        deliveries.first(new Outputs(List.of(output("y", 0), output("y", 1))));
        return deliveries;
    }

    private static Message.Measured block(Message.Delivery... delivered) {
        return new Message.Measured("j", 0, 3, 1, Optional.of(List.of(delivered)), Optional.empty());
    }

    private static Message.Delivery run(int times, int place) {
        return new Message.Delivery(times, Map.of("y", place));
    }

    private static Optional<String> missing(DeliveryCheck deliveries, Message.Measured block, Outputs.Output... fresh) {
        return deliveries.missing(block, new Outputs(List.of(fresh)), 3);
    }

    @Test
    void a_block_whose_iterations_repeated_what_was_shipped_is_whole() {
        assertThat(missing(deliveries(), block(run(3, 0)))).isEmpty();
    }

    @Test
    void an_output_that_came_with_the_block_is_known_at_its_step_and_no_other() {
        // Iterations 2, 3 and 4 of the session: steps 0, 1, 0.
        assertThat(missing(deliveries(), block(run(1, 0), run(1, 1), run(1, 0)), output("y", 1)))
                .isEmpty();
        assertThat(missing(deliveries(), block(run(1, 1), run(2, 0)), output("y", 1)))
                .hasValueSatisfying(what -> assertThat(what).contains("'y' of step 0", "number 1 of 1"));
    }

    @Test
    void the_next_block_goes_on_where_the_last_one_ended() {
        DeliveryCheck deliveries = deliveries();
        assertThat(missing(deliveries, block(run(3, 0)))).isEmpty();
        assertThat(missing(deliveries, block(run(1, 1), run(2, 0)), output("y", 1)))
                .as("it begins at step 1")
                .isEmpty();
    }

    @Test
    void fewer_or_more_deliveries_than_samples_are_missed() {
        assertThat(missing(deliveries(), block(run(2, 0)))).contains("2 deliveries for 3 samples");
        assertThat(missing(deliveries(), block(run(4, 0)))).contains("4 deliveries for 3 samples");
        assertThat(missing(deliveries(), block())).contains("0 deliveries for 3 samples");
    }

    @Test
    void silence_and_an_iteration_without_a_wanted_output_are_missed() {
        assertThat(missing(deliveries(), new Message.Measured("j", 0, 3, 1))).isPresent();
        assertThat(missing(deliveries(), block(new Message.Delivery(3, Map.of("z", 0)))))
                .hasValueSatisfying(what -> assertThat(what).contains("without 'y'"));
    }

    @Test
    void a_challenge_is_answered_with_every_output_of_every_step() {
        DeliveryCheck deliveries = deliveries();
        assertThat(deliveries.missing(new Outputs(List.of(output("y", 0), output("y", 1))), 2))
                .isEmpty();
        assertThat(deliveries.missing(new Outputs(List.of(output("y", 0))), 2)).isPresent();
    }
}
