package dev.bascule.fallback.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.List;
import java.util.Optional;

/** An input pipeline and its parameters. The formulas are in {@code browser-runtime/PIPELINES.md}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(PipelineSpec.Audio.class),
    @JsonSubTypes.Type(PipelineSpec.Vision.class),
    @JsonSubTypes.Type(PipelineSpec.Text.class)
})
public sealed interface PipelineSpec {

    /** Sound to log-mel frames ({@code logmel}) or samples, plain ({@code pcm}) or of mean 0 and variance 1 ({@code normalized-pcm}). */
    @JsonTypeName("audio")
    record Audio(String features, int sampleRate, int frames, int mels) implements PipelineSpec {}

    /**
     * A picture to a normalised tensor, [1,3,height,width] unless it is shaped otherwise.
     *
     * @param mean of each channel
     * @param shaping empty where nothing is said: {@link Shaping#PLAIN}
     */
    @JsonTypeName("vision")
    record Vision(int width, int height, List<Double> mean, List<Double> std, Optional<Shaping> shaping)
            implements PipelineSpec {
        public Vision {
            mean = List.copyOf(mean);
            std = List.copyOf(std);
        }

        public Vision(int width, int height, List<Double> mean, List<Double> std) {
            this(width, height, mean, std, Optional.empty());
        }

        /** As it is done. */
        public Shaping shaped() {
            return shaping.orElse(Shaping.PLAIN);
        }
    }

    /**
     * A sentence to token ids, cut to a length and padded to it.
     *
     * @param padding empty where nothing is said: to the length
     */
    @JsonTypeName("text")
    record Text(int maxLength, Optional<Padding> padding) implements PipelineSpec {
        public Text(int maxLength) {
            this(maxLength, Optional.empty());
        }

        /** Whether ids are padded at all. */
        public boolean padded() {
            return padding.orElse(Padding.MAX_LENGTH) == Padding.MAX_LENGTH;
        }
    }

    /** What becomes of a text that is shorter. */
    enum Padding {
        @JsonProperty("max-length")
        MAX_LENGTH,
        @JsonProperty("none")
        NONE
    }
}
