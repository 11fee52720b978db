package dev.bascule.training.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes safetensors as the format's own library does, byte for byte: wide types first, then by name, the header filled up by blanks. Stateless. */
final class SafeTensorsWriter {
    private static final int ALIGNED = 8;

    private SafeTensorsWriter() {}

    static void write(SafeTensors content, OutputStream to) throws IOException {
        List<Map.Entry<String, Tensor>> order = content.tensors().entrySet().stream()
                .sorted(Comparator.<Map.Entry<String, Tensor>>comparingInt(
                                each -> -SafeTensorsTypes.rank(each.getValue().dtype()))
                        .thenComparing(Map.Entry::getKey))
                .toList();
        byte[] header = header(content.metadata(), order);
        to.write(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header.length)
                .array());
        to.write(header);
        for (Map.Entry<String, Tensor> each : order) {
            to.write(each.getValue().bytes());
        }
    }

    private static byte[] header(Map<String, String> metadata, List<Map.Entry<String, Tensor>> order) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (!metadata.isEmpty()) {
            fields.put(SafeTensors.METADATA, metadata);
        }
        long at = 0;
        for (Map.Entry<String, Tensor> each : order) {
            Tensor tensor = each.getValue();
            long end = at + tensor.dtype().bytes(tensor.shape().elements());
            Map<String, Object> field = new LinkedHashMap<>();
            field.put("dtype", SafeTensorsTypes.word(tensor.dtype()));
            field.put("shape", tensor.shape().dims());
            field.put("data_offsets", List.of(at, end));
            fields.put(each.getKey(), field);
            at = end;
        }
        byte[] json = json(fields);
        byte[] filled = Arrays.copyOf(json, (json.length + ALIGNED - 1) / ALIGNED * ALIGNED);
        Arrays.fill(filled, json.length, filled.length, (byte) ' ');
        return filled;
    }

    private static byte[] json(Map<String, Object> fields) {
        try {
            return Json.MAPPER.writeValueAsBytes(fields);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("names and numbers are JSON", e);
        }
    }
}
