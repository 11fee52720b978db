package dev.bascule.models.pretrained;

import dev.bascule.models.zoo.TextLine;
import java.util.List;
import java.util.Optional;

/**
 * Something to ask a model, and what is right. Immutable.
 *
 * @param parts what the model is given, one after the other
 * @param label what is right
 */
public record LabelledSample(List<Part> parts, String label) {
    public LabelledSample {
        parts = List.copyOf(parts);
    }

    /** A file or a text. */
    public record Part(Optional<File> file, Optional<String> text) {
        static Part picture(TextLine line) {
            return new Part(Optional.of(new File("image", "line.png", line.png())), Optional.empty());
        }

        static Part sound(byte[] wav) {
            return new Part(Optional.of(new File("audio", "sound.wav", wav)), Optional.empty());
        }

        static Part text(String text) {
            return new Part(Optional.empty(), Optional.of(text));
        }
    }

    /** @param role of the pipeline's asset */
    public record File(String role, String name, byte[] bytes) {}
}
