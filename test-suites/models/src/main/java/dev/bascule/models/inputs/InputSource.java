package dev.bascule.models.inputs;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where an input of a model comes from. An input that no source is named for is generated from the seed. */
public sealed interface InputSource {

    /** What {@code --input NAME=} has behind it: a file that is there, a dtype and shape, a literal, else a text. */
    static InputSource parse(String value) {
        if (value.startsWith(Text.PREFIX)) {
            return new Text(value.substring(Text.PREFIX.length()));
        }
        if (!value.contains("\n")
                && value.indexOf('\0') < 0
                && FileTypes.isOne(value)
                && Files.isRegularFile(Path.of(value))) {
            return new File(Path.of(value));
        }
        return Shaped.parse(value)
                .orElseGet(() -> FileTypes.LITERAL.matcher(value.strip()).matches()
                        ? new Literal(value.strip())
                        : new Text(value));
    }

    /** How texts tell what they are. */
    final class FileTypes {
        private static final Set<String> ENDINGS = Set.of("npy", "pb", "wav", "png", "jpg", "jpeg", "gif", "bmp");
        private static final String NUMBER = "-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?";
        private static final Pattern LITERAL =
                Pattern.compile("\\[.*]|true|false|%s(\\s*,\\s*%s)*+".formatted(NUMBER, NUMBER), Pattern.DOTALL);
        /** From the root, from here, from home, or from a drive; a text of several words is none. */
        private static final Pattern PATH = Pattern.compile("(?:\\.{0,2}/|~/|\\\\\\\\|[A-Za-z]:[/\\\\])\\S*+");

        private FileTypes() {}

        /** Whether a value ends as the name of a file that can be an input. */
        public static boolean isOne(String value) {
            int dot = value.lastIndexOf('.');
            return dot >= 0 && ENDINGS.contains(value.substring(dot + 1).toLowerCase(Locale.ROOT));
        }

        /** Whether whoever typed a value meant a file, there or not: by its ending, or as a path begins. */
        public static boolean isMeant(String value) {
            return !value.startsWith(Text.PREFIX)
                    && !value.contains("\n")
                    && (isOne(value) || PATH.matcher(value).matches() || isThere(value));
        }

        private static boolean isThere(String value) {
            try {
                return Files.isRegularFile(Path.of(value));
            } catch (InvalidPathException noPath) {
                return false;
            }
        }
    }

    /** A file: {@code .npy} and {@code .pb} hold a tensor, a sound or a picture goes through the model's pipeline. */
    record File(Path path) implements InputSource {}

    /** A sentence for the text pipeline, or the one element of a string input. */
    record Text(String text) implements InputSource {
        /** Before a text that would be read as something else: {@code text:/imagine}. */
        static final String PREFIX = "text:";

        /** As {@code --input NAME=} takes it. */
        public String typed() {
            boolean plain = !FileTypes.isMeant(text) && InputSource.parse(text).equals(this);
            return plain ? text : PREFIX + text;
        }
    }

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
