package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Numbers;
import dev.bascule.quantization.graph.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Indices into a {@link Palette} of each tensor, by Cast and Gather (weight clustering: Han et al., "Deep Compression", 2016). Indices of 4 or
 * 2 bits are packed two or four to a byte, and the table then has a row for each byte: {@code [256, 2]} or {@code [256, 4]}, so that one Gather
 * unpacks and decodes; a tensor so small that this table costs more than it saves has a byte for each index.
 *
 * @param bits of an index
 */
record PaletteCoder(int bits) implements WeightCoder {
    /** Of a table that unpacks: one for each byte. */
    private static final int ROWS = 256;

    @Override
    public Coded code(Weight weight, Names names, long seed) {
        float[] values = weight.values();
        float[] palette = Palette.of(values, 1 << bits, seed);
        int[] indices = new int[values.length];
        float[] decoded = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            indices[i] = Palette.nearest(palette, values[i]);
            decoded[i] = palette[indices[i]];
        }
        int each = each();
        List<TensorProto> plain = plain(weight, names, palette, indices);
        if (each > 1 && values.length % each == 0) {
            List<TensorProto> packed = packed(weight, names, palette, indices, each);
            if (Coded.bytes(packed) < Coded.bytes(plain)) {
                return coded(weight, names, packed, decoded, bits);
            }
        }
        return coded(weight, names, plain, decoded, Byte.SIZE);
    }

    /** How many indices are packed into a byte. */
    private int each() {
        return bits == 4 ? 2 : bits == 2 ? 4 : 1;
    }

    @Override
    public Optional<String> remark(List<LayerChange> layers) {
        long whole = layers.stream().filter(layer -> layer.bits() > bits).count();
        boolean odd = layers.stream().anyMatch(layer -> layer.elements() % each() != 0);
        return each() == 1 || whole == 0
                ? Optional.empty()
                : Optional.of(
                        "%d of %d weights have 8 bits, a byte for each index of %d bits: the table that unpacks %d of a byte takes %d bytes, more than it would save there%s"
                                .formatted(
                                        whole,
                                        layers.size(),
                                        bits,
                                        each(),
                                        ROWS * each() * Float.BYTES,
                                        odd ? ", or their elements do not fill bytes" : ""));
    }

    private static List<TensorProto> plain(Weight weight, Names names, float[] palette, int[] indices) {
        return List.of(
                Numbers.bytes(names.fresh(weight.name() + "_indices"), DType.UINT8, weight.dims(), indices),
                Numbers.floats(names.fresh(weight.name() + "_palette"), List.of((long) palette.length), palette));
    }

    private List<TensorProto> packed(Weight weight, Names names, float[] palette, int[] indices, int each) {
        int[] bytes = new int[indices.length / each];
        for (int i = 0; i < indices.length; i++) {
            bytes[i / each] |= indices[i] << i % each * bits;
        }
        float[] table = new float[ROWS * each];
        for (int i = 0; i < table.length; i++) {
            int index = i / each >> i % each * bits & (1 << bits) - 1;
            table[i] = palette[Math.min(index, palette.length - 1)];
        }
        return List.of(
                Numbers.bytes(
                        names.fresh(weight.name() + "_indices"), DType.UINT8, List.of((long) bytes.length), bytes),
                Numbers.floats(names.fresh(weight.name() + "_palette"), List.of((long) ROWS, (long) each), table),
                Numbers.longs(
                        names.fresh(weight.name() + "_shape"),
                        weight.dims().stream().mapToLong(Long::longValue).toArray()));
    }

    private static Coded coded(Weight weight, Names names, List<TensorProto> constants, float[] decoded, int bits) {
        String wide = names.fresh(weight.name() + "_wide");
        boolean packed = constants.size() > 2;
        String rows = packed ? names.fresh(weight.name() + "_rows") : weight.name();
        List<NodeProto> nodes = new ArrayList<>();
        nodes.add(Protos.node(
                "Cast",
                names.fresh(weight.name() + "_cast"),
                List.of(constants.get(0).getName()),
                List.of(wide),
                Attributes.integer("to", DType.INT32.onnx())));
        nodes.add(Protos.node(
                "Gather",
                names.fresh(weight.name() + ComputedIn.DECODER),
                List.of(constants.get(1).getName(), wide),
                List.of(rows),
                Attributes.integer("axis", 0)));
        if (packed) {
            nodes.add(Protos.node(
                    "Reshape",
                    names.fresh(weight.name() + "_reshape"),
                    List.of(rows, constants.get(2).getName()),
                    List.of(weight.name())));
        }
        return new Coded(constants, nodes, decoded, bits, Coded.bytes(constants));
    }
}
