package dev.bascule.nativerunner.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.ValueRequest;
import dev.bascule.fallback.driver.ValueSession;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.nativerunner.child.InMemoryRunner;
import dev.bascule.nativerunner.evidence.SessionProfile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("native")
class ValueSessionTest {
    private static final Shape FOUR = Shape.of(4);
    private static final Value ONES = Value.of(Tensor.floats(FOUR, 1, 1, 1, 1));

    @TempDir
    Path folder;

    @Test
    void every_dtype_goes_in_and_comes_out_bit_for_bit() throws Exception {
        for (DType dtype : DType.values()) {
            if (dtype.bits() > 0 && dtype.bits() < Byte.SIZE || dtype == DType.FLOAT8E8M0) {
                continue; // ONNX Runtime 1.29 has no kernel that merely copies them; ONNX's cases cast from and to
                // them.
            }
            Value value = Value.of(tensor(dtype));
            try (ValueSession session = open(TinyOnnx.identity(dtype, FOUR), Optional.empty())) {
                assertThat(session.run(Map.of("x", value)).outputs()).isEqualTo(Map.of("y", value));
            }
        }
    }

    @Test
    void an_empty_optional_is_fed_by_a_node_and_the_facts_say_so() throws Exception {
        try (ValueSession session = open(TinyOnnx.hasElement(), Optional.empty())) {
            ValueSession.Outcome empty = session.run(Map.of("x", new Value.Absent()));
            assertThat(empty.outputs()).isEqualTo(Map.of("y", Value.of(Tensor.of(DType.BOOL, Shape.of(), new byte[] {0
            }))));
            assertThat(empty.facts()).containsEntry("fedByNode", "x (empty optional)");
            ValueSession.Outcome filled = session.run(Map.of("x", ONES));
            assertThat(filled.outputs()).isEqualTo(Map.of("y", Value.of(Tensor.of(DType.BOOL, Shape.of(), new byte[] {1
            }))));
            assertThat(filled.facts()).isEmpty();
        }
    }

    @Test
    void a_sequence_keeps_the_types_and_shapes_of_its_tensors() throws Exception {
        Value sequence = new Value.Many(List.of(
                Value.of(Tensor.longs(Shape.of(2), 1, Long.MIN_VALUE)), Value.of(Tensor.longs(Shape.of(0, 3)))));
        try (ValueSession session = open(TinyOnnx.identityOfSequence(DType.INT64), Optional.empty())) {
            assertThat(session.run(Map.of("x", sequence)).outputs()).isEqualTo(Map.of("y", sequence));
        }
    }

    @Test
    void a_string_with_a_null_character_is_refused_for_the_interface_would_cut_it() throws Exception {
        Value cut = Value.of(Tensor.strings(FOUR, List.of("a", "b\0c", "", "d")));
        try (ValueSession session = open(TinyOnnx.identity(DType.STRING, FOUR), Optional.empty())) {
            assertThatThrownBy(() -> session.run(Map.of("x", cut)))
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            refused -> assertThat(refused.errorName()).isEqualTo("UnsupportedTypeError"));
        }
    }

    @Test
    @Timeout(60)
    void an_endless_loop_is_stopped_between_its_nodes() throws Exception {
        ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
        Map<String, Value> inputs = Map.of(
                "turns", Value.of(Tensor.longs(Shape.of(), Long.MAX_VALUE)),
                "go", Value.of(Tensor.of(DType.BOOL, Shape.of(), new byte[] {1})),
                "x", ONES);
        try (ValueSession session = open(TestModels.endless(FOUR), Optional.empty())) {
            watch.schedule(session::stop, 200, TimeUnit.MILLISECONDS);
            assertThatThrownBy(() -> session.run(inputs))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("terminate");
        } finally {
            watch.shutdownNow();
        }
    }

    @Test
    void a_profile_of_the_session_itself_names_the_provider_of_each_node() throws Exception {
        try (ValueSession session = open(TinyOnnx.add(), Optional.of(folder.resolve("run")))) {
            session.run(Map.of("x", ONES, "state", ONES));
            Path profile = session.endProfiling().orElseThrow();
            assertThat(SessionProfile.take(profile))
                    .extracting(node -> node.operator() + " on " + node.provider())
                    .containsExactly("Add on CPUExecutionProvider");
            assertThat(Files.exists(profile)).isFalse();
            assertThat(session.endProfiling()).isEmpty();
        }
    }

    private static Tensor tensor(DType dtype) {
        if (dtype == DType.STRING) {
            return Tensor.strings(FOUR, List.of("", "zw\u00f6lf", "\ud83d\ude00", "a\"b"));
        }
        byte[] bytes = new byte[Math.toIntExact(dtype.bytes(4))];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (dtype == DType.BOOL ? i & 1 : 0x91 + 37 * i);
        }
        return Tensor.of(dtype, FOUR, bytes);
    }

    private static ValueSession open(byte[] onnx, Optional<Path> profile) throws RefusedException {
        return InMemoryRunner.served()
                .openValues(new ValueRequest("cpu", ByteBuffer.wrap(onnx), SessionSettings.defaults(), profile));
    }
}
