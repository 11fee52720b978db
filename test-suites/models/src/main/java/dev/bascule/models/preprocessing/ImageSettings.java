package dev.bascule.models.preprocessing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Shaping;
import dev.bascule.fallback.job.Shaping.Channels;
import dev.bascule.fallback.job.Shaping.Fit;
import dev.bascule.fallback.job.Shaping.Layout;
import dev.bascule.fallback.job.Shaping.Resampling;
import dev.bascule.models.graph.Port;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads how a picture becomes a tensor, of a {@code preprocessor_config.json} of the processors that are known. Stateless. */
final class ImageSettings {
    static final String FILE = "preprocessor_config.json";

    /** By the beginning of the type; a size of one number is both sides of these, and the shorter side of the others. */
    private static final List<String> SQUARE = List.of("ViT", "DeiT", "Siglip", "Beit");

    private static final List<String> SHORTEST = List.of("CLIP", "Bit", "MobileNetV1", "MobileNetV2", "ConvNext");
    private static final List<String> ENDINGS = List.of("ImageProcessor", "ImageProcessorFast", "FeatureExtractor");

    private static final Set<String> KNOWN = Set.of(
            "image_processor_type",
            "feature_extractor_type",
            "processor_class",
            "_processor_class",
            "_valid_processor_keys",
            "do_resize",
            "size",
            "resample",
            "do_center_crop",
            "crop_size",
            "crop_pct",
            "do_rescale",
            "rescale_factor",
            "do_normalize",
            "image_mean",
            "image_std",
            "do_convert_rgb",
            "do_flip_channel_order",
            "data_format",
            "return_tensors");

    private ImageSettings() {}

    static FoundPipeline of(List<Path> folders, Port port) {
        Layout layout = layout(port);
        boolean first = layout == Layout.NCHW;
        int channels = Preprocessing.fixed(port, first ? 1 : 3).orElse(3);
        if (channels != 1 && channels != 3) {
            throw unsaid("the model's input %s has %d channels".formatted(port, channels));
        }
        OptionalInt width = Preprocessing.fixed(port, first ? 3 : 2);
        OptionalInt height = Preprocessing.fixed(port, first ? 2 : 1);
        return SettingsFile.find(folders, FILE)
                .map(file -> read(file, channels, layout))
                .orElseGet(() -> assumed(channels, layout, width, height));
    }

    private static Layout layout(Port port) {
        OptionalInt last = Preprocessing.fixed(port, 3);
        boolean lastIsChannels = last.isPresent() && (last.getAsInt() == 3 || last.getAsInt() == 1);
        OptionalInt first = Preprocessing.fixed(port, 1);
        boolean firstIsChannels = first.isPresent() && (first.getAsInt() == 3 || first.getAsInt() == 1);
        return lastIsChannels && !firstIsChannels ? Layout.NHWC : Layout.NCHW;
    }

    private static FoundPipeline assumed(int channels, Layout layout, OptionalInt width, OptionalInt height) {
        if (width.isEmpty() || height.isEmpty()) {
            throw unsaid("there is no %s beside the model, and its input has no size of its own".formatted(FILE));
        }
        Shaping shaping =
                new Shaping(Resampling.BILINEAR, false, new Fit.Stretch(), 1 / 255.0, order(channels, false), layout);
        return new FoundPipeline(
                new PipelineSpec.Vision(
                        width.getAsInt(),
                        height.getAsInt(),
                        Collections.nCopies(channels, 0.0),
                        Collections.nCopies(channels, 1.0),
                        Optional.of(shaping)),
                Optional.empty(),
                "size, channels and layout of the model's input; no %s beside it: stretched, divided by 255"
                        .formatted(FILE));
    }

    private static FoundPipeline read(SettingsFile file, int channels, Layout layout) {
        boolean square = isSquare(file);
        requireKnown(file);
        boolean normalize = file.flag("do_normalize", true);
        List<Double> mean = normalize ? file.channels("image_mean", channels) : Collections.nCopies(channels, 0.0);
        List<Double> std = normalize ? file.channels("image_std", channels) : Collections.nCopies(channels, 1.0);
        if (std.stream().anyMatch(each -> !(each > 0))) {
            throw file.refused("has an 'image_std' that is not above 0");
        }
        Sizes sizes = sizes(file, square);
        Resampling resampling = resampling(file);
        Shaping shaping = new Shaping(
                resampling,
                resampling != Resampling.NEAREST,
                sizes.fit,
                file.flag("do_rescale", true) ? file.number("rescale_factor", 1 / 255.0) : 1,
                order(channels, file.flag("do_flip_channel_order", false)),
                layout);
        return new FoundPipeline(
                new PipelineSpec.Vision(sizes.width, sizes.height, mean, std, Optional.of(shaping)),
                Optional.empty(),
                "%s (%s); channels and layout of the model's input%s"
                        .formatted(
                                file.name(),
                                type(file),
                                file.unread(KNOWN)
                                        .map(keys -> "; not obeyed: " + keys)
                                        .orElse("")));
    }

