package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Shaping;
import dev.bascule.fallback.job.Shaping.Channels;
import dev.bascule.fallback.job.Shaping.Fit;
import dev.bascule.fallback.job.Shaping.Layout;
import dev.bascule.fallback.job.Shaping.Resampling;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What real models' preprocessing asks for beyond the defaults. */
final class ShapingCases {
    private static final List<Double> MEAN = List.of(0.485, 0.456, 0.406);
    private static final List<Double> STD = List.of(0.229, 0.224, 0.225);

    private ShapingCases() {}

    static List<InputCase> all() {
        List<InputCase> cases = new ArrayList<>();
        for (Resampling resampling : Resampling.values()) {
            for (int size : new int[] {9, 50}) {
                cases.add(picture(resampling + " to " + size, size, shaping(resampling, false, new Fit.Stretch())));
                if (resampling != Resampling.NEAREST) {
                    cases.add(picture(
                            resampling + " as Pillow to " + size, size, shaping(resampling, true, new Fit.Stretch())));
                }
            }
        }
        cases.add(picture("the middle cut out", 14, shaping(Resampling.BICUBIC, true, new Fit.ShortestEdge(16))));
        cases.add(picture("enlarged and cut", 40, shaping(Resampling.BILINEAR, false, new Fit.ShortestEdge(41))));
        cases.add(picture("padded", 24, shaping(Resampling.BILINEAR, true, new Fit.Pad(-1))));
        cases.add(picture("blue first", 12, other(Channels.BGR, Layout.NCHW, 1 / 255.0)));
        cases.add(picture("channels last, unscaled", 12, other(Channels.RGB, Layout.NHWC, 1)));
        cases.add(grey("grey", Layout.NCHW));
        cases.add(grey("grey, channels last", Layout.NHWC));
        cases.add(refused(
                "cut out of too little",
                17,
                shaping(Resampling.BILINEAR, false, new Fit.ShortestEdge(16)),
                "BadSize",
                "cut out"));
        cases.add(refused(
                "three means of one channel",
                8,
                other(Channels.GRAY, Layout.NCHW, 1),
                "BadNormalisation",
                "1 channel"));
        cases.add(new InputCase(
                "a sound of mean 0 and variance 1",
                new PipelineSpec.Audio("normalized-pcm", 16_000, 20, 80),
                Map.of("audio", TestSounds.wav16(16_000, 1, TestSounds.sine(16_000, 300, 0.4, 2000))),
                Optional.empty(),
                new InputCase.Same(1e-4)));
        cases.add(text("ids that are not padded", "The bridge tips.", new InputCase.Same(0)));
        cases.add(text("no ids that are not padded", "", new InputCase.Refused("BadText", "not empty")));
        return cases;
    }

    private static Shaping shaping(Resampling resampling, boolean antialias, Fit fit) {
        return new Shaping(resampling, antialias, fit, 1 / 255.0, Channels.RGB, Layout.NCHW);
    }

    private static Shaping other(Channels channels, Layout layout, double scale) {
        return new Shaping(Resampling.BILINEAR, false, new Fit.Stretch(), scale, channels, layout);
    }

    private static InputCase picture(String name, int size, Shaping shaping) {
        return of(
                name,
                new PipelineSpec.Vision(size, size, MEAN, STD, Optional.of(shaping)),
                new InputCase.Same(1e-5 * Math.max(1, 255 * shaping.scale() / 4)));
    }

    private static InputCase refused(String name, int size, Shaping shaping, String error, String says) {
        return of(
                name,
                new PipelineSpec.Vision(size, size, MEAN, STD, Optional.of(shaping)),
                new InputCase.Refused(error, says));
    }

    private static InputCase grey(String name, Layout layout) {
        return of(
                name,
                new PipelineSpec.Vision(
                        28, 28, List.of(0.1307), List.of(0.3081), Optional.of(other(Channels.GRAY, layout, 1 / 255.0))),
                new InputCase.Same(1e-5));
    }

    private static InputCase of(String name, PipelineSpec spec, InputCase.Expected expected) {
        return new InputCase(
                "shaped: " + name,
                spec,
                Map.of("image", TestPictures.png(TestPictures.RGB, 8)),
                Optional.empty(),
                expected);
    }

    /** Byte pairs have no special tokens, so an empty text has none at all. */
    private static InputCase text(String name, String text, InputCase.Expected expected) {
        return new InputCase(
                name,
                new PipelineSpec.Text(24, Optional.of(PipelineSpec.Padding.NONE)),
                Map.of("tokenizer", TestTokenizers.BYTE_PAIRS.getBytes(StandardCharsets.UTF_8)),
                Optional.of(text),
                expected);
    }
}
