package dev.bascule.models.gguf;

import dev.bascule.models.zoo.SplitMix;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A decoder of one layer and width 64 in all the types that are handled, with a tokenizer of bytes and two merges. */
public final class SmallGguf {
    private static final int WIDTH = 64;
    private static final int KEYS = 32;

    private SmallGguf() {}

    public static GgufWriter llama() {
        GgufWriter writer = tokenizer(new GgufWriter()
                .text("general.architecture", "llama")
                .whole("llama.block_count", 1)
                .whole("llama.context_length", 64)
                .whole("llama.embedding_length", WIDTH)
                .whole("llama.feed_forward_length", WIDTH)
                .whole("llama.attention.head_count", 2)
                .whole("llama.attention.head_count_kv", 1)
                .real("llama.rope.freq_base", 10_000)
                .real("llama.attention.layer_norm_rms_epsilon", 1e-5f));
        matrix(writer, "token_embd.weight", GgmlType.Q8_0, WIDTH, 259);
        vector(writer, "blk.0.attn_norm.weight", WIDTH);
        matrix(writer, "blk.0.attn_q.weight", GgmlType.Q4_1, WIDTH, WIDTH);
        matrix(writer, "blk.0.attn_k.weight", GgmlType.Q4_0, WIDTH, KEYS);
        matrix(writer, "blk.0.attn_v.weight", GgmlType.Q8_0, WIDTH, KEYS);
        matrix(writer, "blk.0.attn_output.weight", GgmlType.F16, WIDTH, WIDTH);
        vector(writer, "blk.0.ffn_norm.weight", WIDTH);
        matrix(writer, "blk.0.ffn_gate.weight", GgmlType.Q4_1, WIDTH, WIDTH);
        matrix(writer, "blk.0.ffn_up.weight", GgmlType.Q4_1, WIDTH, WIDTH);
        matrix(writer, "blk.0.ffn_down.weight", GgmlType.F32, WIDTH, WIDTH);
        vector(writer, "output_norm.weight", WIDTH);
        return writer;
    }

    /** The same width in GPT-2's shape, whose queries, keys and values are one matrix. */
    public static GgufWriter gpt2() {
        GgufWriter writer = tokenizer(new GgufWriter()
                .text("general.architecture", "gpt2")
                .whole("gpt2.block_count", 1)
                .whole("gpt2.context_length", 64)
                .whole("gpt2.embedding_length", WIDTH)
                .whole("gpt2.feed_forward_length", WIDTH)
                .whole("gpt2.attention.head_count", 2)
                .real("gpt2.attention.layer_norm_epsilon", 1e-5f));
        matrix(writer, "token_embd.weight", GgmlType.Q4_1, WIDTH, 259);
        matrix(writer, "position_embd.weight", GgmlType.F32, WIDTH, 64);
        for (String norm : List.of("blk.0.attn_norm", "blk.0.ffn_norm", "output_norm")) {
            vector(writer, norm + ".weight", WIDTH);
            vector(writer, norm + ".bias", WIDTH);
        }
        matrix(writer, "blk.0.attn_qkv.weight", GgmlType.Q4_0, WIDTH, 3 * WIDTH);
        vector(writer, "blk.0.attn_qkv.bias", 3 * WIDTH);
        for (String name : List.of("attn_output", "ffn_up", "ffn_down")) {
            matrix(writer, "blk.0." + name + ".weight", GgmlType.Q4_0, WIDTH, WIDTH);
            vector(writer, "blk.0." + name + ".bias", WIDTH);
        }
        return writer;
    }

    private static GgufWriter tokenizer(GgufWriter writer) {
        List<String> tokens = new ArrayList<>(List.of("<|end|>"));
        List<Integer> types = new ArrayList<>(List.of(3));
        char other = 256;
        for (int octet = 0; octet < 256; octet++) {
            boolean printable = octet >= '!' && octet <= '~' || octet >= 0xA1 && octet != 0xAD;
            tokens.add(String.valueOf(printable ? (char) octet : other++));
            types.add(1);
        }
        tokens.addAll(List.of("th", "the"));
        types.addAll(List.of(1, 1));
        return writer.text("tokenizer.ggml.model", "gpt2")
                .text("tokenizer.ggml.pre", "gpt-2")
                .texts("tokenizer.ggml.tokens", tokens)
                .wholes("tokenizer.ggml.token_type", types)
                .texts("tokenizer.ggml.merges", List.of("t h", "th e"))
                .whole("tokenizer.ggml.eos_token_id", 0);
    }

    static void vector(GgufWriter writer, String name, int size) {
        writer.tensor(name, GgmlType.F32, data(name, GgmlType.F32, size, name.endsWith("norm.weight") ? 1 : 0), size);
    }

    static void matrix(GgufWriter writer, String name, GgmlType type, int columns, int rows) {
        writer.tensor(name, type, data(name, type, columns * rows, 0), columns, rows);
    }

    /** Numbers of size 1/8 about a center. */
    static byte[] data(String name, GgmlType type, int elements, float center) {
        SplitMix random = SplitMix.named(name);
        ByteBuffer out = GgufWriter.buffer(elements / type.block() * type.bytes());
        // Halves by hand: 0x2000 is 2^-7, and what is put below changes its last bits.
        while (out.hasRemaining()) {
            switch (type) {
                case F32 -> out.putFloat(center + (random.nextFloat() - 0.5f) / 4);
                case F16 -> out.putShort((short) (0x2C00 + random.nextBelow(0x3FF) | random.nextBelow(2) << 15));
                case Q4_0, Q4_1, Q8_0 -> {
                    boolean wide = type == GgmlType.Q8_0;
                    out.putShort((short) ((wide ? 0x1000 : 0x2000) + random.nextBelow(0x3FF)));
                    if (type == GgmlType.Q4_1) {
                        out.putShort((short) (0xAC00 + random.nextBelow(0x3FF)));
                    }
                    for (int at = 0; at < (wide ? 32 : 16); at++) {
                        out.put((byte) random.nextBelow(256));
                    }
                }
            }
        }
        return out.array();
    }
}
