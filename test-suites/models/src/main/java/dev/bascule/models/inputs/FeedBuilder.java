package dev.bascule.models.inputs;

import dev.bascule.fallback.attempt.DimSize;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import dev.bascule.models.graph.ValueType.TensorType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what a model is fed: what was named, what its pipeline prepared, and generated values for the rest; each
 * checked against the model before anything runs. Used for one model and thrown away.
 */
public final class FeedBuilder {
    private static final long GENERATED_FRAMES = 8;
    private static final int DEFAULT_RATE = 16_000;

    private final ModelInspection model;
    private final DimSizes sizes;
    private final long seed;
    private final PreparedTensors prepared;
    private final Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
    private final List<String> generated = new ArrayList<>();
    private final Map<String, String> notes = new LinkedHashMap<>();
    private OptionalInt rate = OptionalInt.empty();

    /**
     * Begins.
     *
     * @param dims sizes of dynamic dimensions by name; one without a name is {@code INPUT.AXIS}
     * @param batch what a batch dimension becomes that is not in {@code dims}
     * @param seed of generated inputs
     * @param prepared tensors that the model's pipeline made, or that a published data set has
     */
    public FeedBuilder(ModelInspection model, Map<String, Long> dims, long batch, long seed, PreparedTensors prepared) {
        this(model, dims, Map.of(), batch, seed, prepared);
    }

    /**
     * Begins, with sizes that were found for dimensions of which nobody says anything.
     *
     * @param found by dimension; takes the place of what would be chosen
     */
    public FeedBuilder(
            ModelInspection model,
            Map<String, Long> dims,
            Map<String, DimSize> found,
            long batch,
            long seed,
            PreparedTensors prepared) {
        this.model = model;
        this.sizes = new DimSizes(model, dims, found, batch);
        this.seed = seed;
        this.prepared = prepared;
    }

    /**
     * Builds the feeds.
     *
     * @param sources by input; an input that is not named takes the prepared tensor of its name, else is generated
     * @param frames inputs that are fed frame by frame
     * @param carry input to the output whose previous value feeds it; starts from its source, else from zeros
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH}, naming the inputs that the model has
     */
    public BuiltFeeds build(
            Map<String, InputSource> sources, Map<String, FrameWindow> frames, Map<String, String> carry) {
        requireInputs(sources.keySet(), "--input");
        requireInputs(frames.keySet(), "--frame");
        requireInputs(carry.keySet(), "--carry");
        carry.forEach(this::requireCarry);
        for (Port port : model.inputs()) {
            if (sources.containsKey(port.name())) {
                naming(port, () -> named(port, sources.get(port.name()), frames));
            } else if (prepared.tensors().containsKey(port.name())) {
                naming(port, () -> named(port, new InputSource.FromPipeline(port.name()), frames));
            }
        }
        for (Port port : model.inputs()) {
            if (!inputs.containsKey(port.name())) {
                naming(port, () -> generate(port, frames, carry));
            }
        }
        List<DimSize> dims = sizes.all();
        dims.stream().filter(DimSize::isOurs).forEach(dim -> notes.put("dim " + dim.name(), dim.words()));
        Map<String, List<Tensor>> ordered = new LinkedHashMap<>();
        model.inputs().forEach(port -> ordered.put(port.name(), inputs.getOrDefault(port.name(), List.of())));
        return new BuiltFeeds(new Feeds(ordered, carry), generated, notes, sizes.followsBatch(), dims, sizes.choices());
    }

    /** What is wrong with a size or a file alone does not know which input it was for. */
    private static void naming(Port port, Runnable work) {
        try {
            work.run();
        } catch (BasculeException e) {
            String name = "'" + port.name() + "'";
            if (e.code() != ErrorCode.INPUT_MISMATCH
                    || String.valueOf(e.getMessage()).contains(name)) {
                throw e;
            }
            throw BasculeException.because(
                    e,
                    e.code(),
                    "input %s: %s".formatted(name, e.getMessage()),
                    e.failure().remedies().toArray(String[]::new));
        }
    }

