package dev.bascule.nativerunner.pipeline;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.LibUtils;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** A sentence to the three tensors of a BERT-shaped encoder, by Hugging Face's own tokenizer library. Stateless. */
final class TextPipeline {
    /** The file's own padding and truncation are ignored. */
    private static final Map<String, String> PLAIN = Map.of("padding", "false", "truncation", "false");

    private TextPipeline() {}

    static OpenPipeline open(PipelineSpec.Text spec, byte[] tokenizerJson, String text) throws RefusedException {
        requireUnicode(text);
        load();
        long padding = padding(settings(tokenizerJson));
        try {
            return new Opened(
                    HuggingFaceTokenizer.newInstance(new ByteArrayInputStream(tokenizerJson), PLAIN),
                    padding,
                    text,
                    spec);
        } catch (IOException | RuntimeException e) {
            throw unusable(String.valueOf(RefusedException.of(e).getMessage()));
        } catch (LinkageError e) {
            throw RefusedException.of(e);
        }
    }

    /** Unpacks and loads the tokenizer library, 14 MB. */
    private static void load() throws RefusedException {
        try {
            LibUtils.checkStatus();
        } catch (RuntimeException | LinkageError e) {
            throw RefusedException.of(e);
        }
    }

    private record Opened(HuggingFaceTokenizer tokenizer, long padding, String text, PipelineSpec.Text spec)
            implements OpenPipeline {
        @Override
        public Made run(LongSupplier nanos) throws RefusedException {
            long start = nanos.getAsLong();
            Map<String, Tensor> tensors = tensors();
            return new Made(tensors, OptionalLong.empty(), nanos.getAsLong() - start);
        }

        private Map<String, Tensor> tensors() throws RefusedException {
            long[] ids;
            int length = spec.maxLength();
            try {
                ids = TokenIds.truncate(
                        tokenizer.encode(text, true, false).getIds(),
                        tokenizer.encode(text, false, false).getIds(),
                        length);
            } catch (RuntimeException e) {
                throw unusable(String.valueOf(RefusedException.of(e).getMessage()));
            }
            if (!spec.padded()) {
                length = Math.min(ids.length, length);
                if (length == 0) {
                    throw new RefusedException(
                            "BadText", "the text has no token, and nothing pads it; write one that is not empty");
                }
            }
            long[] inputIds = Arrays.copyOf(ids, length);
            Arrays.fill(inputIds, Math.min(ids.length, length), length, padding);
            long[] mask = new long[length];
            Arrays.fill(mask, 0, Math.min(ids.length, length), 1);
            Shape shape = Shape.of(1, length);
            Map<String, Tensor> tensors = new LinkedHashMap<>();
            tensors.put("input_ids", Tensor.longs(shape, inputIds));
            tensors.put("attention_mask", Tensor.longs(shape, mask));
            tensors.put("token_type_ids", Tensor.longs(shape, new long[length]));
            return tensors;
        }

        @Override
        public void close() {
            tokenizer.close();
        }
    }

    /** What has no code point has no bytes, and no token. */
    private static void requireUnicode(String text) throws RefusedException {
        if (text.codePoints().anyMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)) {
            throw new RefusedException(
                    "BadText", "the text is no Unicode: it has half of a surrogate pair; write the whole character");
        }
    }

    private static JsonNode settings(byte[] tokenizerJson) throws RefusedException {
        try {
            JsonNode settings = Json.MAPPER.readTree(tokenizerJson);
            if (!settings.path("model").path("vocab").isContainerNode()) {
                throw unusable("it has no model with a vocabulary");
            }
            return settings;
        } catch (IOException e) {
            throw unusable("it is no JSON");
        }
    }

    private static RefusedException unusable(String why) {
        return new RefusedException(
                "BadTokenizer", "the tokenizer cannot be used: %s; name a Hugging Face tokenizer.json".formatted(why));
    }

    /** The id of {@code [PAD]}, else of {@code <pad>}, else 0. */
    static long padding(JsonNode tokenizer) {
        OptionalLong bert = id(tokenizer, "[PAD]");
        return bert.isPresent() ? bert.getAsLong() : id(tokenizer, "<pad>").orElse(0);
    }

    /** A token's id: among the added tokens, else in the model's vocabulary, an object or (Unigram) a list of pairs. */
    private static OptionalLong id(JsonNode tokenizer, String token) {
        for (JsonNode added : tokenizer.path("added_tokens")) {
            if (added.path("content").asText().equals(token)) {
                return OptionalLong.of(added.path("id").asLong());
            }
        }
        JsonNode vocabulary = tokenizer.path("model").path("vocab");
        if (vocabulary.path(token).isIntegralNumber()) {
            return OptionalLong.of(vocabulary.path(token).asLong());
        }
        for (int i = 0; vocabulary.isArray() && i < vocabulary.size(); i++) {
            if (vocabulary.path(i).path(0).asText().equals(token)) {
                return OptionalLong.of(i);
            }
        }
        return OptionalLong.empty();
    }
}
