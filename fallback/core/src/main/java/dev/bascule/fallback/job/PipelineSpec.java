package dev.bascule.fallback.job;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.List;

/** An input pipeline and its parameters. The formulas are in {@code browser-runtime/PIPELINES.md}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(PipelineSpec.Audio.class),
    @JsonSubTypes.Type(PipelineSpec.Vision.class),
    @JsonSubTypes.Type(PipelineSpec.Text.class)
})
public sealed interface PipelineSpec {

    /** Sound to log-mel frames ({@code logmel}) or plain samples ({@code pcm}). */
    @JsonTypeName("audio")
    record Audio(String features, int sampleRate, int frames, int mels) implements PipelineSpec {}

    /** A picture to a normalised [1,3,height,width] tensor. */
    @JsonTypeName("vision")
    record Vision(int width, int height, List<Double> mean, List<Double> std) implements PipelineSpec {
        public Vision {
            mean = List.copyOf(mean);
            std = List.copyOf(std);
        }
    }

    /** A sentence to token ids, padded or cut to a length. */
    @JsonTypeName("text")
    record Text(int maxLength) implements PipelineSpec {}
}
