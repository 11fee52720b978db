package dev.bascule.app.local;

import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.workload.Conversion;
import dev.bascule.models.workload.Float16Converter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A float16 model made of a model, when it is first asked for. Belongs to one thread. */
final class HalfModel implements Supplier<Optional<ModelArtifact>> {
    private final ModelArtifact model;
    private final Optional<Path> file;
    private final Consumer<String> notes;
    private Optional<ModelArtifact> made = Optional.empty();
    private boolean asked;

    /**
     * @param file where it is written, which must not be there yet; none is made where empty
     * @param notes is told why there is none
     */
    HalfModel(ModelArtifact model, Optional<Path> file, Consumer<String> notes) {
        this.model = model;
        this.file = file;
        this.notes = notes;
    }

    @Override
    public Optional<ModelArtifact> get() {
        if (!asked) {
            asked = true;
            made = file.flatMap(this::convert);
        }
        return made;
    }

    private Optional<ModelArtifact> convert(Path target) {
        if (Files.exists(target)) {
            // It may be the model itself, or whatever else the user keeps there.
            throw new BasculeException(
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "no float16 model was made: there is a file '%s', and it is left as it is".formatted(target),
                    "bascule select … --fp16-model FILE, with the name of a new file");
        }
        if (model.format() != ModelFormat.ONNX) {
            notes.accept("no float16 model was made: the model is no ONNX model");
            return Optional.empty();
        }
        Conversion conversion =
                Float16Converter.convert(OnnxModelFile.open(model.file()).proto());
        if (conversion instanceof Conversion.Converted converted) {
            byte[] bytes = converted.model().toByteArray();
            AtomicFile.write(target, stream -> stream.write(bytes));
            return Optional.of(new ModelArtifact(Sha256.of(bytes), bytes.length, target.toAbsolutePath()));
        }
        notes.accept("no float16 model was made: " + ((Conversion.Refused) conversion).why());
        return Optional.empty();
    }
}
