package dev.bascule.models.inputs;

import dev.bascule.models.graph.Dim;
import dev.bascule.models.graph.Port;
import java.util.List;
import java.util.Locale;

/** The sizes that models of a kind are usually run with, told from the names of inputs and dimensions. Stateless. */
final class TypicalSizes {
    private static final List<Long> SEQUENCES = List.of(128L, 64L, 32L, 16L, 256L, 77L, 512L, 8L, 1L);
    private static final List<Long> PASTS = List.of(128L, 64L, 32L, 16L, 1L);
    private static final List<Long> SIDES = List.of(
            224L, 48L, 32L, 64L, 320L, 640L, 256L, 128L, 96L, 112L, 160L, 192L, 384L, 416L, 512L, 28L, 24L, 16L);
    private static final List<Long> FRAMES = List.of(128L, 100L, 64L, 200L, 256L, 32L, 16L, 98L, 76L, 3000L, 1L);
    private static final List<Long> SAMPLES =
            List.of(16_000L, 512L, 1_280L, 8_000L, 32_000L, 48_000L, 160_000L, 1_024L);
    private static final List<Long> CHANNELS = List.of(3L, 1L, 4L);
    private static final List<Long> OTHERS = List.of(16L, 1L, 32L, 64L, 128L, 2L, 4L, 8L, 3L, 256L, 512L, 1_024L);

    private TypicalSizes() {}

    /**
     * What a dimension may be.
     *
     * @param of what it is, for people
     * @param sizes the most usual first
     */
    record Usual(String of, List<Long> sizes) {
        long first() {
            return sizes.get(0);
        }

        String note() {
            return of.isEmpty() ? "nothing tells what it is" : "usual for " + of;
        }
    }

    /** @param stepwise whether the model takes what it gave before, so that it is run one token at a time */
    static Usual of(Port port, List<Dim> dims, int axis, boolean stepwise) {
        String name = name(dims.get(axis));
        if (name.contains("past")) {
            return new Usual("what came before a token", PASTS);
        }
        if (isLength(name)) {
            return stepwise
                    ? new Usual("a model that is fed one token after the other", List.of(1L, 16L, 128L))
                    : new Usual("a sequence of tokens", SEQUENCES);
        }
        if (name.contains("height") || name.contains("width") || name.equals("h") || name.equals("w")) {
            return new Usual("the side of a picture", SIDES);
        }
        if (name.contains("frame") || name.contains("time")) {
            return new Usual("a second of sound in frames", FRAMES);
        }
        if (name.contains("sample") || name.contains("audio")) {
            return new Usual("a second of sound at 16 kHz", SAMPLES);
        }
        if (name.contains("channel")) {
            return new Usual("the channels of a picture", CHANNELS);
        }
        if (dims.size() == 4) {
            return isPictureSide(dims, axis)
                    ? new Usual("the side of a picture", SIDES)
                    : axis == 1 ? new Usual("the channels of a picture", CHANNELS) : new Usual("", OTHERS);
        }
        String input = port.name().toLowerCase(Locale.ROOT);
        boolean sound = input.contains("audio")
                || input.contains("wave")
                || input.contains("pcm")
                || input.equals("input_values");
        if (sound && axis == dims.size() - 1) {
            return new Usual("a second of sound at 16 kHz", SAMPLES);
        }
        boolean tokens = input.endsWith("_ids") || input.endsWith("attention_mask") || input.equals("tokens");
        return tokens ? new Usual("a sequence of tokens", SEQUENCES) : new Usual("", OTHERS);
    }

    static String name(Dim dim) {
        return dim instanceof Dim.Named named ? named.name().toLowerCase(Locale.ROOT) : "";
    }

    static boolean isLength(String name) {
        return name.contains("seq") || name.contains("len") || name.contains("token");
    }

    private static boolean isPictureSide(List<Dim> dims, int axis) {
        boolean channelsLast = dims.get(3) instanceof Dim.Fixed fixed && fixed.size() <= 4;
        return channelsLast ? axis == 1 || axis == 2 : axis >= 2;
    }
}
