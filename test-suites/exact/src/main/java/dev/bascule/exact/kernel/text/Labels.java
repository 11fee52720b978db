package dev.bascule.exact.kernel.text;

import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.ArrayTensors;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Texts;
import dev.bascule.exact.kernel.Call;
import dev.bascule.fallback.tensor.DType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What maps labels to labels. Stateless. */
final class Labels {
    private Labels() {}

    static Array encode(Call call) {
        Array given = call.array(0);
        Array labels = given instanceof Reals reals ? call.rounding().atStep(reals) : given;
        boolean first = call.opset() < 2;
        Array classes = first ? classes(call) : listed(call, "keys");
        // The first version has only classes, which are numbered through in either direction.
        boolean toNumbers = labels instanceof Texts;
        Array keys = first && !toNumbers ? numbers(classes.size()) : classes;
        Array values = !first ? listed(call, "values") : toNumbers ? numbers(classes.size()) : classes;
        if (keys.size() != values.size()) {
            throw new IllegalArgumentException(
                    "LabelEncoder has %d keys and %d values".formatted(keys.size(), values.size()));
        }
        Map<Object, Integer> places = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            places.putIfAbsent(key(keys, i), i);
        }
        int[] from = new int[labels.size()];
        for (int i = 0; i < from.length; i++) {
            from[i] = places.getOrDefault(key(labels, i), values.size());
        }
        Array flat = values.reshaped(values.size());
        return Array.joined(List.of(flat, otherwise(call, values.dtype()))).picked(from, labels.dims());
    }

    private static Array classes(Call call) {
        return call.texts("classes_strings")
                .map(Labels::texts)
                .orElseThrow(() -> new IllegalArgumentException("LabelEncoder has no classes"));
    }

    private static Array listed(Call call, String name) {
        Optional<TensorProto> tensor = call.tensor(name + "_tensor");
        Optional<List<String>> texts = call.texts(name + "_strings");
        Optional<long[]> integers = call.integers(name + "_int64s");
        Optional<double[]> reals = call.reals(name + "_floats");
        if (tensor.isPresent()) {
            return ArrayTensors.of(tensor.get());
        }
        if (texts.isPresent()) {
            return texts(texts.get());
        }
        if (integers.isPresent()) {
            return Integers.longs(integers.get(), integers.get().length);
        }
        return reals.map(floats -> new Reals(DType.FLOAT32, floats, floats.length))
                .orElseThrow(() -> new IllegalArgumentException("LabelEncoder has no " + name));
    }

    private static Array texts(List<String> list) {
        return new Texts(list.toArray(String[]::new), list.size());
    }

    private static Array numbers(int count) {
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i;
        }
        return Integers.longs(numbers, count);
    }

    /** By bits, so that even what is no number has a place. */
    private static Object key(Array array, int index) {
        if (array instanceof Texts texts) {
            return texts.data()[index];
        }
        return array instanceof Reals reals ? (Object) reals.data()[index] : ((Integers) array).data()[index];
    }

    private static Array otherwise(Call call, DType dtype) {
        Optional<TensorProto> tensor = call.tensor("default_tensor");
        if (tensor.isPresent()) {
            return ArrayTensors.of(tensor.get());
        }
        if (dtype == DType.STRING) {
            return new Texts(new String[] {call.text("default_string", "_Unused")}, 1);
        }
        return dtype.isFloat()
                ? new Reals(dtype, new double[] {call.real("default_float", -0.0)}, 1)
                : Integers.wrapped(dtype, new long[] {call.integer("default_int64", -1)}, 1);
    }
}
