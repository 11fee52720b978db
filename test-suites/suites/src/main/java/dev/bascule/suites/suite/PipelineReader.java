package dev.bascule.suites.suite;

import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Shaping;
import dev.bascule.fallback.job.Shaping.Channels;
import dev.bascule.fallback.job.Shaping.Fit;
import dev.bascule.fallback.job.Shaping.Layout;
import dev.bascule.fallback.job.Shaping.Resampling;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.preprocessing.PipelineKind;
import dev.bascule.suites.yaml.YamlNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads a pipeline that a suite writes down. Stateless. */
final class PipelineReader {
    private static final String VISION = "vision";

    private PipelineReader() {}

    /** {@code vision} is what {@code image} was called first. */
    static PipelineKind kind(YamlNode node) {
        String word = node.text();
        return PipelineKind.of(word.equals(VISION) ? PipelineKind.IMAGE.word() : word)
                .orElseThrow(() -> node.place().error("there is no pipeline '%s'%s".formatted(word, hint(word))));
    }

    private static String hint(String word) {
        List<String> words = new ArrayList<>(PipelineKind.words());
        words.add(VISION);
        return Nearest.hint(word, words);
    }

    /** What is written down; empty where nothing is, so that it is to be found beside the model. */
    static Optional<PipelineSpec> spec(PipelineKind kind, YamlNode.Mapping entry) {
        return switch (kind) {
            case AUDIO -> entry.find("frames").map(frames -> audio(frames, entry));
            case IMAGE ->
                entry.find("width").isPresent() || entry.find("height").isPresent()
                        ? Optional.of(vision(entry))
                        : Optional.empty();
            case TEXT -> entry.find("maxLength").map(length -> text(length, entry));
            case NONE -> Optional.empty();
        };
    }

    private static PipelineSpec audio(YamlNode frames, YamlNode.Mapping entry) {
        entry.knowingOnly(List.of("kind", "features", "sampleRate", "frames", "mels", "asset"));
        return new PipelineSpec.Audio(
                entry.find("features").map(PipelineReader::features).orElse("logmel"),
                size(entry, "sampleRate", 16_000),
                size(frames),
                size(entry, "mels", 80));
    }

    private static PipelineSpec text(YamlNode length, YamlNode.Mapping entry) {
        entry.knowingOnly(List.of("kind", "maxLength", "padding", "text", "tokenizer"));
        return new PipelineSpec.Text(
                size(length), entry.find("padding").map(node -> word(node, PipelineSpec.Padding.class)));
    }

    private static PipelineSpec vision(YamlNode.Mapping entry) {
        entry.knowingOnly(List.of(
                "kind",
                "width",
                "height",
                "mean",
                "std",
                "asset",
                "resampling",
                "antialias",
                "fit",
                "edge",
                "padding",
                "scale",
                "channels",
                "layout"));
        Shaping shaping = shaping(entry);
        int channels = shaping.channels().count();
        return new PipelineSpec.Vision(
                size(entry.require("width")),
                size(entry.require("height")),
                channels(entry, "mean", channels, 0.0),
                channels(entry, "std", channels, 1.0),
                Optional.of(shaping).filter(some -> !some.equals(Shaping.PLAIN)));
    }

    private static Shaping shaping(YamlNode.Mapping entry) {
        Shaping plain = Shaping.PLAIN;
        Resampling resampling = entry.find("resampling")
                .map(node -> word(node, Resampling.class))
                .orElse(plain.resampling());
        Optional<YamlNode> antialias = entry.find("antialias").filter(YamlNode::onOff);
        if (antialias.isPresent() && resampling == Resampling.NEAREST) {
            throw antialias.get().wrong("off where pixels are the nearest");
        }
        return new Shaping(
                resampling,
                antialias.isPresent(),
                fit(entry),
                entry.find("scale").map(YamlNode::number).orElse(plain.scale()),
                entry.find("channels").map(node -> word(node, Channels.class)).orElse(plain.channels()),
                entry.find("layout").map(node -> word(node, Layout.class)).orElse(plain.layout()));
    }

    private static Fit fit(YamlNode.Mapping entry) {
        Optional<YamlNode> fit = entry.find("fit");
        return switch (fit.map(YamlNode::text).orElse("stretch")) {
            case "stretch" -> new Fit.Stretch();
            case "shortest-edge" -> new Fit.ShortestEdge(size(entry.require("edge")));
            case "pad" ->
                new Fit.Pad(entry.find("padding").map(YamlNode::number).orElse(0.0));
            default -> throw fit.orElseThrow().wrong("stretch, shortest-edge or pad");
        };
    }

    private static <E extends Enum<E>> E word(YamlNode node, Class<E> type) {
        List<String> words = Arrays.stream(type.getEnumConstants())
                .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        int at = words.indexOf(node.text());
        if (at < 0) {
            throw node.wrong("one of " + String.join(", ", words));
        }
        return type.getEnumConstants()[at];
    }

    private static String features(YamlNode node) {
        if (!List.of("logmel", "pcm", "normalized-pcm").contains(node.text())) {
            throw node.wrong("logmel, pcm or normalized-pcm");
        }
        return node.text();
    }

    private static int size(YamlNode node) {
        return Math.toIntExact(Math.min(node.integer(1), Integer.MAX_VALUE));
    }

    private static int size(YamlNode.Mapping entry, String key, int otherwise) {
        return entry.find(key).map(PipelineReader::size).orElse(otherwise);
    }

    private static List<Double> channels(YamlNode.Mapping entry, String key, int count, double otherwise) {
        return entry.find(key)
                .map(node -> {
                    if (node.items().size() != count) {
                        throw node.wrong(count == 3 ? "a list of three numbers" : "a list of one number");
                    }
                    return node.items().stream().map(YamlNode::number).toList();
                })
                .orElse(Collections.nCopies(count, otherwise));
    }
}
