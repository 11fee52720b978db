package dev.bascule.models.preprocessing;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.graph.Dim;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType.TensorType;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds out how a picture, a sound or a text becomes a model's inputs: from the files beside it, else from the shapes of its inputs. Stateless. */
public final class Preprocessing {
    private Preprocessing() {}

    /**
     * What becomes of a kind of input.
     *
     * @param model whose files lie beside it, or in the folder above where it lies in one named {@code onnx}
     * @param sound that is to be fed, where one was named: as long as it is, where nothing else says how long
     * @throws BasculeException INPUT_MISMATCH where a file asks for what Bascule does not do, or nothing says enough
     */
    public static FoundPipeline of(PipelineKind kind, ModelInspection model, Path file, Optional<Path> sound) {
        List<Path> folders = folders(file.toAbsolutePath());
        return switch (kind) {
            case IMAGE -> ImageSettings.of(folders, port(model, kind, port -> isFloat(port) && rank(port) == 4));
            case AUDIO ->
                AudioSettings.of(
                        folders,
                        port(model, kind, port -> isFloat(port) && (rank(port) == 2 || rank(port) == 3)),
                        sound);
            case TEXT ->
                TextSettings.of(folders, port(model, kind, port -> port.name().equals("input_ids")));
            case NONE -> throw new IllegalArgumentException("none has no settings");
        };
    }

    /** Exports of the hub lie in a folder of their own, below the settings. */
    private static List<Path> folders(Path file) {
        Optional<Path> own = Optional.ofNullable(file.getParent());
        Optional<Path> above = own.filter(folder -> folder.endsWith("onnx")).map(Path::getParent);
        return Stream.of(own, above).flatMap(Optional::stream).toList();
    }

    private static Port port(ModelInspection model, PipelineKind kind, Predicate<Port> fits) {
        List<Port> ports = model.inputs().stream().filter(fits).toList();
        if (ports.size() != 1) {
            throw new BasculeException(
                    ErrorCode.INPUT_MISMATCH,
                    "--pipeline %s: the model has %s input that %s becomes; %s"
                            .formatted(
                                    kind.word(),
                                    ports.isEmpty() ? "no" : "more than one",
                                    switch (kind) {
                                        case IMAGE -> "a picture";
                                        case AUDIO -> "a sound";
                                        default -> "a text (input_ids)";
                                    },
                                    model.describeInputs()),
                    "give its inputs with --input NAME=FILE and --pipeline none");
        }
        return ports.get(0);
    }

    private static boolean isFloat(Port port) {
        return port.type() instanceof TensorType tensor && tensor.dtype() == DType.FLOAT32;
    }

    private static int rank(Port port) {
        return port.type() instanceof TensorType tensor
                ? tensor.dims().map(List::size).orElse(0)
                : 0;
    }

    /** A size of the port that never changes. */
    static OptionalInt fixed(Port port, int axis) {
        return dims(port).stream()
                .filter(dims -> axis < dims.size())
                .map(dims -> dims.get(axis))
                .flatMapToInt(dim -> dim instanceof Dim.Fixed fixed && fixed.size() <= Integer.MAX_VALUE
                        ? IntStream.of((int) fixed.size())
                        : IntStream.empty())
                .findFirst();
    }

    private static Optional<List<Dim>> dims(Port port) {
        return port.type() instanceof TensorType tensor ? tensor.dims() : Optional.empty();
    }

    static int rankOf(Port port) {
        return rank(port);
    }
}
