package dev.bascule.suites.models;

import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files outside a model that hold some of its weights. Used for one model. */
final class ExternalData {
    private final Path model;
    private final Map<String, Path> files = new LinkedHashMap<>();

    ExternalData(Path model) {
        this.model = model;
    }

    /** Remembers where a tensor's data is, if it is not in the model. */
    void note(TensorProto tensor) {
        if (tensor.getDataLocation() != TensorProto.DataLocation.EXTERNAL) {
            return;
        }
        String location = tensor.getExternalDataList().stream()
                .filter(entry -> entry.getKey().equals("location"))
                .map(StringStringEntryProto::getValue)
                .findFirst()
                .orElseThrow(() -> missing("the weight '%s' of '%s' is external, but no file is named"
                        .formatted(tensor.getName(), model)));
        files.computeIfAbsent(location, this::resolve);
    }

    /** Every file referred to; {@link #requirePresent} says whether they are there. */
    List<Path> files() {
        return List.copyOf(files.values());
    }

    /** Relative to the model's folder, and not out of it. */
    private Path resolve(String location) {
        Path folder = folderOf(model);
        try {
            Path file = folder.resolve(location).normalize();
            if (!file.startsWith(folder)) {
                throw missing("'%s' keeps weights in '%s', outside its folder".formatted(model, location));
            }
            return file;
        } catch (InvalidPathException e) {
            throw missing("'%s' keeps weights in '%s', which is no file name".formatted(model, location));
        }
    }

    private static Path folderOf(Path file) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        return folder == null ? file : folder;
    }

    /** Refuses a model of which a file is absent. */
    static void requirePresent(ModelInspection model) {
        for (Path file : model.externalData()) {
            if (!Files.isRegularFile(file)) {
                throw missing("'%s' keeps weights in '%s', which is not there".formatted(model.file(), file));
            }
        }
    }

    private static BasculeException missing(String message) {
        return new BasculeException(ErrorCode.EXTERNAL_DATA_MISSING, message);
    }
}
