package dev.bascule.studies.select;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.backend.Side;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One thing in which sessions can be configured otherwise; what a backend cannot obey is no step there. */
public enum Dimension {
    /** How far the engine rewrites the graph. */
    GRAPH {
        @Override
        List<Configuration> steps(Configuration from, Backend backend, List<String> builds) {
            return from.graph().isPresent()
                    ? List.of()
                    : Stream.of(GraphOptimization.EXTENDED, GraphOptimization.BASIC, GraphOptimization.DISABLED)
                            .map(from::withGraph)
                            .toList();
        }
    },
    /** Memory given back after each inference; only ONNX Runtime's own CPU provider takes it. */
    ARENA {
        @Override
        List<Configuration> steps(Configuration from, Backend backend, List<String> builds) {
            return backend.equals(Backends.NATIVE_CPU) && !from.noArena() ? List.of(from.withoutArena()) : List.of();
        }
    },
    /** Nodes side by side, which ONNX Runtime's own CPU provider alone takes, and which needs more than one thread. */
    EXECUTION {
        @Override
        List<Configuration> steps(Configuration from, Backend backend, List<String> builds) {
            return backend.equals(Backends.NATIVE_CPU) && !from.parallel()
                    ? List.of(from.withParallelNodes())
                    : List.of();
        }
    },
    /** Providers that choose by themselves are told to compute in 32 bits. */
    FLOAT32 {
        @Override
        List<Configuration> steps(Configuration from, Backend backend, List<String> builds) {
            return PRECISION.steps(from, backend, builds).stream()
                    .filter(each -> each.precision().equals(Optional.of(Precision.FLOAT32)))
                    .toList();
        }
    },
    /** What the engine is asked to compute in, fewer than 32 bits as well, whose outputs are held to a looser limit. */
    PRECISION {
        @Override
        List<Configuration> steps(Configuration from, Backend backend, List<String> builds) {
            return from.precision().isPresent()
                    ? List.of()
                    : asked(backend).stream().map(from::withPrecision).toList();
        }

        private List<Precision> asked(Backend backend) {
            return switch (backend.id()) {
                case "openvino" -> List.of(Precision.FLOAT32, Precision.BFLOAT16, Precision.FLOAT16);
                case "cuda" -> List.of(Precision.TF32);
                case "tensorrt" -> List.of(Precision.FLOAT16);
                default -> List.of();
            };
        }
    },
    /** Another build of onnxruntime-web than the backend's best. */
    BUILD {
        @Override
        List<Configuration> steps(Configuration from, Backend backend, List<String> builds) {
            return backend.side() == Side.BROWSER && from.build().isEmpty()
                    ? builds.stream().map(from::withBuild).toList()
                    : List.of();
        }
    },
    /** A float16 model made of the model. */
    MODEL {
        @Override
        List<Configuration> steps(Configuration from, Backend backend, List<String> builds) {
            return from.halfModel() ? List.of() : List.of(from.withHalfModel());
        }
    };

    /**
     * One step from a configuration.
     *
     * @param builds of onnxruntime-web that have the backend, beside the one that it has by itself
     */
    abstract List<Configuration> steps(Configuration from, Backend backend, List<String> builds);

    /** As options have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Of a word. */
    public static Optional<Dimension> of(String word) {
        return Stream.of(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    /** All of them. */
    public static String words() {
        return Arrays.stream(values()).map(Dimension::word).collect(Collectors.joining(", "));
    }

    /** Those whose outputs are held to what rounding in 32 bits comes to, or that nobody takes without saying so. */
    public static List<Dimension> usual() {
        return Stream.of(values()).filter(each -> each != PRECISION).toList();
    }

    /** One step from a configuration in each of these dimensions. */
    public static List<Configuration> steps(
            List<Dimension> dimensions, Configuration from, Backend backend, List<String> builds) {
        return dimensions.stream()
                .flatMap(each -> each.steps(from, backend, builds).stream())
                .distinct()
                .toList();
    }

    /** Configurations in which what was wrong as usual may be right: the engine told to compute in the model's own precision. */
    public static List<Configuration> repairs(List<Dimension> dimensions, Backend backend) {
        return dimensions.contains(FLOAT32) || dimensions.contains(PRECISION)
                ? FLOAT32.steps(Configuration.USUAL, backend, List.of())
                : List.of();
    }
}
