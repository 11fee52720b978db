package dev.bascule.training.data;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.inputs.SampleFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Arrays of NumPy: {@code samples.npy} [count, …], {@code labels.npy} [count] from 0, and {@code split.npy} [count] where 1 is held
 * back. Samples of 32 and 64-bit whole numbers, a row each, are tokens; all others become 32-bit floats. Stateless.
 */
final class ArrayFolder {
    static final String SAMPLES = "samples.npy";
    private static final String LABELS = "labels.npy";
    private static final String SPLIT = "split.npy";

    private ArrayFolder() {}

    static LabelledData read(Path folder) {
        Tensor samples = array(folder, SAMPLES);
        if (samples.shape().rank() < 2) {
            throw DataInvalid.of(
                    "'%s' has the shape %s; a sample has a dimension at least"
                            .formatted(folder.resolve(SAMPLES), samples.shape()),
                    "save it as [count, …], such as x.reshape(len(x), -1)");
        }
        List<Long> dims = samples.shape().dims();
        DataLimits.require(folder, dims.get(0), new Shape(dims.subList(1, dims.size())), Long.BYTES);
        long[] labels = wholes(folder, LABELS, dims.get(0));
        List<String> classes = classes(folder, labels);
        boolean tokens = samples.shape().rank() == 2 && isToken(samples.dtype());
        Tensor fed = tokens ? tokens(folder, samples) : floats(folder, samples);
        OptionalInt vocabulary = tokens ? OptionalInt.of(highest(fed) + 1) : OptionalInt.empty();
        Labelled all = new Labelled(fed, Tensor.longs(Shape.of(labels.length), labels));
        String origin = "%s and %s of a folder, %s%s"
                .formatted(SAMPLES, LABELS, samples.dtype().wireName(), samples.shape());
        if (!Files.exists(folder.resolve(SPLIT))) {
            return Splitting.byClass(DataFolder.name(folder), DataFolder.SEED, origin, classes, all, vocabulary);
        }
        long[] split = wholes(folder, SPLIT, dims.get(0));
        if (Arrays.stream(split).anyMatch(each -> each < 0 || each > 1)) {
            throw DataInvalid.of(
                    "'%s' has other numbers than 0 and 1".formatted(folder.resolve(SPLIT)),
                    "write 0 for what is learned from, 1 for what is held back");
        }
        return Splitting.of(
                DataFolder.name(folder),
                origin,
                classes,
                all,
                vocabulary,
                "as " + SPLIT + " says",
                places(split, 0),
                places(split, 1));
    }

    private static List<Integer> places(long[] split, int part) {
        return IntStream.range(0, split.length)
                .filter(each -> split[each] == part)
                .boxed()
                .toList();
    }

    private static Tensor array(Path folder, String name) {
        return DataInvalid.reading(() -> SampleFiles.array(folder.resolve(name)));
    }

    private static long[] wholes(Path folder, String name, long count) {
        Tensor array = array(folder, name);
        if (array.shape().rank() != 1
                || array.shape().dims().get(0) != count
                || array.dtype().isFloat()) {
            throw DataInvalid.of(
                    "'%s' is %s; %d samples want int64[%d]".formatted(folder.resolve(name), array, count, count),
                    "save it as y.astype('<i8').reshape(-1)");
        }
        Elements.Reader numbers = Elements.of(array);
        return IntStream.range(0, (int) count)
                .mapToLong(each -> (long) numbers.at(each))
                .toArray();
    }

    private static List<String> classes(Path folder, long[] labels) {
        long highest = Arrays.stream(labels).max().orElse(-1);
        long lowest = Arrays.stream(labels).min().orElse(-1);
        if (lowest < 0 || highest >= DataLimits.MOST_CLASSES) {
            throw DataInvalid.of(
                    "'%s' has labels from %d to %d".formatted(folder.resolve(LABELS), lowest, highest),
                    "number classes from 0, at most %d of them".formatted(DataLimits.MOST_CLASSES));
        }
        List<Long> absent = new ArrayList<>();
        for (long label = 0; label <= highest; label++) {
            long wanted = label;
            if (Arrays.stream(labels).noneMatch(each -> each == wanted)) {
                absent.add(label);
            }
        }
        if (highest < 1 || !absent.isEmpty()) {
            throw DataInvalid.of(
                    highest < 1
                            ? "'%s' has one class; there is nothing to tell apart".formatted(folder.resolve(LABELS))
                            : "'%s' has no sample of the classes %s".formatted(folder.resolve(LABELS), absent),
                    "number classes from 0, and leave out none");
        }
        return IntStream.rangeClosed(0, (int) highest).mapToObj(String::valueOf).toList();
    }

    private static boolean isToken(DType dtype) {
        return dtype == DType.INT32 || dtype == DType.INT64;
    }

    private static Tensor tokens(Path folder, Tensor samples) {
        Elements.Reader numbers = Elements.of(samples);
        long[] tokens = new long[Math.toIntExact(samples.shape().elements())];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = (long) numbers.at(i);
            if (tokens[i] < 0 || tokens[i] > Short.MAX_VALUE) {
                throw DataInvalid.of(
                        "'%s' has the token %d; tokens go from 0 to %d"
                                .formatted(folder.resolve(SAMPLES), tokens[i], Short.MAX_VALUE),
                        "save quantities as x.astype('<f4')");
            }
        }
        return Tensor.longs(samples.shape(), tokens);
    }

    private static int highest(Tensor tokens) {
        Elements.Reader numbers = Elements.of(tokens);
        return IntStream.range(0, Math.toIntExact(tokens.shape().elements()))
                .map(each -> (int) numbers.at(each))
                .max()
                .orElse(0);
    }

    private static Tensor floats(Path folder, Tensor samples) {
        Elements.Reader numbers = Elements.of(samples);
        float[] values = new float[Math.toIntExact(samples.shape().elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) numbers.at(i);
            if (!Float.isFinite(values[i])) {
                throw DataInvalid.of(
                        "sample %d of '%s' has the number %s"
                                .formatted(
                                        i
                                                / (values.length
                                                        / samples.shape().dims().get(0)),
                                        folder.resolve(SAMPLES),
                                        values[i]),
                        "leave out samples with numbers that are not finite: np.isfinite(x).all()");
            }
        }
        return Tensor.floats(samples.shape(), values);
    }
}
