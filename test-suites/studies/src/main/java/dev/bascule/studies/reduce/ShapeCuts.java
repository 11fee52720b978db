package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Smaller dimensions. Nothing is known of operators: dimensions of the same size are taken to be the same one, in every
 * combination, and the reference says which of them make a valid model. Stateless.
 */
final class ShapeCuts {
    private static final long[] SMALL = {1, 2, 3, 4};
    private static final int MOST_TOGETHER = 6;
    /** Integer tensors of so few elements may say shapes, sizes or axes. */
    private static final int MOST_SHAPE_ELEMENTS = 16;

    private ShapeCuts() {}

    /** One dimension of one tensor. */
    record Place(String tensor, int axis) {}

    /**
     * Dimensions of one size that become smaller together.
     *
     * @param size as it is
     */
    record Group(long size, List<Place> places) {
        Group {
            places = List.copyOf(places);
        }

        @Override
        public String toString() {
            List<String> words = places.stream()
                    .map(place -> "%s[%d]".formatted(place.tensor(), place.axis()))
                    .toList();
            return String.join(", ", words);
        }
    }

    /** The greatest dimensions first, and of these the most together. */
    static List<Group> groups(ReproModel repro) {
        Map<Long, List<Place>> bySize = new TreeMap<>(Comparator.reverseOrder());
        ReproTensors.tensors(repro).forEach((name, tensor) -> {
            for (int axis = 0; axis < tensor.shape().rank(); axis++) {
                long size = tensor.shape().dims().get(axis);
                if (size > 1 && TensorSlices.cuts(tensor.dtype())) {
                    bySize.computeIfAbsent(size, any -> new ArrayList<>()).add(new Place(name, axis));
                }
            }
        });
        List<Group> groups = new ArrayList<>();
        bySize.forEach((size, places) -> {
            if (places.size() > MOST_TOGETHER) {
                groups.add(new Group(size, places));
                places.forEach(place -> groups.add(new Group(size, List.of(place))));
                return;
            }
            List<Group> subsets = new ArrayList<>();
            for (int mask = 1; mask < 1 << places.size(); mask++) {
                List<Place> some = new ArrayList<>();
                for (int bit = 0; bit < places.size(); bit++) {
                    if ((mask >> bit & 1) == 1) {
                        some.add(places.get(bit));
                    }
                }
                subsets.add(new Group(size, some));
            }
            subsets.sort(Comparator.comparingInt(group -> -group.places().size()));
            groups.addAll(subsets);
        });
        return groups;
    }

    /** The sizes to try, the most wanted first. */
    static List<Long> sizes(long size) {
        Set<Long> wanted = new LinkedHashSet<>();
        LongStream.of(SMALL).forEach(wanted::add);
        wanted.add(size / 8);
        wanted.add(size / 4);
        wanted.add(size / 2);
        LongStream.rangeClosed(5, 9).forEach(wanted::add);
        wanted.add(size - size / 4);
        wanted.add(size - 1);
        return wanted.stream().filter(each -> each >= 1 && each < size).toList();
    }

    /**
     * The repro model with a group cut to a size: as it is, and with attributes and small integer tensors that say the old
     * size saying the new one.
     */
    static List<ReproModel> cut(ReproModel repro, Group group, long size) {
        Map<String, Tensor> tensors = ReproTensors.tensors(repro);
        Map<String, Tensor> changed = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> {
            Tensor cut = tensor;
            for (Place place : group.places()) {
                if (place.tensor().equals(name)) {
                    cut = TensorSlices.first(cut, place.axis(), size);
                }
            }
            if (cut != tensor) {
                changed.put(name, cut);
            }
        });
        ReproModel plain = ReproTensors.tidy(ReproTensors.with(repro, changed));
        ReproModel told = attributes(plain, group.size(), size);
        Map<String, Tensor> shapes = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> {
            if (!changed.containsKey(name)) {
                saying(tensor, group.size(), size).ifPresent(other -> shapes.put(name, other));
            }
        });
        List<ReproModel> variants = new ArrayList<>(List.of(plain));
        if (!told.equals(plain)) {
            variants.add(told);
        }
        if (!shapes.isEmpty()) {
            variants.add(ReproTensors.with(plain, shapes));
            if (!told.equals(plain)) {
                variants.add(ReproTensors.with(told, shapes));
            }
        }
        return variants;
    }

    private static ReproModel attributes(ReproModel repro, long old, long size) {
        ReproModel changed = repro;
        for (int index = 0; index < repro.nodes(); index++) {
            NodeProto node = repro.model().getGraph().getNode(index);
            NodeProto.Builder other = node.toBuilder();
            for (int at = 0; at < node.getAttributeCount(); at++) {
                AttributeProto.Builder attribute = other.getAttributeBuilder(at);
                if (attribute.getI() == old) {
                    attribute.setI(size);
                }
                for (int each = 0; each < attribute.getIntsCount(); each++) {
                    if (attribute.getInts(each) == old) {
                        attribute.setInts(each, size);
                    }
                }
            }
            NodeProto built = other.build();
            if (!built.equals(node)) {
                changed = ReproTensors.withNode(changed, index, any -> built);
            }
        }
        return changed;
    }

    private static Optional<Tensor> saying(Tensor tensor, long old, long size) {
        if (tensor.dtype() != DType.INT64 || tensor.shape().elements() > MOST_SHAPE_ELEMENTS) {
            return Optional.empty();
        }
        long[] values = new long[Math.toIntExact(tensor.shape().elements())];
        tensor.data().asLongBuffer().get(values);
        boolean any = false;
        for (int index = 0; index < values.length; index++) {
            if (values[index] == old) {
                values[index] = size;
                any = true;
            }
        }
        return any ? Optional.of(Tensor.longs(new Shape(tensor.shape().dims()), values)) : Optional.empty();
    }
}
