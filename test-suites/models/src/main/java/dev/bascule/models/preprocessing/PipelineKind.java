package dev.bascule.models.preprocessing;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a user says that a model's inputs are made of. */
public enum PipelineKind {
    IMAGE,
    AUDIO,
    TEXT,
    /** Nothing, even where the model has a pipeline of its own. */
    NONE;

    public static Optional<PipelineKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(PipelineKind::word).toList();
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