    private static String type(SettingsFile file) {
        return file.text("image_processor_type")
                .or(() -> file.text("feature_extractor_type"))
                .orElseThrow(() -> file.refused("does not say its image_processor_type"));
    }

    private static boolean isSquare(SettingsFile file) {
        String type = type(file);
        for (String ending : ENDINGS) {
            if (type.endsWith(ending)) {
                String family = type.substring(0, type.length() - ending.length());
                if (SQUARE.contains(family) || SHORTEST.contains(family)) {
                    return SQUARE.contains(family);
                }
            }
        }
        throw file.refused("is of the image processor '%s'; known are those of %s, %s"
                .formatted(type, String.join(", ", SQUARE), String.join(", ", SHORTEST)));
    }

    private static void requireKnown(SettingsFile file) {
        if (!file.flag("do_resize", true)) {
            throw file.refused("leaves the picture's size as it is (do_resize false)");
        }
        if (file.flag("rescale_offset", false)) {
            throw file.refused("asks for rescale_offset");
        }
    }

    private static Resampling resampling(SettingsFile file) {
        return switch ((int) file.number("resample", -1)) {
            case 0 -> Resampling.NEAREST;
            case 2 -> Resampling.BILINEAR;
            case 3 -> Resampling.BICUBIC;
            default -> throw file.refused("has no 'resample' of 0 (nearest), 2 (bilinear) or 3 (bicubic)");
        };
    }

    private static Channels order(int channels, boolean flipped) {
        return channels == 1 ? Channels.GRAY : flipped ? Channels.BGR : Channels.RGB;
    }

    /** What the tensor has, and how the picture comes to it. */
    private record Sizes(int width, int height, Fit fit) {}

    private static Sizes sizes(SettingsFile file, boolean square) {
        JsonNode size = file.values().path("size");
        boolean crops = file.flag("do_center_crop", false);
        boolean shortest = size.isObject() ? size.has("shortest_edge") : !square;
        if (!shortest) {
            int width = size.isObject() ? file.size(size, "width") : file.size(file.values(), "size");
            int height = size.isObject() ? file.size(size, "height") : width;
            if (crops && (crop(file, "width") != width || crop(file, "height") != height)) {
                throw file.refused("stretches to %d x %d and cuts out less".formatted(width, height));
            }
            return new Sizes(width, height, new Fit.Stretch());
        }
        if (size.has("longest_edge")) {
            throw file.refused("has a 'longest_edge'");
        }
        int edge = size.isObject() ? file.size(size, "shortest_edge") : file.size(file.values(), "size");
        if (file.has("crop_pct")) {
            return cropped(file, edge);
        }
        if (!crops) {
            throw file.refused("gives each picture a size of its own (no do_center_crop)");
        }
        return new Sizes(crop(file, "width"), crop(file, "height"), new Fit.ShortestEdge(edge));
    }

    /** ConvNext's: from 384 the picture is stretched, below it is made larger and cut. */
    private static Sizes cropped(SettingsFile file, int edge) {
        double part = file.number("crop_pct", 1);
        if (part <= 0 || part > 1) {
            throw file.refused("has no 'crop_pct' from 0 to 1");
        }
        return new Sizes(edge, edge, edge >= 384 ? new Fit.Stretch() : new Fit.ShortestEdge((int) (edge / part)));
    }

    private static int crop(SettingsFile file, String side) {
        JsonNode crop = file.values().path("crop_size");
        return crop.isObject() ? file.size(crop, side) : file.size(file.values(), "crop_size");
    }

    private static BasculeException unsaid(String why) {
        return new BasculeException(
                ErrorCode.INPUT_MISMATCH,
                "--pipeline image: " + why,
                "put the model's %s beside it, or write the pipeline into a suite".formatted(FILE));
    }
}
