package dev.bascule.fallback.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;

/**
 * What becomes of a picture before it is normalised, and how its tensor is laid out; {@code browser-runtime/PIPELINES.md} has
 * the formulas.
 *
 * @param resampling how pixels of another size are made
 * @param antialias as Pillow does it, in whole numbers of 8 bits
 * @param fit what becomes of another aspect ratio
 * @param scale of a pixel's value from 0 to 255
 * @param channels which, and in which order
 * @param layout of the tensor
 */
public record Shaping(
        Resampling resampling, boolean antialias, Fit fit, double scale, Channels channels, Layout layout) {

    /** Of a pipeline that says nothing of it. */
    public static final Shaping PLAIN =
            new Shaping(Resampling.BILINEAR, false, new Fit.Stretch(), 1 / 255.0, Channels.RGB, Layout.NCHW);

    public Shaping {
        if (antialias && resampling == Resampling.NEAREST) {
            throw new IllegalArgumentException("nearest pixels have nothing to be smoothed");
        }
    }

    /** How pixels of another size are made. */
    public enum Resampling {
        @JsonProperty("bilinear")
        BILINEAR,
        @JsonProperty("bicubic")
        BICUBIC,
        @JsonProperty("nearest")
        NEAREST
    }

    /** Which channels, in which order. */
    public enum Channels {
        @JsonProperty("rgb")
        RGB(3),
        @JsonProperty("bgr")
        BGR(3),
        @JsonProperty("gray")
        GRAY(1);

        private final int count;

        Channels(int count) {
            this.count = count;
        }

        public int count() {
            return count;
        }
    }

    /** Whether channels come first or last. */
    public enum Layout {
        @JsonProperty("nchw")
        NCHW,
        @JsonProperty("nhwc")
        NHWC
    }

    /** What becomes of a picture of another aspect ratio. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(Fit.Stretch.class),
        @JsonSubTypes.Type(Fit.ShortestEdge.class),
        @JsonSubTypes.Type(Fit.Pad.class)
    })
    public sealed interface Fit {

        /** It is stretched. */
        @JsonTypeName("stretch")
        record Stretch() implements Fit {}

        /** Its shorter side becomes {@code edge}, and the middle is cut out. */
        @JsonTypeName("shortest-edge")
        record ShortestEdge(int edge) implements Fit {}

        /** It is made as large as fits; what is left at the right and below has {@code value} in the tensor. */
        @JsonTypeName("pad")
        record Pad(double value) implements Fit {}
    }
}
