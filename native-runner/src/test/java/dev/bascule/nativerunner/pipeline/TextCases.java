package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.job.PipelineSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Texts that people write, and tokenizers that are none. */
final class TextCases {
    private static final PipelineSpec SPEC = new PipelineSpec.Text(24);

    private TextCases() {}

    static List<InputCase> all() {
        List<InputCase> cases = new ArrayList<>();
        Map<String, String> texts = new TreeMap<>(Map.ofEntries(
                Map.entry("an empty text", ""),
                Map.entry("blanks", " \t\r\n  "),
                Map.entry("a sentence", "The bridge tips."),
                Map.entry("100,000 characters", "the bridge tips. ".repeat(100_000 / 17)),
                Map.entry("one word of 100,000 characters", "tip".repeat(33_334)),
                Map.entry(
                        "emoji",
                        "the \uD83C\uDF09 bridge \uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67 \uD83C\uDDEB\uD83C\uDDF7 \u2764\uFE0F"),
                Map.entry(
                        "Arabic",
                        "\u0627\u0644\u062C\u0633\u0631 \u064A\u064E\u0645\u0650\u064A\u0644\u064F\u060C the"),
                Map.entry("Hebrew with points", "\u05D4\u05B7\u05D2\u05BC\u05B6\u05E9\u05C1\u05B6\u05E8 \u200Fthe"),
                Map.entry("Chinese without blanks", "\u6A4B\u4E0A\u7684the\u4EBA"),
                Map.entry("letters with marks", "th\u00E9 the\u0301 THE\u0308 \u0130 \u1E9E\u0131 \uFF34\uFF28\uFF25"),
                Map.entry("control characters", "the\u0000bridge\u0007 \u200Btips\uFEFF\uFFFD")));
        texts.forEach((name, text) -> {
            cases.add(same(name + " by word pieces", TestTokenizers.WORD_PIECE, text));
            cases.add(same(name + " by byte pairs", TestTokenizers.BYTE_PAIRS, text));
        });
        cases.add(refused(
                "the first half of a surrogate pair", TestTokenizers.WORD_PIECE, "the \uD83C bridge", "BadText"));
        cases.add(refused("the second half of a surrogate pair", TestTokenizers.WORD_PIECE, "\uDF09", "BadText"));
        String whole = TestTokenizers.WORD_PIECE;
        cases.add(refused("half a tokenizer", whole.substring(0, whole.length() / 2), "the", "BadTokenizer"));
        cases.add(refused("an empty tokenizer", "", "the", "BadTokenizer"));
        cases.add(refused("a tokenizer without a model", "{}", "the", "BadTokenizer"));
        cases.add(refused("a list for a tokenizer", "[1, 2]", "the", "BadTokenizer"));
        cases.add(refused(
                "a tokenizer of an unknown kind",
                whole.replace("\"WordPiece\", \"unk", "\"Magic\", \"unk"),
                "the",
                "BadTokenizer"));
        return cases;
    }

    private static InputCase same(String name, String tokenizer, String text) {
        return of(name, tokenizer, text, new InputCase.Same(0));
    }

    private static InputCase refused(String name, String tokenizer, String text, String error) {
        return of(
                name,
                tokenizer,
                text,
                new InputCase.Refused(
                        error,
                        error.equals("BadText") ? "write the whole character" : "name a Hugging Face tokenizer.json"));
    }

    private static InputCase of(String name, String tokenizer, String text, InputCase.Expected expected) {
        return new InputCase(
                name,
                SPEC,
                Map.of("tokenizer", tokenizer.getBytes(StandardCharsets.UTF_8)),
                Optional.of(text),
                expected);
    }
}
