package dev.bascule.app.orders;

import dev.bascule.app.orders.CasesOrder.FileRef;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.workers.job.Blob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of one job as they are named in its order. Belongs to one job. */
final class Sent {
    private static final Pattern OF_SET = Pattern.compile("(input|output)_\\d{1,4}\\.pb");
    private static final Pattern SET = Pattern.compile("test_data_set_\\d{1,4}");

    private final Map<String, Path> files = new LinkedHashMap<>();
    private final Map<String, Long> sizes = new LinkedHashMap<>();
    private final Map<String, String> references = new LinkedHashMap<>();

    Map<String, Path> files() {
        return files;
    }

    /** The submitter's own words for them, by SHA-256. */
    Map<String, String> references() {
        return references;
    }

    /** The user has another word for it than its path. */
    void called(String sha256, String reference) {
        references.put(sha256, reference);
    }

    List<Blob> blobs() {
        return sizes.entrySet().stream()
                .map(file -> new Blob(file.getKey(), file.getValue()))
                .toList();
    }

    FileRef file(Path file) {
        return file(file, String.valueOf(file.getFileName()));
    }

    private FileRef file(Path file, String name) {
        if (!OrderFiles.isName(name)) {
            throw CasesJobs.unsent(
                    "the file '%s' cannot be sent under that name".formatted(name),
                    "letters, digits, '_', '.', '+' and '-' make a name that can");
        }
        try {
            String hash = Sha256.of(file);
            files.put(hash, file);
            sizes.put(hash, Files.size(file));
            references.putIfAbsent(hash, file.toString());
            return new FileRef(name, hash);
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.MODEL_NOT_FOUND,
                    "cannot read '%s': %s".formatted(file, FileErrorText.why(e)),
                    "check its permissions");
        }
    }

    /** The model under the name that results have for it, and the files with its weights beside it. */
    List<FileRef> model(ResolvedModel model) {
        Path main = model.artifact().file();
        List<FileRef> all = new ArrayList<>();
        all.add(file(main, model.info().name() + ".onnx"));
        Path folder = main.toAbsolutePath().normalize().resolveSibling("");
        for (Path weights : model.inspection().weights().externalData()) {
            String name =
                    folder.relativize(weights.toAbsolutePath().normalize()).toString();
            all.add(file(weights, name));
        }
        return all;
    }

    /** A folder in the backend-test layout, its model first. */
    List<FileRef> folder(ResolvedModel model) {
        Path main = model.artifact().file();
        Path folder = main.toAbsolutePath().normalize().resolveSibling("");
        List<FileRef> all = new ArrayList<>();
        all.add(file(main, "model.onnx"));
        for (Path set : listed(folder)) {
            String name = String.valueOf(set.getFileName());
            if (SET.matcher(name).matches()) {
                data(set).forEach(file -> all.add(file(file, "%s/%s".formatted(name, file.getFileName()))));
            }
        }
        return all;
    }

    /** Expected outputs. */
    List<FileRef> expected(Path set) {
        return data(set).stream().map(this::file).toList();
    }

    private static List<Path> data(Path set) {
        return listed(set).stream()
                .filter(file ->
                        OF_SET.matcher(String.valueOf(file.getFileName())).matches())
                .toList();
    }

    private static List<Path> listed(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.MODEL_NOT_FOUND, "cannot list '%s': %s".formatted(folder, FileErrorText.why(e)));
        }
    }
}
