package dev.bascule.training.data;

import dev.bascule.fallback.file.FileErrorText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Labelled data of a user: a folder for each class with pictures or sounds in it, or {@code samples.npy} and {@code labels.npy}.
 * Stateless.
 */
final class DataFolder {
    /** So that the same files are divided in the same way, wherever they lie. */
    static final String SEED = "folder";

    static final String REMEDY =
            "lay it out as docs/reference/training-data.md says: a folder for each class, or samples.npy and"
                    + " labels.npy";

    private DataFolder() {}

    static LabelledData read(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw DataInvalid.of("'%s' is no folder".formatted(folder), REMEDY);
        }
        try {
            return Files.exists(folder.resolve(ArrayFolder.SAMPLES))
                    ? ArrayFolder.read(folder)
                    : ClassFolders.read(folder);
        } catch (IOException e) {
            throw DataInvalid.of("cannot read '%s': %s".formatted(folder, FileErrorText.why(e)));
        }
    }

    /** As it is called where it is shown. */
    static String name(Path folder) {
        return String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    }
}
