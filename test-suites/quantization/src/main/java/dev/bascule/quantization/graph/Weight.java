package dev.bascule.quantization.graph;

import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.List;

/**
 * A constant float32 weight of a product. Its values are not to be changed.
 *
 * @param node that takes it; the first of several that take it alike
 * @param name of the constant
 * @param dims of it, at least two
 * @param values row major
 * @param channels the axis of output channels: 0 of Conv, 1 of ConvTranspose (whose groups share it), the last of MatMul,
 *     and by transB of Gemm
 * @param depth the axis that is summed over, as far as it is one axis
 */
public record Weight(NodeProto node, String name, List<Long> dims, float[] values, int channels, int depth) {

    public Weight {
        dims = List.copyOf(dims);
    }

    /** Output channels, in one group where there are groups of a ConvTranspose. */
    public int channelCount() {
        return Math.toIntExact(dims.get(channels));
    }

    /** The channel of an element. */
    public int channelOf(int element) {
        return element / Numbers.stride(dims, channels) % channelCount();
    }

    public long bytes() {
        return (long) values.length * Float.BYTES;
    }

    /** Root mean square of what these values are off, relative to that of the weight; 0 where all are 0 and stay so. */
    public double error(float[] decoded) {
        double off = 0;
        double all = 0;
        for (int i = 0; i < values.length; i++) {
            double difference = (double) decoded[i] - values[i];
            off += difference * difference;
            all += (double) values[i] * values[i];
        }
        return all == 0 ? Math.sqrt(off) : Math.sqrt(off / all);
    }
}
