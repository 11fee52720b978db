package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Small tokenizers for tests. */
final class TestTokenizers {
    /** WordPiece with BERT's template; its own padding and truncation must not count. */
    static final String WORD_PIECE = """
            {
              "version": "1.0",
              "truncation": {"direction": "Right", "max_length": 3, "strategy": "LongestFirst", "stride": 0},
              "padding": {"strategy": {"Fixed": 12}, "direction": "Left", "pad_to_multiple_of": null,
                          "pad_id": 7, "pad_type_id": 0, "pad_token": "[PAD]"},
              "added_tokens": [
                {"id": 5, "content": "[PAD]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true},
                {"id": 1, "content": "[UNK]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true},
                {"id": 2, "content": "[CLS]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true},
                {"id": 3, "content": "[SEP]", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true}
              ],
              "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
              "pre_tokenizer": {"type": "BertPreTokenizer"},
              "post_processor": {
                "type": "TemplateProcessing",
                "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
                "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
                "special_tokens": {
                  "[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]},
                  "[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}
                }
              },
              "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": true},
              "model": {
                "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
                "vocab": {"[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "[PAD]": 5, "the": 6, "bridge": 7, "tip": 8, "##s": 9, ".": 10}
              }
            }
            """;

    /** GPT-2's kind: every byte is a token, and a few pairs are. */
    static final String BYTE_PAIRS = bytePairs();

    private TestTokenizers() {}

    private static String bytePairs() {
        Map<String, Integer> vocabulary = new LinkedHashMap<>();
        int others = 256;
        for (int b = 0; b < 256; b++) {
            boolean printed = b >= '!' && b <= '~' || b >= 0xA1 && b <= 0xAC || b >= 0xAE;
            vocabulary.put(String.valueOf((char) (printed ? b : others++)), b);
        }
        List<String> merges = List.of("t h", "th e", "\u0120 b", "i p", "t ip", "Ã ©");
        merges.forEach(merge -> vocabulary.put(merge.replace(" ", ""), vocabulary.size()));
        Map<String, Object> model =
                Map.of("type", "BPE", "vocab", vocabulary, "merges", merges, "fuse_unk", false, "byte_fallback", false);
        return Json.pretty(Map.of(
                "version",
                "1.0",
                "added_tokens",
                List.of(),
                "pre_tokenizer",
                Map.of("type", "ByteLevel", "add_prefix_space", false, "trim_offsets", true, "use_regex", true),
                "decoder",
                Map.of("type", "ByteLevel", "add_prefix_space", true, "trim_offsets", true, "use_regex", true),
                "model",
                model));
    }
}
