package dev.bascule.reports.quantization;

import java.util.List;
import java.util.Optional;

/**
 * A variant of a model, or why there is none. Immutable.
 *
 * @param name of its method
 * @param summary what was done, a sentence
 * @param file empty where there is none
 * @param refused why there is none; empty where there is one
 * @param layers what was changed
 * @param notes for the reader
 * @param flags what does not hold of what its method tells
 * @param peer whose program made it, as {@code onnxruntime}; empty of what is made here
 */
public record SmallerModel(
        String name,
        String summary,
        Optional<File> file,
        Optional<String> refused,
        List<ChangedLayer> layers,
        List<String> notes,
        List<String> flags,
        Optional<String> peer) {
    /**
     * @param sha256 of its bytes
     * @param bytes of it
     * @param deflated its bytes deflated (zlib's level 6)
     * @param recipe on one line
     */
    public record File(String sha256, long bytes, long deflated, String recipe) {
        public File {
            if (bytes <= 0 || deflated < 0) {
                throw new IllegalArgumentException("a file of %d bytes, %d deflated".formatted(bytes, deflated));
            }
        }
    }

    public SmallerModel {
        layers = List.copyOf(layers);
        notes = List.copyOf(notes);
        flags = List.copyOf(flags);
        if (file.isPresent() == refused.isPresent()) {
            throw new IllegalArgumentException("'%s' is there and refused, or neither".formatted(name));
        }
    }
}
