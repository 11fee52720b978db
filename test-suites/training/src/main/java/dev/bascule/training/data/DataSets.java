package dev.bascule.training.data;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.pretrained.PublishedData;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The labelled data that there is by name. Nothing is fetched. Thread-safe. */
public final class DataSets {
    private final Map<String, Supplier<LabelledData>> sets = new LinkedHashMap<>();

    /** @param cache where {@code bascule models fetch} puts packages */
    public DataSets(CacheFolder cache) {
        sets.put(Strokes.NAME, Strokes::data);
        sets.put(Tones.NAME, Tones::data);
        sets.put(Sequences.NAME, Sequences::data);
        sets.put(PublishedData.DIGITS.id(), () -> Digits.small(cache));
        sets.put(PublishedData.MNIST.id(), () -> Digits.mnist(cache));
    }

    /** Those that can be named. */
    public List<String> names() {
        return List.copyOf(sets.keySet());
    }

    /**
     * The data of this name, or of this folder. Read or made anew each time.
     *
     * @param name one of {@link #names}, or a folder; {@code ./digits} is a folder
     * @throws BasculeException {@link ErrorCode#DATA_INVALID} where there is none, or it cannot be learned from;
     *     {@link ErrorCode#PART_UNAVAILABLE} where it is still to be fetched, with the command; {@link ErrorCode#HASH_MISMATCH}
     */
    public LabelledData of(String name) {
        return Optional.ofNullable(sets.get(name))
                .or(() -> folder(name).map(folder -> () -> DataFolder.read(folder)))
                .orElseThrow(() -> DataInvalid.of(
                        isFile(name)
                                ? "'%s' is a file, and data are a folder with a sub-folder for each class"
                                        .formatted(name)
                                : "there is no data and no folder '%s'%s".formatted(name, near(name)),
                        "name one of %s, or a folder with a sub-folder for each class"
                                .formatted(String.join(", ", names()))))
                .get();
    }

    private String near(String name) {
        return Nearest.to(name, names())
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("");
    }

    private static boolean isFile(String name) {
        try {
            return Files.isRegularFile(Path.of(name));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    private static Optional<Path> folder(String name) {
        try {
            return Optional.of(Path.of(name)).filter(Files::isDirectory);
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }
}
