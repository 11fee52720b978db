package dev.bascule.models.inputs;

import dev.bascule.fallback.attempt.DimSize;
import dev.bascule.fallback.attempt.DimSize.Origin;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.graph.Dim;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import dev.bascule.models.graph.ValueType.TensorType;
import dev.bascule.models.inputs.TypicalSizes.Usual;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The sizes of a model's dynamic dimensions: as given, else as a given tensor has them, else as they were found, else the batch, a
 * sum that the name is ({@code past + sequence}), or what models of the kind are usually run with. A dimension without a name is
 * set as {@code INPUT.AXIS}. Not thread-safe.
 */
final class DimSizes {
    private static final Pattern SUM = Pattern.compile("\\s*([^+]+?)\\s*\\+\\s*([^+]+?)\\s*");
    private static final String TOTAL = "total_sequence_length";

    private final ModelInspection model;
    private final Map<String, Long> given;
    private final Map<String, DimSize> found;
    private final Map<String, Long> bound = new HashMap<>();
    private final Map<String, Long> sized = new LinkedHashMap<>();
    private final Map<String, DimSize> ours = new LinkedHashMap<>();
    private final Set<String> batches = new TreeSet<>();
    private final long batch;
    private final boolean stepwise;
    private boolean followsBatch;

    /** @param found sizes of dimensions of which nobody says anything */
    DimSizes(ModelInspection model, Map<String, Long> given, Map<String, DimSize> found, long batch) {
        this.model = model;
        this.given = given;
        this.found = found;
        this.batch = batch;
        Set<String> names = dynamicNames(model);
        this.stepwise =
                names.stream().anyMatch(name -> name.toLowerCase(Locale.ROOT).contains("past"));
        given.forEach((name, size) -> {
            if (!names.contains(name)) {
                throw InputMismatch.of(
                        names.isEmpty()
                                ? "--dim %s=%d: the model has no dynamic dimension".formatted(name, size)
                                : "--dim %s=%d: the model has no such dimension%s; %s"
                                        .formatted(name, size, Nearest.hint(name, names), model.describeInputs()));
            }
            if (size < 1) {
                throw InputMismatch.of("--dim %s=%d: a size is at least 1".formatted(name, size));
            }
        });
    }

    /** Takes the sizes that a given tensor has; a contradiction is an error. */
    void bind(Port port, TensorType type, Shape shape) {
        List<Dim> dims = type.dims().orElse(List.of());
        for (int axis = 0; axis < dims.size(); axis++) {
            followsBatch |= isBatch(dims, axis) && shape.dims().get(axis) == batch;
            if (!(dims.get(axis) instanceof Dim.Fixed)) {
                String key = key(port, dims.get(axis), axis);
                sized.put(key, shape.dims().get(axis));
                if (isBatch(dims, axis)) {
                    batches.add(key);
                }
            }
            if (!(dims.get(axis) instanceof Dim.Named named) || isContradicted(dims, named, shape)) {
                continue;
            }
            long size = shape.dims().get(axis);
            Long known = given.containsKey(named.name()) ? given.get(named.name()) : bound.get(named.name());
            if (known != null && known != size) {
                throw InputMismatch.of("input '%s' has shape %s, but its dimension '%s' is %d elsewhere; %s"
                        .formatted(port.name(), shape, named.name(), known, model.describeInputs()));
            }
            bound.put(named.name(), size);
        }
    }

