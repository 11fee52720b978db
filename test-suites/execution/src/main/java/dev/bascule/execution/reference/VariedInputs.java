package dev.bascule.execution.reference;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Other inputs of the same kind, to see whether an output depends on them. Elements change places, so that a token stays a token
 * and a mask a mask; floats are made a little smaller as well, which also tells where all of them were equal. Stateless.
 */
final class VariedInputs {
    private static final float SMALLER = 0.75f;

    private VariedInputs() {}

    static Map<String, Tensor> of(Map<String, Tensor> inputs) {
        Map<String, Tensor> others = new LinkedHashMap<>();
        inputs.forEach((name, tensor) -> others.put(name, reversed(tensor)));
        return others;
    }

    private static Tensor reversed(Tensor tensor) {
        if (tensor.dtype() == DType.STRING) {
            List<String> strings = new ArrayList<>(tensor.asStrings());
            Collections.reverse(strings);
            return Tensor.strings(tensor.shape(), strings);
        }
        int width = tensor.dtype().bits() / 8;
        if (width == 0) {
            return tensor;
        }
        byte[] bytes = tensor.bytes();
        byte[] turned = new byte[bytes.length];
        for (int at = 0; at < bytes.length; at += width) {
            System.arraycopy(bytes, at, turned, bytes.length - width - at, width);
        }
        if (tensor.dtype() == DType.FLOAT32) {
            ByteBuffer floats = ByteBuffer.wrap(turned).order(ByteOrder.LITTLE_ENDIAN);
            for (int at = 0; at < turned.length; at += width) {
                floats.putFloat(at, SMALLER * floats.getFloat(at));
            }
        }
        return Tensor.of(tensor.dtype(), tensor.shape(), turned);
    }
}
