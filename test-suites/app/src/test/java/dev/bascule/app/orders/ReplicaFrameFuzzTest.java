package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** What host and replica say to each other over a pool. */
@FuzzTarget
class ReplicaFrameFuzzTest {
    static Stream<byte[]> seeds() {
        Map<String, Tensor> fed =
                Map.of("samples", Tensor.floats(Shape.of(1, 2), 1, 2), "w", Tensor.longs(Shape.of(), 3));
        return Stream.of(
                ReplicaAsk.open(fed),
                ReplicaAsk.advance(fed, Set.of("w.next")),
                ReplicaAsk.end(),
                ReplicaAnswer.advanced(PlayedComputer.advance(fed)));
    }

    @MethodSource("seeds")
    @FuzzTest
    void a_question_or_an_answer_is_refused_or_read_and_no_larger_than_what_came(byte[] data) {
        Refusals.read(BasculeException.class, () -> ReplicaAsk.read(data))
                .ifPresent(asked -> assertThat(bytes(asked.tensors())).isLessThanOrEqualTo(data.length));
        Refusals.read(BasculeException.class, () -> {
                    ReplicaAnswer.Said said = ReplicaAnswer.read(data);
                    said.over();
                    return said;
                })
                .ifPresent(said ->
                        assertThat(bytes(said.outputs()) + bytes(said.state())).isLessThanOrEqualTo(data.length));
    }

    private static long bytes(Map<String, Tensor> tensors) {
        return tensors.values().stream()
                .mapToLong(tensor -> tensor.data().remaining())
                .sum();
    }
}
