package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.MediaReply;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MediaCollectorTest {
    private final MediaCollector collector = new MediaCollector(1, 2);

    private static Packet tensor(String role, String name, Tensor tensor) {
        return new Packet.TensorPacket("j", role, name, 0, 0, tensor);
    }

    private static Message.MediaReturned returned(int number, Map<String, List<Double>> timesMs) {
        return new Message.MediaReturned(
                "j", number, timesMs, Map.of("codec", TextNode.valueOf("opus")), Optional.empty());
    }

    private Reply<MediaReply> after(Packet... packets) {
        for (Packet packet : packets) {
            assertThat(collector.take(packet)).isEmpty();
        }
        return collector.take(returned(1, Map.of("decode", List.of(1.5)))).orElseThrow();
    }

    private static void assertNonsense(Reply<MediaReply> reply) {
        assertThat(reply.failed()).hasValueSatisfying(fault -> assertThat(fault).isInstanceOf(Fault.Lost.class));
    }

    @Test
    void what_came_back_is_brought_with_its_times_and_facts() {
        MediaReply reply = after(tensor("media", "pcm", Tensor.floats(Shape.of(2), 1, 2)))
                .result()
                .orElseThrow();

        assertThat(reply.tensor(MediaReply.PCM)).contains(Tensor.floats(Shape.of(2), 1, 2));
        assertThat(reply.times().get("decode").millis()).containsExactly(1.5);
        assertThat(reply.facts()).containsEntry("codec", "opus");
    }

    @Test
    void the_end_of_another_way_is_not_this_ones() {
        assertThat(collector.take(returned(2, Map.of()))).isEmpty();
    }

    @Test
    void what_is_not_there_is_a_refusal_in_the_pages_own_words() {
        Reply<MediaReply> reply = collector
                .take(new Message.MediaReturned(
                        "j",
                        1,
                        Map.of(),
                        Map.of(),
                        Optional.of(new Message.ErrorInfo("media", "MediaUnavailable", "none", Optional.empty()))))
                .orElseThrow();

        assertThat(reply.failed())
                .hasValueSatisfying(
                        fault -> assertThat(((Fault.Refused) fault).name()).isEqualTo("MediaUnavailable"));
    }

    @Test
    void a_page_that_brings_nothing_or_something_else_makes_no_sense() {
        assertNonsense(after());
        assertNonsense(after(tensor("stream", "pcm", Tensor.floats(Shape.of(2), 1, 2))));
        assertNonsense(after(tensor("media", "other", Tensor.floats(Shape.of(2), 1, 2))));
        assertNonsense(after(tensor("media", "pcm", Tensor.floats(Shape.of(1, 2), 1, 2))));
    }

    @Test
    void pixels_have_three_colours_and_there_are_not_too_many() {
        assertNonsense(after(tensor("media", "pixels", Tensor.of(DType.UINT8, Shape.of(1, 1, 4), new byte[4]))));
        assertNonsense(
                after(tensor("media", "pcm", Tensor.of(DType.FLOAT32, Shape.of(7_000_000), new byte[28_000_000]))));
    }

    @Test
    void what_is_empty_or_longer_than_any_side_makes_no_sense() {
        assertNonsense(after(tensor("media", "pcm", Tensor.of(DType.FLOAT32, Shape.of(0), new byte[0]))));
        assertNonsense(after(tensor("media", "pixels", Tensor.of(DType.UINT8, Shape.of(0, 4, 3), new byte[0]))));
        assertNonsense(
                after(tensor("media", "pixels", Tensor.of(DType.UINT8, Shape.of(1, 8_193, 3), new byte[3 * 8_193]))));
        assertNonsense(
                after(tensor("media", "canvas", Tensor.of(DType.UINT8, Shape.of(8_193, 1, 3), new byte[3 * 8_193]))));
    }

    @Test
    void what_was_not_asked_for_makes_no_sense_beside_what_was() {
        assertNonsense(after(
                tensor("media", "other", Tensor.floats(Shape.of(2), 1, 2)),
                tensor("media", "pcm", Tensor.floats(Shape.of(2), 1, 2))));
    }

    @Test
    void more_times_than_repeats_or_a_time_that_is_missing_makes_no_sense() {
        collector.take(tensor("media", "pcm", Tensor.floats(Shape.of(2), 1, 2)));
        assertNonsense(collector
                .take(returned(1, Map.of("decode", List.of(1.0, 2.0, 3.0))))
                .orElseThrow());
        assertNonsense(collector
                .take(returned(1, Map.of("decode", Collections.singletonList(null))))
                .orElseThrow());
    }

    @Test
    void a_step_that_is_none_or_a_time_that_is_none_makes_no_sense() {
        collector.take(tensor("media", "pcm", Tensor.floats(Shape.of(2), 1, 2)));
        assertNonsense(
                collector.take(returned(1, Map.of("prayer", List.of(1.0)))).orElseThrow());
        assertNonsense(
                collector.take(returned(1, Map.of("decode", List.of(-1.0)))).orElseThrow());
        assertNonsense(collector
                .take(returned(1, Map.of("decode", List.of(Double.NaN))))
                .orElseThrow());
    }
}
