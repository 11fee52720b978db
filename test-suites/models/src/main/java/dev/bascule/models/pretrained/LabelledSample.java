package dev.bascule.models.pretrained;

import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.models.zoo.TextLine;
import dev.bascule.models.zoo.TextPage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Something to ask a model, and what is right. Immutable.
 *
 * @param parts what the model is given, one after the other
 * @param label what is right, in words; lines of text divided by line feeds
 * @param boxes where it is, in pixels of the picture as the model sees it, of a sample that has places
 * @param spoken when somebody speaks, of a sound in which somebody does
 */
public record LabelledSample(List<Part> parts, String label, Optional<Answer.Boxes> boxes, Optional<Spoken> spoken) {
    public LabelledSample {
        parts = List.copyOf(parts);
    }

    LabelledSample(List<Part> parts, String label) {
        this(parts, label, Optional.empty(), Optional.empty());
    }

    /** What the model is given, in one word: two samples of the same are one. */
    String identity() {
        return parts.stream()
                .map(part -> part.file().map(file -> Sha256.of(file.bytes())).orElse("") + "|"
                        + part.text().orElse(""))
                .collect(Collectors.joining("|"));
    }

    /**
     * A file or a text.
     *
     * @param lasts how long a sound is, which is heard to its end
     */
    public record Part(Optional<File> file, Optional<String> text, Optional<Duration> lasts) {
        static Part picture(TextLine line) {
            return new Part(Optional.of(new File("image", "line.png", line.png())), Optional.empty(), Optional.empty());
        }

        static Part picture(TextPage page) {
            return new Part(Optional.of(new File("image", "page.png", page.png())), Optional.empty(), Optional.empty());
        }

        static Part sound(byte[] wav, Duration lasts) {
            return new Part(Optional.of(new File("audio", "sound.wav", wav)), Optional.empty(), Optional.of(lasts));
        }

        static Part text(String text) {
            return new Part(Optional.empty(), Optional.of(text), Optional.empty());
        }
    }

    /** @param role of the pipeline's asset */
    public record File(String role, String name, byte[] bytes) {}
}
