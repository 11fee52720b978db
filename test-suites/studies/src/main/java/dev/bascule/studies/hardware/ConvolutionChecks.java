package dev.bascule.studies.hardware;

import ai.onnx.proto.OnnxMl.AttributeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/** Convolutions in floats, over a picture of odd edges. Stateless. */
final class ConvolutionChecks {
    private static final Convolution USUAL = new Convolution(5, 19, 23, 7, 3, 1, 1, 1, 1);
    private static final Convolution STRIDED = new Convolution(5, 19, 23, 7, 3, 2, 1, 2, 1);
    private static final Convolution DEPTHWISE = new Convolution(13, 19, 23, 13, 3, 1, 1, 1, 13);
    private static final Convolution POINTWISE = new Convolution(33, 11, 13, 17, 1, 1, 0, 1, 1);

    private ConvolutionChecks() {}

    static List<HardwareCheck> all() {
        return List.of(
                check("conv-fp32", "Conv fp32, 3x3", DType.FLOAT32, USUAL),
                check("conv-fp16", "Conv fp16, 3x3", DType.FLOAT16, USUAL),
                check("conv-bf16", "Conv bf16, 3x3", DType.BFLOAT16, USUAL),
                check("conv-strided-fp32", "Conv fp32, 3x3, stride 2, dilation 2", DType.FLOAT32, STRIDED),
                check("conv-depthwise-fp32", "Conv fp32, 3x3, depthwise", DType.FLOAT32, DEPTHWISE),
                check("conv-depthwise-fp16", "Conv fp16, 3x3, depthwise", DType.FLOAT16, DEPTHWISE),
                check("conv-pointwise-fp32", "Conv fp32, 1x1", DType.FLOAT32, POINTWISE));
    }

    /** What tells an engine these measures. */
    static AttributeProto[] attributes(Convolution shape) {
        return new AttributeProto[] {
            Attributes.ints("kernel_shape", shape.kernel(), shape.kernel()),
            Attributes.ints("strides", shape.stride(), shape.stride()),
            Attributes.ints("pads", shape.pad(), shape.pad(), shape.pad(), shape.pad()),
            Attributes.ints("dilations", shape.dilation(), shape.dilation()),
            Attributes.integer("group", shape.groups())
        };
    }

    private static HardwareCheck check(String id, String title, DType dtype, Convolution shape) {
        ExactNumbers draw = new ExactNumbers(21);
        double[] x = draw.reals(dtype, shape.inputs(), -1, 1);
        double[] w = draw.reals(dtype, shape.weights(), -0.5, 0.5);
        double[] b = draw.reals(dtype, shape.filters(), -1, 1);
        double[] y = shape.of(x, w);
        int area = shape.outHeight() * shape.outWidth();
        for (int i = 0; i < y.length; i++) {
            y[i] += b[i / area];
        }
        return new CheckModel(id, title)
                // Only opset 22 has convolutions of bfloat16.
                .opset(dtype == DType.BFLOAT16 ? 22 : 17)
                .input("x", ExactNumbers.tensor(dtype, x, 1, shape.channels(), shape.height(), shape.width()))
                .constant(
                        "w",
                        ExactNumbers.tensor(
                                dtype,
                                w,
                                shape.filters(),
                                shape.channels() / shape.groups(),
                                shape.kernel(),
                                shape.kernel()))
                .constant("b", ExactNumbers.tensor(dtype, b, shape.filters()))
                .node("Conv", "x w b", "y", attributes(shape))
                .output("y", ExactNumbers.tensor(dtype, y, 1, shape.filters(), shape.outHeight(), shape.outWidth()))
                .within(Bounds.sums(dtype, shape.terms() + 1, 1))
                .shows(MatrixChecks.format(dtype))
                .check();
    }
}
