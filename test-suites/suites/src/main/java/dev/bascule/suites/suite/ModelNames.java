package dev.bascule.suites.suite;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.packages.PackageReference;
import dev.bascule.models.source.ModelFileName;
import dev.bascule.models.source.ModelSource;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** What models are called in case ids. Stateless. */
public final class ModelNames {
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
        if (source instanceof ModelSource.FromPackage one) {
            PackageReference reference = one.reference();
            return CaseId.word(reference
                    .file()
                    .map(file -> ModelFileName.of(Path.of(reference.name(), file)))
                    .orElse(reference.name()));
        }
        if (source instanceof ModelSource.FromPretrained known) {
            return known.model().id();
        }
        Path path = source instanceof ModelSource.TestFolder folder
                ? folder.path()
                : ((ModelSource.OnnxFile) source).path();
        return CaseId.word(ModelFileName.of(path));
    }

    /** The kind of the model's own pipeline, or {@code model} where it has none. */
    static String kind(ModelSource source) {
        Optional<PipelineSpec> pipeline = source instanceof ModelSource.FromPretrained known
                ? known.model().pipeline()
                : source instanceof ModelSource.FromZoo zoo ? zoo.model().pipeline() : Optional.empty();
        return pipeline.map(ModelNames::kind).orElse("model");
    }

    /** That of a pipeline that was asked for; {@code model} without any. */
    static Optional<String> kind(PipelineEntry entry) {
        return entry.spec()
                .map(ModelNames::kind)
                .or(() -> entry.kind().map(kind -> switch (kind) {
                    case IMAGE -> "vision";
                    case AUDIO, TEXT -> kind.word();
                    case NONE -> "model";
                }));
    }

    /** {@code audio}, {@code vision} or {@code text}. */
    static String kind(PipelineSpec spec) {
        if (spec instanceof PipelineSpec.Audio) {
            return "audio";
        }
        return spec instanceof PipelineSpec.Vision ? "vision" : "text";
    }
}
