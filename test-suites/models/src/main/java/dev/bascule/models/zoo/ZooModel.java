package dev.bascule.models.zoo;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.GraphKind;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A model of the zoo. Nothing is materialised until it is written. Immutable and thread-safe.
 *
 * @param id its name, such as {@code bert-micro}
 * @param family what kind of model it is
 * @param task such as {@code image-classification}
 * @param pipeline what turns a file or a text into its inputs, where there is one
 * @param description one line for people
 * @param architecture the network
 * @param frames inputs that are fed frame by frame, with a frame's elements; for a model that hears or writes in steps
 * @param carry input to the output whose previous value feeds it
 */
public record ZooModel(
        String id,
        Family family,
        String task,
        Optional<PipelineSpec> pipeline,
        String description,
        Architecture architecture,
        Map<String, Integer> frames,
        Map<String, String> carry) {

    private static final String MICRO = "-micro";

    public ZooModel {
        frames = Map.copyOf(frames);
        carry = Map.copyOf(carry);
    }

    /** One that takes its input at once. */
    ZooModel(
            String id,
            Family family,
            String task,
            PipelineSpec pipeline,
            String description,
            Architecture architecture) {
        this(id, family, task, Optional.of(pipeline), description, architecture, Map.of(), Map.of());
    }

    /** The dimensions of a model that writes text. */
    public Optional<DecoderConfig> decoder() {
        return architecture instanceof DecoderNetwork network ? Optional.of(network.config()) : Optional.empty();
    }

    /** How the graph of a model that writes text is written. */
    public Optional<GraphKind> kind() {
        return architecture instanceof DecoderNetwork network ? Optional.of(network.kind()) : Optional.empty();
    }

    /** Its network's name, whatever its size: models of one network resemble each other. */
    public String network() {
        String name = architecture.getClass().getSimpleName();
        return decoder().map(config -> name + " " + config.shape()).orElse(name);
    }

    /** Tokens that end a text. */
    public Set<Integer> ends() {
        return architecture instanceof DecoderNetwork network ? network.ends() : Set.of();
    }

    /** The encoder that a model that writes text looks at, with what the decoder's layers make of its result. */
    public Optional<ZooModel> encoder() {
        if (!(architecture instanceof DecoderNetwork network)) {
            return Optional.empty();
        }
        return network.encoder().map(encoder -> WriterModels.encoder(encoderId(), encoder, network.config()));
    }

    /** The model of the zoo that has the inputs of this one's encoder. */
    public Optional<ZooModel> hears() {
        return architecture instanceof DecoderNetwork network
                ? network.encoder().flatMap(Zoo::hearing)
                : Optional.empty();
    }

    /** Such as {@code t5-small-encoder} of {@code t5-small}, {@code whisper-encoder-micro} of {@code whisper-decoder-micro}. */
    private String encoderId() {
        boolean small = id.endsWith(MICRO);
        String base = (small ? id.substring(0, id.length() - MICRO.length()) : id).replace("-decoder", "");
        return base + "-encoder" + (small ? MICRO : "");
    }

    /** The model that writes text of what this one makes of a text or a sound. */
    public Optional<ZooModel> writer() {
        if (architecture instanceof CrossEncoder encoder) {
            return Zoo.writer(encoder);
        }
        return architecture instanceof CrossEncoderNetwork network ? Zoo.writer(network.encoder()) : Optional.empty();
    }

    /** The other graph of a model that writes text, of the same weights; the model itself where there is none. */
    public ZooModel as(GraphKind kind) {
        if (!(architecture instanceof DecoderNetwork network)
                || network.kind() == kind
                || network.encoder().isPresent()) {
            return this;
        }
        return new ZooModel(id + "-" + kind.id(), family, task, pipeline, description, network.as(kind), frames, carry);
    }

    /** Learned parameters as publications count them, without running statistics and fixed positions. */
    public long parameters() {
        // Weights in blocks are counted as what they stand for.
        Architecture plain =
                architecture instanceof DecoderNetwork network ? network.as(GraphKind.PLAIN) : architecture;
        return plain.define(id).elements(Weight.Role.PARAMETER);
    }

    /** The size of the ONNX file in bytes. */
    public long sizeBytes() {
        return architecture.define(id).sizeBytes();
    }

    /** Twelve hex digits that change whenever the bytes of the model would change. */
    public String fingerprint() {
        return architecture.define(id).fingerprint();
    }

    /** Writes the ONNX file: the same bytes on every machine, never more than one piece of a weight in memory. */
    public void writeTo(OutputStream stream) throws IOException {
        architecture.define(id).writeTo(stream);
    }
}
