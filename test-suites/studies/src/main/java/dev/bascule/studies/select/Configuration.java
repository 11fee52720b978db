package dev.bascule.studies.select;

import dev.bascule.fallback.backend.ExecutionMode;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.SessionSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a candidate's sessions differ from the usual ones. Immutable.
 *
 * @param graph how far the engine may rewrite the graph; as usual where empty
 * @param noArena whether memory is given back after each inference
 * @param precision what the engine is asked to compute in; its own choice where empty
 * @param build of onnxruntime-web; the backend's best one where empty
 * @param halfModel whether a float16 model runs that was made of the model
 * @param parallel whether nodes that do not wait for each other run side by side
 */
public record Configuration(
        Optional<GraphOptimization> graph,
        boolean noArena,
        Optional<Precision> precision,
        Optional<String> build,
        boolean halfModel,
        boolean parallel) {
    /** How far outputs in less than 32 bits may lie off, as a share of their greatest magnitude. */
    public static final double NARROW = 0.01;
    /** As sessions usually are. */
    public static final Configuration USUAL =
            new Configuration(Optional.empty(), false, Optional.empty(), Optional.empty(), false);

    /** One that runs one node after the other. */
    public Configuration(
            Optional<GraphOptimization> graph,
            boolean noArena,
            Optional<Precision> precision,
            Optional<String> build,
            boolean halfModel) {
        this(graph, noArena, precision, build, halfModel, false);
    }

    Configuration withGraph(GraphOptimization level) {
        return new Configuration(Optional.of(level), noArena, precision, build, halfModel, parallel);
    }

    Configuration withoutArena() {
        return new Configuration(graph, true, precision, build, halfModel, parallel);
    }

    Configuration withPrecision(Precision wanted) {
        return new Configuration(graph, noArena, Optional.of(wanted), build, halfModel, parallel);
    }

    Configuration withBuild(String wanted) {
        return new Configuration(graph, noArena, precision, Optional.of(wanted), halfModel, parallel);
    }

    Configuration withHalfModel() {
        return new Configuration(graph, noArena, precision, build, true, parallel);
    }

    Configuration withParallelNodes() {
        return new Configuration(graph, noArena, precision, build, halfModel, true);
    }

    /** In how many ways it is not as usual. */
    public int changes() {
        return words().size();
    }

    /** Whether it computes in less than the model's own 32 bits, so that its outputs may lie further off. */
    public boolean isNarrow() {
        return halfModel || precision.filter(one -> one != Precision.FLOAT32).isPresent();
    }

    /** What is not as usual, for people; empty where all is. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        graph.ifPresent(level -> words.add("graph " + level.word()));
        if (noArena) {
            words.add("no arena");
        }
        precision.ifPresent(one -> words.add("precision " + one.word()));
        build.ifPresent(name -> words.add("build " + name));
        if (halfModel) {
            words.add("float16 model");
        }
        if (parallel) {
            words.add("parallel nodes");
        }
        return List.copyOf(words);
    }

    /** A case's settings with what differs in its place; the build is the engine's to load. */
    public SessionSettings over(SessionSettings usual) {
        SessionSettings own =
                graph.map(usual::withGraphOptimization).orElse(usual).withBuild(build.or(usual::build));
        own = noArena ? own.withOptions(own.options().withArena(false)) : own;
        own = parallel ? own.withOptions(own.options().withExecutionMode(ExecutionMode.PARALLEL)) : own;
        return precision.isPresent() ? own.withOptions(own.options().withPrecision(precision.get())) : own;
    }
}
