package dev.bascule.exact;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.exact.array.ArrayTensors;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.graph.GraphPasses;
import dev.bascule.exact.rounding.Lowering;
import dev.bascule.exact.rounding.Passes;
import dev.bascule.exact.rounding.ProductKind;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A model run in double: what its graph means when nothing rounds, and, in noisy passes beside it, what rounding alone may make of
 * it. Values between operators are real numbers; whole numbers are exact. Immutable and thread-safe.
 */
public final class ExactModel {
    private final ModelProto proto;

    public ExactModel(ModelProto proto) {
        this.proto = proto;
    }

    /**
     * How it is run.
     *
     * @param noisy passes that round, beside the exact one
     * @param seed what they follow from
     * @param narrow whether noisy passes add up 16-bit floats in 16 bits, as some engines do
     * @param lowering where noisy passes compute 32-bit floats in less, as some engines do
     */
    public record Plan(int noisy, long seed, boolean narrow, Lowering lowering) {
        public static final Plan EXACT_ONLY = new Plan(0, 0);

        /** With sums in at least 32 bits. */
        public Plan(int noisy, long seed) {
            this(noisy, seed, false);
        }

        /** With 32-bit floats computed in 32 bits. */
        public Plan(int noisy, long seed, boolean narrow) {
            this(noisy, seed, narrow, Lowering.NONE);
        }

        /** With 32-bit floats computed in less. */
        public Plan(int noisy, long seed, Lowering lowering) {
            this(noisy, seed, false, lowering);
        }
    }

    /** Whether any tensor that the model names is of 16-bit floats, so that it matters in what they are added up. */
    public boolean hasNarrowFloats() {
        return NarrowFloats.in(proto);
    }

    /** The kinds of products that the model has. */
    public Set<ProductKind> products() {
        return ProductNodes.in(proto);
    }

    /** Operators of the model that nothing here computes; with none it may still have a form that nothing here computes. */
    public Set<String> missing() {
        return GraphPasses.missing(proto);
    }

    /**
     * Runs it once.
     *
     * @param inputs by name; those left out have their constants
     * @param wanted outputs, or values between nodes
     * @param stopped asked between nodes: whether it has taken long enough
     */
    public ExactResult run(Map<String, Value> inputs, List<String> wanted, Plan plan, BooleanSupplier stopped) {
        return run(List.of(inputs), Map.of(), wanted, plan, stopped);
    }

    /** Runs it step by step; what is carried from step to step is not rounded on the way. */
    public ExactResult run(Feeds feeds, List<String> wanted, Plan plan, BooleanSupplier stopped) {
        List<Map<String, Value>> steps = IntStream.range(0, feeds.steps())
                .<Map<String, Value>>mapToObj(step -> {
                    Map<String, Value> inputs = new HashMap<>();
                    feeds.step(step).forEach((name, tensor) -> inputs.put(name, Value.of(tensor)));
                    return inputs;
                })
                .toList();
        return run(steps, feeds.carry(), wanted, plan, stopped);
    }

    private ExactResult run(
            List<Map<String, Value>> steps,
            Map<String, String> carry,
            List<String> wanted,
            Plan plan,
            BooleanSupplier stopped) {
        long started = System.nanoTime();
        Set<String> missing = missing();
        if (!missing.isEmpty()) {
            return new ExactResult.Unknown("the exact reference has no %s".formatted(String.join(", ", missing)));
        }
        Passes passes = new Passes(plan.noisy(), plan.seed(), plan.narrow(), plan.lowering());
        List<String> asked = Stream.concat(wanted.stream(), carry.values().stream())
                .distinct()
                .toList();
        List<Map<String, ExactOutput>> outputs = new ArrayList<>();
        Map<String, List<Optional<Operand>>> before = Map.of();
        try {
            for (Map<String, Value> inputs : steps) {
                GraphPasses graph = new GraphPasses(proto, passes, stopped);
                for (Map.Entry<String, Value> input : inputs.entrySet()) {
                    List<Optional<Operand>> carried =
                            before.getOrDefault(carry.getOrDefault(input.getKey(), ""), List.of());
                    graph.feed(
                            input.getKey(),
                            carried.isEmpty() ? List.of(Optional.of(ArrayTensors.of(input.getValue()))) : carried);
                }
                GraphPasses.Result result = graph.run(asked);
                if (result instanceof GraphPasses.Result.NotRun not) {
                    return new ExactResult.Unknown(not.why());
                }
                before = ((GraphPasses.Result.Run) result).values();
                outputs.add(outputs(before, wanted, plan));
            }
        } catch (BasculeException e) {
            return new ExactResult.Unknown("the exact reference cannot read the model: " + e.getMessage());
        } catch (OutOfMemoryError e) {
            return new ExactResult.Unknown("the exact reference has not enough memory for the model");
        }
        return new ExactResult.Known(outputs, Duration.ofNanos(System.nanoTime() - started));
    }

    private static Map<String, ExactOutput> outputs(
            Map<String, List<Optional<Operand>>> values, List<String> wanted, Plan plan) {
        Map<String, ExactOutput> outputs = new HashMap<>();
        for (String name : wanted) {
            List<Optional<Operand>> passes = values.getOrDefault(name, List.of());
            outputs.put(
                    name,
                    new ExactOutput(
                            passes.get(0).orElseThrow(),
                            passes.subList(1, passes.size()),
                            plan.narrow(),
                            plan.lowering()));
        }
        return outputs;
    }
}
