package dev.bascule.fallback.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PackTest {
    private static final Tensor FLOATS = Tensor.floats(new Shape(List.of(3L)), 1, -0f, Float.NaN);
    private static final Tensor EMPTY = Tensor.longs(new Shape(List.of(0L, 2L)));
    private static final Tensor ODD = Tensor.of(DType.INT4, new Shape(List.of(3L)), new byte[] {0x21, 0x03});

    @Test
    void what_is_written_is_read_back_whatever_the_value() throws IOException {
        Tensor words = Tensor.strings(new Shape(List.of(2L)), List.of("ü", ""));
        Map<String, Value> inputs = Map.of(
                "x", Value.of(FLOATS),
                "none", new Value.Absent(),
                "list", new Value.Many(List.of(Value.of(EMPTY), Value.of(words))),
                "nothing in it", new Value.Many(List.of()));
        PackedCase model = new PackedCase("a", model("model"), List.of(inputs, Map.of("x", Value.of(ODD))));
        JsonNode description = Json.MAPPER.createObjectNode().put("operator", "add");
        PackedCase graph = new PackedCase("b", new Program.Graph(description, Map.of("c", ODD)), List.of(Map.of()));

        Pack pack = Pack.read(bytes(model, graph));

        assertThat(pack.size()).isEqualTo(2);
        assertThat(pack.get(0)).isEqualTo(model);
        assertThat(pack.get(1)).isEqualTo(graph);
    }

    @Test
    void what_is_no_pack_is_said_to_be_none() throws IOException {
        ByteBuffer whole = bytes(new PackedCase("a", model("m"), List.of(Map.of("x", Value.of(FLOATS)))));
        byte[] cut = new byte[whole.remaining() - 8];
        whole.get(cut);

        Pack shortened = Pack.read(ByteBuffer.wrap(cut));
        assertThatThrownBy(() -> shortened.get(0))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("does not fit");
        assertThatThrownBy(() -> Pack.read(ByteBuffer.allocate(64))).hasMessageContaining("BASCULEP");
        assertThatThrownBy(() -> Pack.read(ByteBuffer.allocate(2))).hasMessageContaining("2 bytes");
        assertThatThrownBy(() -> shortened.get(7)).hasMessageContaining("no case 7");
    }

    private static Program.Model model(String text) {
        return new Program.Model(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static ByteBuffer bytes(PackedCase... cases) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Pack.write(List.of(cases), out);
        return ByteBuffer.wrap(out.toByteArray());
    }
}
