package dev.bascule.models.source;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a model's file is called where people read it. Half the world's models are called model.onnx. Stateless. */
public final class ModelFileName {
    private static final Pattern FILE_TYPE = Pattern.compile("\\.(onnx|gguf|pt|pth|ts)$");
    private static final String USUAL = "model";
    /** Where exporters put the file, and what the hub's own cache puts between a repository and its files. */
    private static final Pattern USUAL_FOLDER = Pattern.compile("models?|onnx|snapshots|[0-9a-f]{40}");
    /** A repository in the hub's own cache. */
    private static final Pattern CACHED = Pattern.compile("models--(?:.*?--)?(.+)");

    private ModelFileName() {}

    /**
     * The name of the file without its type, or of the folder itself. Where that says nothing, as {@code model} and {@code
     * onnx} do, the name of the next folder above that says something; the name nevertheless where none does.
     *
     * @param place a model's file, or the folder that it is in
     */
    public static String of(Path place) {
        return stem(telling(place.toAbsolutePath().normalize()));
    }

    /** The path from the folder that the name is taken from: {@code repo/onnx/model.onnx}, but {@code face.onnx}. */
    public static String path(Path place) {
        Path whole = place.toAbsolutePath().normalize();
        Path telling = telling(whole);
        Path above = Optional.ofNullable(telling.getParent()).orElse(telling);
        return above.relativize(whole).toString().replace('\\', '/');
    }

    /** {@code org/repo} as {@code repo}. */
    static String ofRepository(String repository) {
        return repository.substring(repository.lastIndexOf('/') + 1);
    }

    private static Path telling(Path whole) {
        for (Optional<Path> path = Optional.of(whole); path.isPresent(); path = above(path.get())) {
            if (tells(path.get())) {
                return path.get();
            }
        }
        return above(whole).filter(folder -> stem(whole).equals(USUAL)).orElse(whole);
    }

    private static boolean tells(Path path) {
        String name = stem(path);
        boolean isFile = FILE_TYPE.matcher(path.toString()).find();
        return !name.equals(USUAL) && (isFile || !USUAL_FOLDER.matcher(name).matches());
    }

    /** The root has no name. */
    private static Optional<Path> above(Path path) {
        return Optional.ofNullable(path.getParent()).filter(folder -> folder.getFileName() != null);
    }

    private static String stem(Path path) {
        String name = FILE_TYPE.matcher(String.valueOf(path.getFileName())).replaceFirst("");
        Matcher cached = CACHED.matcher(name);
        return cached.matches() ? cached.group(1) : name;
    }
}
