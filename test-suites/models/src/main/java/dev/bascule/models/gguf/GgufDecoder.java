package dev.bascule.models.gguf;

import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderShape;
import java.util.OptionalLong;

/** What a file says of the decoder that it holds. Stateless. */
final class GgufDecoder {
    private static final int MOST_LAYERS = 1000;
    private static final int WIDEST = 1 << 20;
    private static final double ROPE_THETA = 10_000;

    private GgufDecoder() {}

    /** @param context positions of the cache, if the model has as many */
    static DecoderConfig config(GgufFile file, int context) {
        Reader reader = new Reader(file, file.text("general.architecture").orElse("unnamed"));
        DecoderShape shape = switch (reader.architecture()) {
            case "llama", "qwen2" -> DecoderShape.LLAMA;
            case "gpt2" -> DecoderShape.GPT2;
            default ->
                throw file.unfit("its architecture '%s' is none that is converted".formatted(reader.architecture()));
        };
        boolean llama = shape == DecoderShape.LLAMA;
        int hidden = reader.size("embedding_length", WIDEST);
        int heads = reader.size("attention.head_count", WIDEST);
        int kvHeads = reader.given("attention.head_count_kv", WIDEST, heads);
        int headSize = reader.given("attention.key_length", WIDEST, hidden / heads);
        reader.refuseOthers(headSize, heads, kvHeads);
        GgufTensor embedding =
                file.tensor("token_embd.weight").orElseThrow(() -> file.unfit("it has no tensor 'token_embd.weight'"));
        if (embedding.rows() > Integer.MAX_VALUE) {
            throw file.unfit("its vocabulary is of %d".formatted(embedding.rows()));
        }
        return new DecoderConfig(
                shape,
                reader.size("block_count", MOST_LAYERS),
                hidden,
                heads,
                kvHeads,
                headSize,
                reader.size("feed_forward_length", WIDEST),
                (int) embedding.rows(),
                Math.min(context, reader.size("context_length", Integer.MAX_VALUE)),
                reader.real("rope.freq_base", ROPE_THETA),
                llama
                        ? reader.real("attention.layer_norm_rms_epsilon", 1e-5)
                        : reader.real("attention.layer_norm_epsilon", 1e-5),
                !llama || file.tensor("blk.0.attn_q.bias").isPresent(),
                file.tensor("output.weight").isEmpty());
    }

    /** Whether the rows of queries and keys are in llama.cpp's order: its converter changes it for this architecture alone. */
    static boolean isReordered(GgufFile file) {
        return file.text("general.architecture").filter("llama"::equals).isPresent();
    }

    private record Reader(GgufFile file, String architecture) {
        int size(String key, int most) {
            return bounded(key, file.whole(name(key)), most);
        }

        int given(String key, int most, int otherwise) {
            OptionalLong value = file.whole(name(key));
            return value.isEmpty() ? otherwise : bounded(key, value, most);
        }

        double real(String key, double otherwise) {
            double value = file.real(name(key)).orElse(otherwise);
            if (!(value > 0 && value < 1e12)) {
                throw file.unfit("%s is %s".formatted(name(key), value));
            }
            return value;
        }

        private int bounded(String key, OptionalLong value, int most) {
            if (value.isEmpty() || value.getAsLong() < 1 || value.getAsLong() > most) {
                throw file.unfit(
                        value.isEmpty()
                                ? "it does not say its " + name(key)
                                : "%s is %d, not 1 to %d".formatted(name(key), value.getAsLong(), most));
            }
            return (int) value.getAsLong();
        }

        private String name(String key) {
            return architecture + "." + key;
        }

        /** Variants whose numbers the graphs would get wrong. */
        void refuseOthers(int headSize, int heads, int kvHeads) {
            if (heads % kvHeads != 0 || headSize < 2 || headSize % 2 != 0) {
                throw file.unfit("%d query heads of %d channels on %d of keys".formatted(heads, headSize, kvHeads));
            }
            int turned = given("rope.dimension_count", WIDEST, headSize);
            if (turned != headSize) {
                throw file.unfit("%d of a head's %d channels are turned".formatted(turned, headSize));
            }
            String scaling = file.text(name("rope.scaling.type")).orElse("none");
            if (!scaling.equals("none") || file.tensor("rope_freqs.weight").isPresent()) {
                throw file.unfit("its rotary positions are scaled (%s)".formatted(scaling));
            }
            if (file.whole(name("expert_count")).orElse(0) > 0) {
                throw file.unfit("it is a mixture of experts");
            }
        }
    }
}
