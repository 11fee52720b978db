package dev.bascule.models.graph;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code test_data_set_N} folder of the ONNX backend-test layout: {@code input_K.pb} and {@code output_K.pb} belong to
 * the K-th input and output of the model.
 *
 * @param folder where it is
 */
public record TestDataSet(Path folder) {
    private static final Pattern SET = Pattern.compile("test_data_set_(\\d{1,18})");

    /** The data sets beside a model, in the order of their numbers. */
    public static List<TestDataSet> in(Path folder) {
        List<Path> sets = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder, "test_data_set_*")) {
            children.forEach(child -> {
                if (Files.isDirectory(child) && SET.matcher(name(child)).matches()) {
                    sets.add(child);
                }
            });
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.MODEL_NOT_FOUND, "cannot list '%s': %s".formatted(folder, e), "check its permissions");
        }
        sets.sort(Comparator.comparingLong(TestDataSet::number));
        return sets.stream().map(TestDataSet::new).toList();
    }

    /**
     * Input tensors by name; an input without a file is left out.
     *
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH} for a file that is no tensor
     */
    public Map<String, Tensor> inputs(ModelInspection model) {
        return tensors("input", model.inputs());
    }

    /** Expected output tensors by name. */
    public Map<String, Tensor> outputs(ModelInspection model) {
        return tensors("output", model.outputs());
    }

    /** Input values by name, sequences and optionals included; an input without a file is left out. */
    public Map<String, Value> inputValues(ModelInspection model) {
        return values("input", model.inputs());
    }

    /** Expected output values by name. */
    public Map<String, Value> outputValues(ModelInspection model) {
        return values("output", model.outputs());
    }

    private Map<String, Value> values(String role, List<Port> ports) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (int index = 0; index < ports.size(); index++) {
            Path file = folder.resolve(role + "_" + index + ".pb");
            if (Files.exists(file)) {
                Port port = ports.get(index);
                values.put(port.name(), ValueProtos.read(file, port.type()));
            }
        }
        return values;
    }

    private Map<String, Tensor> tensors(String role, List<Port> ports) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (int index = 0; index < ports.size(); index++) {
            Port port = ports.get(index);
            Path file = folder.resolve(role + "_" + index + ".pb");
            if (!Files.exists(file)) {
                continue;
            }
            tensors.put(port.name(), read(role, port, file));
        }
        return tensors;
    }

    private static Tensor read(String role, Port port, Path file) {
        if (!(port.type() instanceof ValueType.TensorType type)) {
            throw new BasculeException(
                    ErrorCode.INPUT_MISMATCH,
                    "%s '%s' is a %s; Bascule feeds and compares tensors".formatted(role, port.name(), port.type()));
        }
        return ValueProtos.as(type.dtype(), TensorProtos.read(file));
    }

    private static long number(Path folder) {
        Matcher matcher = SET.matcher(name(folder));
        return matcher.matches() ? Long.parseLong(matcher.group(1)) : Long.MAX_VALUE;
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }
}