    /** Two axes of one input that have one name and other sizes: an exporter's slip, as in all-MiniLM-L6-v2's [batch, batch]. */
    private static boolean isContradicted(List<Dim> dims, Dim.Named name, Shape shape) {
        return IntStream.range(0, dims.size())
                        .filter(axis -> dims.get(axis).equals(name))
                        .mapToObj(axis -> shape.dims().get(axis))
                        .distinct()
                        .count()
                > 1;
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

    /** Every dynamic dimension with its size, once all inputs have theirs. */
    List<DimSize> all() {
        List<DimSize> all = new ArrayList<>();
        sized.forEach((name, size) -> {
            DimSize own = ours.get(name);
            if (given.containsKey(name)) {
                all.add(new DimSize(name, size, Origin.GIVEN, ""));
            } else if (batches.contains(name) && size == batch) {
                all.add(new DimSize(name, size, Origin.BATCH, ""));
            } else {
                all.add(own == null || own.size() != size ? new DimSize(name, size, Origin.FROM_INPUT, "") : own);
            }
        });
        return all;
    }

    private long size(Port port, List<Dim> dims, int axis) {
        return known(port, dims, axis).orElseGet(() -> {
            if (isBatch(dims, axis)) {
                return batch;
            }
            String key = key(port, dims.get(axis), axis);
            DimSize known = ours.get(key);
            DimSize size = known == null ? came(key, port, dims, axis) : known;
            ours.put(key, size);
            return size.size();
        });
    }

    private DimSize came(String key, Port port, List<Dim> dims, int axis) {
        DimSize before = found.get(key);
        if (before != null) {
            return before;
        }
        Usual usual = TypicalSizes.of(port, dims, axis, stepwise);
        return sum(key).orElseGet(() -> new DimSize(key, usual.first(), Origin.CHOSEN, usual.note()));
    }

    /** Of a name that is a sum of others, which exporters write for a mask over what came before and what comes now. */
    private Optional<DimSize> sum(String key) {
        Matcher sum = SUM.matcher(key);
        List<String> parts =
                sum.matches() ? List.of(sum.group(1), sum.group(2)) : key.equals(TOTAL) ? lengths() : List.of();
        long total = 0;
        for (String part : parts) {
            Optional<Long> size = part.matches("[0-9]{1,9}") ? Optional.of(Long.valueOf(part)) : named(part);
            if (size.isEmpty()) {
                return Optional.empty();
            }
            total += size.get();
        }
        return parts.isEmpty()
                ? Optional.empty()
                : Optional.of(new DimSize(key, total, Origin.SOLVED, String.join(" + ", parts)));
    }

    private List<String> lengths() {
        Set<String> names = dynamicNames(model);
        return names.containsAll(List.of("past_sequence_length", "sequence_length"))
                ? List.of("past_sequence_length", "sequence_length")
                : List.of();
    }

    /** The size of the dimension of this name, wherever in the inputs it is. */
    private Optional<Long> named(String name) {
        for (Port port : model.inputs()) {
            if (port.type() instanceof TensorType type) {
                List<Dim> dims = type.dims().orElse(List.of());
                for (int axis = 0; axis < dims.size(); axis++) {
                    if (dims.get(axis) instanceof Dim.Named named
                            && named.name().equals(name)) {
                        return Optional.of(size(port, dims, axis));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** What each dimension may be whose size is of our choice and no sum, the most usual first. */
    Map<String, List<Long>> choices() {
        Map<String, List<Long>> choices = new LinkedHashMap<>();
        for (Port port : model.inputs()) {
            if (port.type() instanceof TensorType type) {
                List<Dim> dims = type.dims().orElse(List.of());
                for (int axis = 0; axis < dims.size(); axis++) {
                    String key = key(port, dims.get(axis), axis);
                    DimSize own = ours.get(key);
                    if (own != null && own.origin() == Origin.CHOSEN) {
                        choices.putIfAbsent(
                                key, TypicalSizes.of(port, dims, axis, stepwise).sizes());
                    }
                }
            }
        }
        return choices;
    }

    private static boolean isBatch(List<Dim> dims, int axis) {
        String name = TypicalSizes.name(dims.get(axis));
        boolean first = axis == 0 && dims.size() > 1;
        return name.contains("batch")
                || name.equals("n")
                || name.equals("bs")
                || (first && !TypicalSizes.isLength(name));
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
