package dev.bascule.suites.suite;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where an input of a model comes from. An input that no source is named for is generated from the seed. */
public sealed interface InputSource {

    /** A file: {@code .npy} and {@code .pb} hold a tensor, a sound or a picture goes through the model's pipeline. */
    record File(Path path) implements InputSource {}

    /** A sentence for the text pipeline, or the one element of a string input. */
    record Text(String text) implements InputSource {}

    /** A number, a truth value, or (nested) lists of them in JSON notation, such as {@code [[1, 2], [3, 4]]}. */
    record Literal(String json) implements InputSource {}

    /** Values from the seed, of this dtype and shape, for an input of which the model tells neither. */
    record Shaped(DType dtype, Shape shape) implements InputSource {
        private static final Pattern TEXT = Pattern.compile("([a-z]+\\d*)\\[([\\d,\\s]*)]");

        /** Reads {@code float32[1,3,224,224]}; empty where it is nothing of that kind. */
        public static Optional<InputSource> parse(String text) {
            Matcher matcher = TEXT.matcher(text.strip());
            if (!matcher.matches()) {
                return Optional.empty();
            }
            String dims = String.valueOf(matcher.group(2)).strip();
            try {
                Shape shape = new Shape(Arrays.stream(dims.isEmpty() ? new String[0] : dims.split(","))
                        .map(String::strip)
                        .map(Long::valueOf)
                        .toList());
                return Arrays.stream(DType.values())
                        .filter(dtype -> dtype.wireName().equals(matcher.group(1)))
                        .findFirst()
                        .map(dtype -> new Shaped(dtype, shape));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        @Override
        public String toString() {
            return dtype.wireName() + shape;
        }
    }

    /** The output of this name of the model's pipeline. */
    record FromPipeline(String output) implements InputSource {}
}
