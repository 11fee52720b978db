package dev.bascule.suites.inputs;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.suites.models.Dim;
import dev.bascule.suites.models.ModelInspection;
import dev.bascule.suites.models.Port;
import dev.bascule.suites.models.ValueType;
import dev.bascule.suites.models.ValueType.TensorType;
import dev.bascule.suites.text.Nearest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The sizes of a model's dynamic dimensions: as given, else as a given tensor has them, else what their names suggest. A
 * dimension without a name is set as {@code INPUT.AXIS}. Not thread-safe.
 */
final class DimSizes {
    private static final long SEQUENCE = 16;
    private static final long PICTURE_SIDE = 224;
    private static final long FRAMES = 128;
    private static final long SAMPLES = 16_000;
    private static final long OTHER = 16;

    private final ModelInspection model;
    private final Map<String, Long> given;
    private final Map<String, Long> bound = new HashMap<>();
    private final Map<String, Long> guessed = new LinkedHashMap<>();
    private final long batch;
    private boolean followsBatch;

    DimSizes(ModelInspection model, Map<String, Long> given, long batch) {
        this.model = model;
        this.given = given;
        this.batch = batch;
        Set<String> names = dynamicNames(model);
        given.forEach((name, size) -> {
            if (!names.contains(name)) {
                throw Mismatch.of(
                        names.isEmpty()
                                ? "--dim %s=%d: the model has no dynamic dimension".formatted(name, size)
                                : "--dim %s=%d: the model has no such dimension%s; %s"
                                        .formatted(name, size, Nearest.hint(name, names), model.describeInputs()));
            }
            if (size < 1) {
                throw Mismatch.of("--dim %s=%d: a size is at least 1".formatted(name, size));
            }
        });
    }

    /** Takes the sizes that a given tensor has; a contradiction is an error. */
    void bind(Port port, TensorType type, Shape shape) {
        List<Dim> dims = type.dims().orElse(List.of());
        for (int axis = 0; axis < dims.size(); axis++) {
            followsBatch |= isBatch(dims, axis) && shape.dims().get(axis) == batch;
            if (!(dims.get(axis) instanceof Dim.Named named)) {
                continue;
            }
            long size = shape.dims().get(axis);
            Long known = given.containsKey(named.name()) ? given.get(named.name()) : bound.get(named.name());
            if (known != null && known != size) {
                throw Mismatch.of("input '%s' has shape %s, but its dimension '%s' is %d elsewhere; %s"
                        .formatted(port.name(), shape, named.name(), known, model.describeInputs()));
            }
            bound.put(named.name(), size);
        }
    }

    /** The shape that a generated tensor for the input gets. */
    Shape shape(Port port, TensorType type) {
        List<Dim> dims = type.dims().orElse(List.of());
        List<Long> sizes = new ArrayList<>();
        for (int axis = 0; axis < dims.size(); axis++) {
            sizes.add(size(port, dims, axis));
        }
        return new Shape(sizes);
    }

    /** A size that is declared, given or bound; empty where it would be a guess. */
    Optional<Long> known(Port port, List<Dim> dims, int axis) {
        Dim dim = dims.get(axis);
        if (dim instanceof Dim.Fixed fixed) {
            return Optional.of(fixed.size());
        }
        String key = key(port, dim, axis);
        return Optional.ofNullable(given.get(key)).or(() -> Optional.ofNullable(bound.get(key)));
    }

    /** Whether an input that was bound has as many rows as the batch asked for, whoever gave it that size. */
    boolean followsBatch() {
        return followsBatch;
    }

    /** The dimensions whose sizes were guessed, for the record. */
    Map<String, Long> guessed() {
        return guessed;
    }

    private long size(Port port, List<Dim> dims, int axis) {
        return known(port, dims, axis).orElseGet(() -> {
            String key = key(port, dims.get(axis), axis);
            return guessed.computeIfAbsent(key, name -> guess(port, dims, axis));
        });
    }

    private long guess(Port port, List<Dim> dims, int axis) {
        if (isBatch(dims, axis)) {
            return batch;
        }
        String name = name(dims.get(axis));
        if (name.contains("past") || isLength(name)) {
            return SEQUENCE;
        }
        if (name.contains("height") || name.contains("width") || name.equals("h") || name.equals("w")) {
            return PICTURE_SIDE;
        }
        if (name.contains("frame") || name.contains("time")) {
            return FRAMES;
        }
        if (name.contains("sample") || name.contains("audio")) {
            return SAMPLES;
        }
        if (name.contains("channel")) {
            return 3;
        }
        if (dims.size() == 4) {
            return isPictureSide(dims, axis) ? PICTURE_SIDE : axis == 1 ? 3 : OTHER;
        }
        String input = port.name().toLowerCase(Locale.ROOT);
        boolean sound = input.contains("audio") || input.contains("wave") || input.contains("pcm");
        return sound && axis == dims.size() - 1 ? SAMPLES : OTHER;
    }

    private static String name(Dim dim) {
        return dim instanceof Dim.Named named ? named.name().toLowerCase(Locale.ROOT) : "";
    }

    private static boolean isBatch(List<Dim> dims, int axis) {
        String name = name(dims.get(axis));
        boolean first = axis == 0 && dims.size() > 1;
        return name.contains("batch") || name.equals("n") || name.equals("bs") || (first && !isLength(name));
    }

    private static boolean isLength(String name) {
        return name.contains("seq") || name.contains("len") || name.contains("token");
    }

    private static boolean isPictureSide(List<Dim> dims, int axis) {
        boolean channelsLast = dims.get(3) instanceof Dim.Fixed fixed && fixed.size() <= 4;
        return channelsLast ? axis == 1 || axis == 2 : axis >= 2;
    }

    private static String key(Port port, Dim dim, int axis) {
        return dim instanceof Dim.Named named ? named.name() : port.name() + "." + axis;
    }

    private static Set<String> dynamicNames(ModelInspection model) {
        Set<String> names = new TreeSet<>();
        for (Port port : model.inputs()) {
            if (port.type() instanceof ValueType.TensorType type && type.dims().isPresent()) {
                List<Dim> dims = type.dims().get();
                for (int axis = 0; axis < dims.size(); axis++) {
                    if (!(dims.get(axis) instanceof Dim.Fixed)) {
                        names.add(key(port, dims.get(axis), axis));
                    }
                }
            }
        }
        return names;
    }
}
