package dev.bascule.cli.simulate;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.scheduling.job.Bytes;
import dev.bascule.scheduling.simulate.model.Distribution;
import dev.bascule.scheduling.simulate.model.Labelled;
import dev.bascule.scheduling.simulate.model.Origin;
import dev.bascule.suites.yaml.YamlNode;
import dev.bascule.suites.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads parameters of simulations, each of which says where it comes from: {@code {measured: 40ms, from: run 7}}. Stateless. */
final class Parameters {
    private static final List<String> LABELS = List.of("measured", "predicted", "assumed", "from");
    private static final List<String> SHAPES = List.of("constant", "exponential", "median", "low", "high", "samples");
    private static final int MOST_SAMPLES = 100_000;

    private Parameters() {}

    /** @throws BasculeException {@link ErrorCode#CONFIG_INVALID}, naming file and line */
    static YamlNode.Mapping document(Path file, String what) {
        try {
            return YamlReader.read(InputFile.text(file, InputFile.TEXT), file.toString(), ErrorCode.CONFIG_INVALID)
                    .mapping();
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.CONFIG_INVALID,
                    "cannot read the %s '%s': %s".formatted(what, file, FileErrorText.why(e)),
                    "check the path");
        }
    }

    /** A value with its label; one without is refused, since nobody could tell what it rests on. */
    static <T> Labelled<T> labelled(YamlNode node, Function<YamlNode, T> value) {
        if (!(node instanceof YamlNode.Mapping mapping)) {
            throw node.wrong("{measured: …, from: …} or {assumed: …}");
        }
        mapping.knowingOnly(LABELS);
        List<Origin> given = Arrays.stream(Origin.values())
                .filter(origin -> mapping.find(origin.word()).isPresent())
                .toList();
        if (given.size() != 1) {
            throw node.wrong("one of {measured: …}, {predicted: …} and {assumed: …}");
        }
        Origin origin = given.get(0);
        Optional<YamlNode> from = mapping.find("from");
        if (origin == Origin.MEASURED && from.isEmpty()) {
            throw node.place()
                    .error("'%s' is measured: say 'from' what"
                            .formatted(node.place().path()));
        }
        return new Labelled<>(
                guarded(node, () -> value.apply(mapping.require(origin.word()))),
                origin,
                from.map(YamlNode::text).orElse(""));
    }

    /** A duration, or a mapping with the shape of a distribution. */
    static Distribution distribution(YamlNode node) {
        if (node instanceof YamlNode.Scalar) {
            return new Distribution.Constant(node.duration());
        }
        YamlNode.Mapping shape = node.mapping().knowingOnly(SHAPES);
        return guarded(node, () -> shaped(shape));
    }

    private static Distribution shaped(YamlNode.Mapping shape) {
        if (shape.find("median").isPresent()) {
            return new Distribution.Lognormal(
                    shape.require("median").duration(),
                    shape.require("low").duration(),
                    shape.require("high").duration());
        }
        if (shape.entries().size() != 1) {
            throw shape.wrong("constant, exponential, samples, or median with low and high");
        }
        Optional<YamlNode> samples = shape.find("samples");
        if (samples.isPresent()) {
            List<Duration> durations =
                    samples.get().items().stream().map(YamlNode::duration).toList();
            if (durations.isEmpty() || durations.size() > MOST_SAMPLES) {
                throw samples.get().wrong("a list of 1 to %d durations".formatted(MOST_SAMPLES));
            }
            return new Distribution.Samples(durations);
        }
        return shape.find("exponential")
                .<Distribution>map(mean -> new Distribution.Exponential(mean.duration()))
                .orElseGet(() ->
                        new Distribution.Constant(shape.require("constant").duration()));
    }

    /** Bytes, such as {@code 16GB}. */
    static long bytes(YamlNode node) {
        return Bytes.parse(node.text()).orElseThrow(() -> node.wrong("a size such as 16GB or 512MiB"));
    }

    /** A number that is not below a bound. */
    static double number(YamlNode node, double atLeast) {
        double value = node.number();
        if (!(value >= atLeast) || Double.isInfinite(value)) {
            throw node.wrong("a number of at least " + atLeast);
        }
        return value;
    }

    /** What a record refuses is told with its place. */
    static <T> T guarded(YamlNode node, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw node.place().error("'%s': %s".formatted(node.place().path(), e.getMessage()));
        }
    }
}
