package dev.bascule.models.decoder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a text is cut into words before their bytes are paired; named as {@code tokenizer.ggml.pre} names it. */
public enum PreTokenizer {
    GPT2(List.of("gpt-2", "gpt2", "default"), Words.GPT2),
    /** Each digit stands alone. */
    SMOLLM(List.of("smollm"), Pattern.compile("\\p{N}"), Words.GPT2),
    QWEN2(
            List.of("qwen2"),
            Pattern.compile(
                    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}"
                            + "| ?+[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s*[\\r\\n]++|\\s+(?!\\S)|\\s++",
                    Pattern.UNICODE_CHARACTER_CLASS));

    private static final class Words {
        static final Pattern GPT2 = Pattern.compile(
                "'s|'t|'re|'ve|'m|'ll|'d| ?+\\p{L}++| ?+\\p{N}++| ?+[^\\s\\p{L}\\p{N}]++|\\s+(?!\\S)|\\s++",
                Pattern.UNICODE_CHARACTER_CLASS);
    }

    private final List<String> names;
    private final List<Pattern> stages;

    PreTokenizer(List<String> names, Pattern... stages) {
        this.names = names;
        this.stages = List.of(stages);
    }

    public static Optional<PreTokenizer> named(String name) {
        return Arrays.stream(values()).filter(any -> any.names.contains(name)).findFirst();
    }

    /** The words, which together are the text. */
    List<String> cut(String text) {
        List<String> pieces = List.of(text);
        for (Pattern stage : stages) {
            List<String> finer = new ArrayList<>();
            pieces.forEach(piece -> cut(stage, piece, finer));
            pieces = finer;
        }
        return pieces;
    }

    private static void cut(Pattern stage, String piece, List<String> words) {
        Matcher matcher = stage.matcher(piece);
        int from = 0;
        while (matcher.find()) {
            if (matcher.start() > from) {
                words.add(piece.substring(from, matcher.start()));
            }
            words.add(matcher.group());
            from = matcher.end();
        }
        if (from < piece.length()) {
            words.add(piece.substring(from));
        }
    }
}
