package dev.bascule.models.gguf;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.decoder.BytePairTokenizer;
import dev.bascule.models.decoder.ChatForm;
import dev.bascule.models.decoder.DecoderTokenizer;
import dev.bascule.models.decoder.PreTokenizer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The tokenizer that a file's metadata holds. Stateless. */
public final class GgufTokenizer {
    private static final String KEY = "tokenizer.ggml.";
    /** In {@code token_type}. */
    private static final Set<Long> CONTROL = Set.of(3L, 4L);

    private GgufTokenizer() {}

    /**
     * @param vocabulary tokens of the model, which the tokenizer must not exceed
     * @throws BasculeException {@link ErrorCode#GGUF_INVALID} for a kind that is not handled, or one that does not fit the model
     */
    public static DecoderTokenizer of(GgufFile file, int vocabulary) {
        String model = file.text(KEY + "model").orElse("unnamed");
        if (!model.equals("gpt2")) {
            throw file.unfit("its tokenizer is of kind '%s'; byte-level BPE ('gpt2') is handled".formatted(model));
        }
        String pre = file.text(KEY + "pre").orElse("default");
        PreTokenizer words = PreTokenizer.named(pre)
                .orElseThrow(() -> file.unfit("its tokenizer cuts words by '%s', which is not handled".formatted(pre)));
        List<String> tokens = texts(file, "tokens");
        if (tokens.size() > vocabulary) {
            throw file.unfit("its tokenizer has %d tokens, the model %d".formatted(tokens.size(), vocabulary));
        }
        try {
            return new BytePairTokenizer(
                    tokens,
                    control(file, tokens.size()),
                    texts(file, "merges"),
                    words,
                    ends(file, vocabulary),
                    file.text("tokenizer.chat_template").flatMap(ChatForm::of));
        } catch (IllegalArgumentException e) {
            throw BasculeException.because(
                    e, ErrorCode.GGUF_INVALID, "%s: its tokenizer: %s".formatted(file.path(), e.getMessage()));
        }
    }

    private static List<String> texts(GgufFile file, String key) {
        return file.items(KEY + key).stream()
                .map(item -> {
                    if (item instanceof GgufValue.Text text) {
                        return text.value();
                    }
                    throw file.unfit("%s%s holds other things than texts".formatted(KEY, key));
                })
                .toList();
    }

    private static Set<Integer> control(GgufFile file, int tokens) {
        List<GgufValue> types = file.items(KEY + "token_type");
        Set<Integer> control = new LinkedHashSet<>();
        for (int id = 0; id < Math.min(tokens, types.size()); id++) {
            if (types.get(id) instanceof GgufValue.Whole type && CONTROL.contains(type.value())) {
                control.add(id);
            }
        }
        return control;
    }

    private static Set<Integer> ends(GgufFile file, int vocabulary) {
        Set<Integer> ends = new LinkedHashSet<>();
        for (String key : List.of("eos_token_id", "eot_token_id")) {
            file.whole(KEY + key).ifPresent(id -> {
                if (id < 0 || id >= vocabulary) {
                    throw file.unfit("%s%s is %d, of %d tokens".formatted(KEY, key, id, vocabulary));
                }
                ends.add((int) id);
            });
        }
        return ends;
    }
}
