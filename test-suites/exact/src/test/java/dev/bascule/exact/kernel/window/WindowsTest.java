package dev.bascule.exact.kernel.window;

import static dev.bascule.models.onnx.Attributes.ints;
import static dev.bascule.models.onnx.Attributes.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.rounding.Rounding;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowsTest {

    @Test
    void sources_go_through_the_cells_of_one_window_after_the_other() {
        Windows windows = Windows.of(call(ints("pads", 1, 0, 0, 0), ints("dilations", 1, 2)), new int[] {2, 3}, 2, 2);

        assertThat(windows.out()).containsExactly(2, 1);
        assertThat(windows.sources(0, 2)).containsExactly(-1, -1, 0, 2, 0, 2, 3, 5);
        assertThat(windows.sources(1, 2)).containsExactly(0, 2, 3, 5);
    }

    @Test
    void the_odd_padding_is_on_the_side_that_its_mode_names() {
        Windows upper = Windows.of(call(text("auto_pad", "SAME_UPPER"), ints("strides", 2)), new int[] {4}, 3);
        Windows lower = Windows.of(call(text("auto_pad", "SAME_LOWER"), ints("strides", 2)), new int[] {4}, 3);

        assertThat(upper.axes()).containsExactly(new Windows.Axis(4, 3, 2, 1, 0, 1, 2));
        assertThat(lower.axes()).containsExactly(new Windows.Axis(4, 3, 2, 1, 1, 0, 2));
    }

    @Test
    void a_transposed_convolution_has_its_windows_on_its_output() {
        Windows plain = Windows.transposed(call(ints("strides", 3), ints("output_padding", 1)), new int[] {4}, 2);
        Windows same = Windows.transposed(call(ints("strides", 2), text("auto_pad", "SAME_UPPER")), new int[] {4}, 3);
        Windows wanted = Windows.transposed(call(ints("strides", 2), ints("output_shape", 10)), new int[] {4}, 3);

        assertThat(plain.axes()).containsExactly(new Windows.Axis(12, 2, 3, 1, 0, 0, 4));
        assertThat(same.axes()).containsExactly(new Windows.Axis(8, 3, 2, 1, 0, 1, 4));
        assertThat(wanted.axes()).containsExactly(new Windows.Axis(10, 3, 2, 1, 0, -1, 4));
    }

    @Test
    void a_window_that_fits_nowhere_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Windows.of(call(), new int[] {2}, 3))
                .withMessage("a window that reaches over 3 does not fit into 2");
    }

    private static Call call(AttributeProto... attributes) {
        NodeProto node = NodeProto.newBuilder()
                .setOpType("Conv")
                .addAllAttribute(List.of(attributes))
                .build();
        return new Call(node, 19, List.of(), Rounding.NONE, (graph, given) -> given);
    }
}