    private void named(Port port, InputSource source, Map<String, FrameWindow> frames) {
        TensorType type =
                port.type() instanceof ValueType.AnyTensor ? GivenType.of(port, source, prepared) : tensorType(port);
        FrameWindow frame = frames.get(port.name());
        SourceReader reader = new SourceReader(model, sizes, prepared, generator(), frame != null);
        SourceReader.Reading reading = reader.read(port, type, source);
        if (reading.rate().isPresent()) {
            rate = reading.rate();
        }
        put(port, type, reading.tensor(), frame);
        if (source instanceof InputSource.Shaped) {
            generated.add(port.name());
        }
        notes.put("input " + port.name(), reading.note() + (frame == null ? "" : ", frames of " + frame));
    }

    private void generate(Port port, Map<String, FrameWindow> frames, Map<String, String> carry) {
        TensorType type = tensorType(port);
        FrameWindow frame = frames.get(port.name());
        InputGenerator generator = generator();
        if (frame != null) {
            Shape row = Shape.of((long) frame.length() * GENERATED_FRAMES);
            put(port, type, generator.generate(port, type.dtype(), row), frame);
            generated.add(port.name());
            notes.put("input " + port.name(), "generated, seed " + seed + ", frames of " + frame);
        } else if (carry.containsKey(port.name())) {
            put(port, type, zeros(type.dtype(), sizes.shape(port, type)), null);
            notes.put("input " + port.name(), "zeros, then carried from " + carry.get(port.name()));
        } else {
            put(port, type, generator.generate(port, type.dtype(), sizes.shape(port, type)), null);
            generated.add(port.name());
            notes.put("input " + port.name(), "generated, seed " + seed);
        }
    }

    private InputGenerator generator() {
        return new InputGenerator(seed, model.indexBounds(), rate.orElse(DEFAULT_RATE));
    }

    private void put(Port port, TensorType type, Tensor tensor, @Nullable FrameWindow frame) {
        int rank = type.dims().map(List::size).orElse(2);
        List<Tensor> steps = frame == null ? List.of(tensor) : FrameSteps.cut(tensor, frame, rank);
        TensorFit.require(model, port, type, steps.get(0));
        sizes.bind(port, type, steps.get(0).shape());
        inputs.put(port.name(), steps);
    }

    private static Tensor zeros(DType dtype, Shape shape) {
        return Tensor.of(dtype, shape, BoundedAllocation.of(dtype, shape));
    }

    private TensorType tensorType(Port port) {
        if (port.type() instanceof TensorType type) {
            return type;
        }
        if (port.type() instanceof ValueType.AnyTensor) {
            throw GivenType.missing(port);
        }
        throw InputMismatch.of("input '%s' is a %s; Bascule feeds tensors only".formatted(port.name(), port.type()));
    }

    private void requireInputs(Collection<String> names, String option) {
        List<String> known = model.inputs().stream().map(Port::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw InputMismatch.of("%s %s: the model has no such input%s; %s"
                        .formatted(
                                option,
                                name,
                                Nearest.to(name, known)
                                        .map(near -> ", did you mean '" + near + "'?")
                                        .orElse(""),
                                model.describeInputs()));
            }
        }
    }

    private void requireCarry(String input, String output) {
        List<Port> ends = model.outputs().stream()
                .filter(port -> port.name().equals(output))
                .toList();
        if (ends.isEmpty()) {
            throw InputMismatch.of("--carry %s=%s: the model has no such output%s"
                    .formatted(input, output, Nearest.hint(output, model.outputNames())));
        }
        ValueType from = ends.get(0).type();
        ValueType to = model.input(input).map(Port::type).orElse(from);
        if (from instanceof TensorType out && to instanceof TensorType in && out.dtype() != in.dtype()) {
            throw InputMismatch.of("--carry %s=%s: the output is %s, the input %s".formatted(input, output, from, to));
        }
    }
}
