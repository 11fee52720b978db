package dev.bascule.models.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FreshFeedsTest {
    private static final Shape SIXTEEN = Shape.of(1, 16);

    private static Tensor counting(Shape shape, int from) {
        long[] values = new long[(int) shape.elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = from + i;
        }
        return Tensor.longs(shape, values);
    }

    private static Tensor reals(Shape shape) {
        float[] values = new float[(int) shape.elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = i / 8f;
        }
        return Tensor.floats(shape, values);
    }

    private static Set<Long> ids(Tensor tensor) {
        Set<Long> ids = new TreeSet<>();
        var data = tensor.data().asLongBuffer();
        while (data.hasRemaining()) {
            ids.add(data.get());
        }
        return ids;
    }

    @Test
    void other_token_ids_are_of_the_vocabulary_that_was_fed_and_the_mask_stays() {
        Tensor mask = counting(SIXTEEN, 0);
        Feeds base = Feeds.of(Map.of("input_ids", counting(SIXTEEN, 500), "attention_mask", mask));
        Map<String, Tensor> fresh = FreshFeeds.of(base, 4, 1).orElseThrow().step(0);
        assertThat(fresh.get("input_ids")).isNotEqualTo(base.step(0).get("input_ids"));
        assertThat(ids(counting(SIXTEEN, 500))).containsAll(ids(fresh.get("input_ids")));
        assertThat(fresh.get("attention_mask")).isEqualTo(mask);
    }

    @Test
    void rows_of_a_table_are_exchanged_whole() {
        Shape table = Shape.of(8, 3);
        Feeds base = Feeds.of(Map.of("x", reals(table)));
        Tensor fresh = FreshFeeds.of(base, 4, 1).orElseThrow().step(0).get("x");
        assertThat(fresh).isNotEqualTo(reals(table));
        for (int row = 0; row < 8; row++) {
            float first = fresh.data().getFloat(row * 12);
            assertThat(fresh.data().getFloat(row * 12 + 4)).isEqualTo(first + 1 / 8f);
        }
    }

    @Test
    void the_seed_decides_and_each_seed_otherwise() {
        Feeds base = Feeds.of(Map.of("x", reals(SIXTEEN)));
        assertThat(FreshFeeds.of(base, 4, 7)).isEqualTo(FreshFeeds.of(base, 4, 7));
        assertThat(FreshFeeds.of(base, 4, 7)).isNotEqualTo(FreshFeeds.of(base, 4, 8));
    }

    @Test
    void a_long_sequence_gives_a_window_and_its_initial_state_stays() {
        List<Tensor> frames = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            frames.add(Tensor.floats(Shape.of(2), i, -i - 1));
        }
        Tensor state = Tensor.floats(Shape.of(2), 3, 4);
        Feeds base = new Feeds(Map.of("x", frames, "state", List.of(state)), Map.of("state", "next"));
        Feeds fresh = FreshFeeds.of(base, 4, 5).orElseThrow();
        assertThat(fresh.steps()).isEqualTo(4);
        assertThat(fresh.step(0)).containsEntry("state", state);
        assertThat(fresh.carry()).isEqualTo(base.carry());
        assertThat(fresh.inputs().get("x")).isNotEqualTo(frames.subList(0, 4));
    }

    @Test
    void constants_scalars_lengths_and_strings_cannot_be_exchanged() {
        assertThat(FreshFeeds.of(
                        Feeds.of(Map.of(
                                "zeros", Tensor.floats(SIXTEEN, new float[16]),
                                "rate", Tensor.longs(Shape.of(), 16_000),
                                "sizes", Tensor.longs(Shape.of(2), 3, 4),
                                "words", Tensor.strings(Shape.of(2), List.of("a", "b")))),
                        4,
                        1))
                .isEmpty();
    }

    @Test
    void nudged_inputs_differ_in_their_last_places_only() {
        Feeds base = Feeds.of(Map.of("x", reals(SIXTEEN), "ids", counting(SIXTEEN, 3)));
        Map<String, Tensor> nudged = FreshFeeds.nudged(base, 1).step(0);
        assertThat(nudged.get("ids")).isEqualTo(counting(SIXTEEN, 3));
        assertThat(nudged.get("x")).isNotEqualTo(reals(SIXTEEN));
        for (int i = 0; i < 16; i++) {
            float was = i / 8f;
            assertThat(nudged.get("x").data().getFloat(i * 4)).isBetween(was * (1 - 1e-6f), was * (1 + 1e-6f));
        }
    }
}
