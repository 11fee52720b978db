package dev.bascule.suites.suite;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.runner.PipelineSpec;
import dev.bascule.suites.models.ModelSource;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What models are called in case ids. Stateless. */
public final class ModelNames {
    private static final Pattern FILE_TYPE = Pattern.compile("\\.(onnx|pt|pth|ts)$");

    private ModelNames() {}

    /** The model's own name, where nobody gave it another. */
    public static String name(ModelSource source) {
        if (source instanceof ModelSource.FromZoo zoo) {
            return zoo.model().id();
        }
        if (source instanceof ModelSource.FromOperation one) {
            return CaseId.word(one.operation().name());
        }
        if (source instanceof ModelSource.FromHub hub) {
            return Arrays.stream(
                            hub.reference().toString().replaceFirst("^hf:", "").split("/"))
                    .map(CaseId::word)
                    .collect(Collectors.joining("/"));
        }
        Path path = source instanceof ModelSource.TestFolder folder
                ? folder.path()
                : ((ModelSource.OnnxFile) source).path();
        Path whole = path.toAbsolutePath().normalize();
        String name = stem(whole);
        Path folder = whole.getParent();
        // Half the world's models are called model.onnx: the folder tells them apart.
        return CaseId.word(name.equals("model") && folder != null ? stem(folder) : name);
    }

    /** The kind of the model's own pipeline, or {@code model} where it has none. */
    static String kind(ModelSource source) {
        return source instanceof ModelSource.FromZoo zoo ? kind(zoo.model().pipeline()) : "model";
    }

    /** {@code audio}, {@code vision} or {@code text}. */
    static String kind(PipelineSpec spec) {
        if (spec instanceof PipelineSpec.Audio) {
            return "audio";
        }
        return spec instanceof PipelineSpec.Vision ? "vision" : "text";
    }

    private static String stem(Path path) {
        String name = String.valueOf(path.getFileName());
        return FILE_TYPE.matcher(name).replaceFirst("");
    }
}
