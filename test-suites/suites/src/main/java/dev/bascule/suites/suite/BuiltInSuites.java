package dev.bascule.suites.suite;

import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The suites that come with Bascule. Stateless. */
public final class BuiltInSuites {
    /** What {@code bascule run} without an argument runs. */
    public static final String QUICKSTART = "quickstart";

    /** Every built-in model. */
    public static final String ZOO = "zoo";

    /** Architectures of the zoo at sizes between, for {@code bascule collect}. */
    public static final String SIZES = "sizes";

    private static final List<String> NAMES = List.of(QUICKSTART, "audio", "real", ZOO, SIZES);

    private BuiltInSuites() {}

    public static List<String> names() {
        return NAMES;
    }

    /** The suite of this name, if it is built in. */
    public static Optional<Suite> find(String name) {
        return switch (name) {
            case ZOO ->
                Optional.of(of(ZOO, "every built-in model; choose with --family, --task and --filter", Zoo.models()));
            case SIZES ->
                Optional.of(of(
                        SIZES,
                        "the zoo's architectures at sizes between, which predictions are learned from",
                        Zoo.sizes()));
            default -> NAMES.contains(name) ? Optional.of(read(name)) : Optional.empty();
        };
    }

    private static Suite of(String name, String description, List<ZooModel> models) {
        String text = "name: %s\ndescription: %s\nmodels:\n".formatted(name, description)
                + models.stream()
                        .map(model -> "  - model: zoo:%s\n".formatted(model.id()))
                        .collect(Collectors.joining());
        return SuiteReader.read(text, "the built-in suite " + name, Path.of(""));
    }

    private static Suite read(String name) {
        String file = name + ".yaml";
        try (InputStream stream = BuiltInSuites.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException("the jar lacks its resource " + file);
            }
            return SuiteReader.read(
                    new String(stream.readAllBytes(), StandardCharsets.UTF_8), "built-in " + file, Path.of(""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
