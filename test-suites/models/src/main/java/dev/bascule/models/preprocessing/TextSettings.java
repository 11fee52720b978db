package dev.bascule.models.preprocessing;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.graph.Port;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads how a text becomes ids: by the {@code tokenizer.json} beside the model, as long as it and its settings allow. Stateless. */
final class TextSettings {
    private static final String TOKENIZER = "tokenizer.json";
    /** A longer context is written as a number without meaning. */
    private static final long MOST_LENGTH = 1L << 20;

    private static final int USUAL_LENGTH = 512;

    private TextSettings() {}

    static FoundPipeline of(List<Path> folders, Port port) {
        Path tokenizer = SettingsFile.path(folders, TOKENIZER)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.INPUT_MISMATCH,
                        "--pipeline text: there is no %s beside the model, in %s".formatted(TOKENIZER, folders.get(0)),
                        "put the model's own there; a vocab.txt or tokenizer.model alone is not read"));
        OptionalInt fixed = Preprocessing.fixed(port, 1);
        if (fixed.isPresent()) {
            return found(
                    new PipelineSpec.Text(fixed.getAsInt()), tokenizer, "padded to the length of the model's input");
        }
        List<String> from = new ArrayList<>();
        int most = USUAL_LENGTH;
        for (Limit limit : List.of(
                new Limit("tokenizer_config.json", "model_max_length"),
                new Limit("config.json", "max_position_embeddings"))) {
            Optional<Long> length = limit.of(folders);
            if (length.isPresent()) {
                most = (int) (from.isEmpty() ? length.get() : Math.min(most, length.get()));
                from.add(limit.file);
            }
        }
        String words = "not padded, cut at %d tokens (%s)"
                .formatted(most, from.isEmpty() ? "nothing says how many" : String.join(", ", from));
        return found(new PipelineSpec.Text(most, Optional.of(PipelineSpec.Padding.NONE)), tokenizer, words);
    }

    private static FoundPipeline found(PipelineSpec.Text spec, Path tokenizer, String words) {
        return new FoundPipeline(spec, Optional.of(tokenizer), "%s; %s".formatted(TOKENIZER, words));
    }

    private record Limit(String file, String key) {
        Optional<Long> of(List<Path> folders) {
            return SettingsFile.find(folders, file)
                    .map(settings -> settings.values().path(key))
                    .filter(node -> node.isIntegralNumber() && node.canConvertToLong())
                    .map(node -> node.asLong())
                    .filter(length -> length > 0 && length <= MOST_LENGTH);
        }
    }
}
