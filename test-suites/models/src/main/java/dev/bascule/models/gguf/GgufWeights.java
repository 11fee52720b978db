package dev.bascule.models.gguf;

import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderShape;
import dev.bascule.models.zoo.DecoderWeights;
import dev.bascule.models.zoo.Fill;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A decoder's weights out of a file, each held against the dimensions that it must have.
 *
 * @param reordered whether the rows of queries and keys are in llama.cpp's order
 */
record GgufWeights(GgufFile file, DecoderConfig config, boolean reordered) implements DecoderWeights {
    /** GPT-2's one matrix of queries, keys and values: which third is which. */
    private static final Map<String, Integer> FUSED = Map.of("attn_q", 0, "attn_k", 1, "attn_v", 2);

    /** What a weight is in the file: a tensor, and which rows of it. */
    private record Place(GgufTensor tensor, RowOrder order) {}

    @Override
    public Fill vector(String name, long size) {
        Place place = place(name);
        GgufTensor tensor = place.tensor();
        long there = isFused(name) ? 3 * size : size;
        require(tensor, tensor.rows() == 1 && tensor.columns() == there, size);
        if (tensor.type().isQuantised()) {
            throw file.unfit("tensor '%s' is %s, which a vector cannot be".formatted(tensor.name(), tensor.type()));
        }
        // A vector's elements are picked as a matrix's rows are.
        GgufTensor column = new GgufTensor(
                tensor.name(), tensor.type(), List.of(1L, tensor.columns()), tensor.offset(), tensor.bytes());
        return new GgufFill(file, column, place.order(), size, GgufFill.Part.VALUES);
    }

    @Override
    public Matrix matrix(String name, long rows, long columns) {
        Place place = place(name);
        GgufTensor tensor = place.tensor();
        long there = isFused(name) ? 3 * rows : rows;
        // A shorter cache needs no more positions.
        boolean fits = name.startsWith("position_embd") ? tensor.rows() >= rows : tensor.rows() == there;
        require(tensor, tensor.columns() == columns && fits, columns, rows);
        List<Blocks> parts = switch (tensor.type()) {
            case F32, F16 -> List.of();
            case Q4_0 -> List.of(part(place, rows, GgufFill.Part.CODES, GgufFill.Part.SCALES, true));
            case Q4_1 ->
                List.of(new Blocks(
                        fill(place, rows, GgufFill.Part.CODES),
                        fill(place, rows, GgufFill.Part.SCALES),
                        false,
                        Optional.of(fill(place, rows, GgufFill.Part.OFFSETS))));
            case Q8_0 ->
                List.of(
                        part(place, rows, GgufFill.Part.HIGH_CODES, GgufFill.Part.SCALES_OF_HIGH, true),
                        part(place, rows, GgufFill.Part.CODES, GgufFill.Part.SCALES, false));
        };
        return new Matrix(fill(place, rows, GgufFill.Part.VALUES), parts);
    }

    private Blocks part(Place place, long rows, GgufFill.Part codes, GgufFill.Part scales, boolean centred) {
        return new Blocks(fill(place, rows, codes), fill(place, rows, scales), centred, Optional.empty());
    }

    private Fill fill(Place place, long rows, GgufFill.Part part) {
        return new GgufFill(file, place.tensor(), place.order(), rows, part);
    }

    private Place place(String name) {
        if (isFused(name)) {
            String fused = name.replaceFirst("attn_[qkv]", "attn_qkv");
            long third = (long) FUSED.getOrDefault(kind(name), 0) * config.hidden();
            return new Place(found(fused), new RowOrder(third, 0));
        }
        boolean turned = reordered && (kind(name).equals("attn_q") || kind(name).equals("attn_k"));
        return new Place(found(name), turned ? new RowOrder(0, config.headSize()) : RowOrder.SAME);
    }

    private boolean isFused(String name) {
        return config.shape() == DecoderShape.GPT2 && FUSED.containsKey(kind(name));
    }

    /** {@code blk.3.attn_q.weight} is of kind {@code attn_q}. */
    private static String kind(String name) {
        String[] parts = name.split("\\.", -1);
        return parts[Math.max(0, parts.length - 2)];
    }

    private GgufTensor found(String name) {
        return file.tensor(name).orElseThrow(() -> file.unfit("it has no tensor '%s'".formatted(name)));
    }

    private void require(GgufTensor tensor, boolean fits, Object... wanted) {
        if (!fits) {
            throw file.unfit("tensor '%s' is of %s, not %s".formatted(tensor.name(), tensor.dims(), List.of(wanted)));
        }
    }
}
