package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files outside a model that hold some of its weights. Used for one model. */
public final class ExternalData {
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
        Path file = files.computeIfAbsent(location, this::resolve);
        long offset = number(tensor, "offset");
        long bytes = DType.ofOnnx(tensor.getDataType())
                .filter(dtype -> tensor.getDimsList().stream().allMatch(size -> size >= 0))
                .flatMap(dtype -> new Shape(tensor.getDimsList())
                        .countable().stream().mapToObj(dtype::bytes).findFirst())
                .orElse(0L);
        long there = size(file);
        if (there >= 0 && (offset > there || bytes > there - offset)) {
            throw missing("'%s' has %d bytes, and the weight '%s' of '%s' is %d bytes of it from byte %d on"
                    .formatted(file, there, tensor.getName(), model, bytes, offset));
        }
    }

    /** A file that is not fetched yet has none: -1. */
    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : -1;
        } catch (IOException e) {
            return -1;
        }
    }

    private long number(TensorProto tensor, String key) {
        String text = tensor.getExternalDataList().stream()
                .filter(entry -> entry.getKey().equals(key))
                .map(StringStringEntryProto::getValue)
                .findFirst()
                .orElse("0");
        if (!text.matches("\\d{1,18}")) {
            throw missing("the weight '%s' of '%s' has '%s' as its %s".formatted(tensor.getName(), model, text, key));
        }
        return Long.parseLong(text);
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
    public static void requirePresent(ModelInspection model) {
        for (Path file : model.weights().externalData()) {
            if (!Files.exists(file)) {
                throw missing("'%s' keeps weights in '%s', which is not there"
                        .formatted(model.artifact().file(), file));
            }
            try {
                InputFile.require(file);
            } catch (IOException e) {
                throw missing("'%s' keeps weights in '%s', which cannot be read: %s"
                        .formatted(model.artifact().file(), file, FileErrorText.why(e)));
            }
        }
    }

    /**
     * What a model is known by: the hash of its file where all of it is there, else one over that and each file of weights,
     * by its name beside the model.
     */
    static String identity(ModelInspection model) {
        if (model.weights().externalData().isEmpty()) {
            return model.artifact().sha256();
        }
        requirePresent(model);
        Path folder = folderOf(model.artifact().file());
        Map<String, String> hashes = new TreeMap<>();
        for (Path file : model.weights().externalData()) {
            hashes.put(folder.relativize(file).toString().replace('\\', '/'), hash(file));
        }
        MessageDigest digest = Sha256.digest();
        digest.update((model.artifact().sha256() + "\n").getBytes(StandardCharsets.UTF_8));
        hashes.forEach((name, hash) -> digest.update((hash + " " + name + "\n").getBytes(StandardCharsets.UTF_8)));
        return Sha256.hex(digest);
    }

    private static String hash(Path file) {
        try {
            return Sha256.of(file);
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.EXTERNAL_DATA_MISSING,
                    "cannot read '%s': %s".formatted(file, FileErrorText.why(e)),
                    "check its permissions");
        }
    }

    private static BasculeException missing(String message) {
        return new BasculeException(ErrorCode.EXTERNAL_DATA_MISSING, message);
    }
}
