package dev.bascule.training.data;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A folder of folders, one a class, all pictures or all sounds, read in the order of their names. Hidden files are passed over. Stateless. */
final class ClassFolders {
    private static final Set<String> PICTURES = Set.of("png", "jpg", "jpeg");
    private static final String SOUND = "wav";

    private ClassFolders() {}

    /** Samples of a folder, all of one shape. */
    record Read(Tensor samples, String told) {}

    static LabelledData read(Path folder) throws IOException {
        List<Path> classes = children(folder, Files::isDirectory);
        if (classes.size() < 2 || classes.size() > DataLimits.MOST_CLASSES) {
            throw DataInvalid.of(
                    "'%s' has %d folders, so as many classes; 2 to %d can be told apart"
                            .formatted(folder, classes.size(), DataLimits.MOST_CLASSES),
                    DataFolder.REMEDY);
        }
        List<Path> files = new ArrayList<>();
        List<Integer> labels = new ArrayList<>();
        for (int label = 0; label < classes.size(); label++) {
            List<Path> of = children(classes.get(label), any -> true);
            if (of.isEmpty()) {
                throw DataInvalid.of(
                        "the class '%s' has no file".formatted(classes.get(label)),
                        "add some, or take the folder away");
            }
            for (Path each : of) {
                files.add(each);
                labels.add(label);
            }
        }
        DataLimits.require(folder, files.size(), Shape.of(1), 1);
        Read read = isSound(files) ? SoundSamples.read(folder, files) : PictureSamples.read(folder, files);
        return Splitting.byClass(
                DataFolder.name(folder),
                DataFolder.SEED,
                read.told(),
                classes.stream().map(DataFolder::name).toList(),
                new Labelled(
                        read.samples(),
                        Tensor.longs(
                                Shape.of(labels.size()),
                                labels.stream().mapToLong(Integer::longValue).toArray())),
                OptionalInt.empty());
    }

    private static boolean isSound(List<Path> files) {
        boolean sound = ending(files.get(0)).equals(SOUND);
        for (Path each : files) {
            String ending = ending(each);
            if (sound ? !ending.equals(SOUND) : !PICTURES.contains(ending)) {
                throw DataInvalid.of(
                        "'%s' is no %s"
                                .formatted(each, sound ? "WAV file, as the first one is" : "PNG, JPEG or WAV file"),
                        "take it away, or convert it");
            }
        }
        return sound;
    }

    private static List<Path> children(Path folder, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> !DataFolder.name(each).startsWith("."))
                    .filter(wanted)
                    .limit(DataLimits.MOST_SAMPLES + 1L)
                    .sorted((one, other) -> DataFolder.name(one).compareTo(DataFolder.name(other)))
                    .toList();
        }
    }

    private static String ending(Path file) {
        String name = DataFolder.name(file);
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /** Puts one sample behind the other. */
    static final class Gathered {
        private final FloatBuffer all;

        Gathered(Path folder, int count, Shape sample) {
            DataLimits.require(folder, count, sample, Float.BYTES);
            all = FloatBuffer.allocate(Math.toIntExact(count * sample.elements()));
        }

        void add(FloatBuffer sample, int room) {
            int end = all.position() + room;
            all.put(sample);
            all.position(end);
        }

        Tensor tensor(Shape shape) {
            return Tensor.floats(shape, all.array());
        }
    }
}
