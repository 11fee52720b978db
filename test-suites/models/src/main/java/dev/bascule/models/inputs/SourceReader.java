package dev.bascule.models.inputs;

import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Dim;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.TensorProtos;
import dev.bascule.models.graph.ValueType.TensorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Reads what a user names for an input.
 *
 * @param sizes of the model's dynamic dimensions, as far as known
 * @param prepared tensors that are there already
 * @param generator of values that only a dtype and a shape are known of
 * @param framed whether the input is cut into frames, so that a sound keeps its length
 */
record SourceReader(
        ModelInspection model, DimSizes sizes, PreparedTensors prepared, InputGenerator generator, boolean framed) {

    /**
     * A tensor and its story.
     *
     * @param rate of the sound that it came from, in Hz
     */
    record Reading(Tensor tensor, String note, OptionalInt rate) {
        Reading(Tensor tensor, String note) {
            this(tensor, note, OptionalInt.empty());
        }
    }

    Reading read(Port port, TensorType type, InputSource source) {
        if (source instanceof InputSource.File file) {
            return file(port, type, file.path());
        }
        if (source instanceof InputSource.Literal literal) {
            return literal(port, type, literal.json());
        }
        if (source instanceof InputSource.Text text) {
            if (type.dtype() != DType.STRING) {
                throw InputMismatch.of(
                        "input '%s' takes %s, and there is no tokenizer to turn a text into that; %s"
                                .formatted(port.name(), type, model.describeInputs()),
                        "give token ids: %s=101,2023,102".formatted(port.name()));
            }
            Shape shape =
                    new Shape(Collections.nCopies(type.dims().map(List::size).orElse(1), 1L));
            return new Reading(Tensor.strings(shape, List.of(text.text())), "text");
        }
        if (source instanceof InputSource.Shaped shaped) {
            Tensor made = generator.generate(port, shaped.dtype(), shaped.shape());
            return new Reading(made, "generated as %s, seed %d".formatted(shaped, generator.seed()));
        }
        String output = ((InputSource.FromPipeline) source).output();
        Tensor tensor = prepared.tensors().get(output);
        if (tensor == null) {
            throw InputMismatch.of("%s has no output '%s'; it has %s"
                    .formatted(
                            prepared.by(),
                            output,
                            prepared.tensors().keySet().stream().sorted().toList()));
        }
        return new Reading(tensor, output + " of " + prepared.by());
    }

    private Reading file(Port port, TensorType type, Path file) {
        if (!Files.exists(file)) {
            throw InputMismatch.of("input '%s': there is no file '%s'".formatted(port.name(), file), "check the path");
        }
        try {
            InputFile.require(file);
        } catch (IOException e) {
            throw InputMismatch.of(
                    "input '%s': cannot read '%s': %s".formatted(port.name(), file, FileErrorText.why(e)),
                    "name a regular file that this user may read");
        }
        String name = String.valueOf(file.getFileName());
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (ending) {
            case "npy" -> new Reading(NpyFiles.read(file), name);
            case "pb" -> new Reading(TensorProtos.read(file), name);
            case "wav" -> sound(port, type, file, name);
            case "png", "jpg", "jpeg", "gif", "bmp" -> picture(port, type, file, name);
            default ->
                throw InputMismatch.of(
                        "input '%s': Bascule does not know what '%s' holds".formatted(port.name(), file),
                        "use .npy, .pb, .wav, .png, .jpg, .gif or .bmp; a text that is called like a file is written text:%s"
                                .formatted(file));
        };
    }

    /** A literal keeps the shape of its lists; a flat one takes the input's where that is known and as large. */
    private Reading literal(Port port, TensorType type, String text) {
        Literals.Literal literal = Literals.parse(port.name(), text);
        Shape shape = literal.shape();
        int rank = type.dims().map(List::size).orElse(shape.rank());
        if (shape.rank() < rank && shape.rank() <= 1) {
            shape = spread(port, type, literal.shape().elements());
        }
        return new Reading(literal.tensor(port.name(), type.dtype(), shape), "literal");
    }

    /** Ones, and the elements where there is one dimension of their number or of no fixed size, the last for choice. */
    private Shape spread(Port port, TensorType type, long elements) {
        List<Dim> dims = type.dims().orElse(List.of());
        Shape declared = new Shape(knownOrOne(port, dims));
        if (declared.elements() == elements) {
            return declared;
        }
        List<Long> ones = new ArrayList<>(Collections.nCopies(dims.size(), 1L));
        ones.set(dims.size() - 1, elements);
        return new Shape(ones);
    }

    private List<Long> knownOrOne(Port port, List<Dim> dims) {
        List<Long> known = new ArrayList<>();
        for (int axis = 0; axis < dims.size(); axis++) {
            known.add(sizes.known(port, dims, axis).orElse(1L));
        }
        return known;
    }

    /** Samples along the last axis; cut, or filled up with silence, to a length that is known. */
    private Reading sound(Port port, TensorType type, Path file, String name) {
        DecodedAudio sound = DecodedAudio.read(file);
        List<Dim> dims = type.dims().orElse(List.of(new Dim.Unknown(), new Dim.Unknown()));
        int last = dims.size() - 1;
        if (last < 0 || !type.dtype().isFloat()) {
            throw InputMismatch.of("input '%s' takes %s, which a sound is not; %s"
                    .formatted(port.name(), type, model.describeInputs()));
        }
        long length =
                framed ? sound.samples().length : sizes.known(port, dims, last).orElse((long) sound.samples().length);
        List<Long> shape = new ArrayList<>(Collections.nCopies(last, 1L));
        shape.add(length);
        NumberWriter out = new NumberWriter(type.dtype(), new Shape(shape));
        for (int n = 0; n < length; n++) {
            out.put(n < sound.samples().length ? sound.samples()[n] : 0.0);
        }
        String fitted = length == sound.samples().length ? "" : ", cut or filled up to " + length;
        return new Reading(out.tensor(), name + ", " + sound + fitted, OptionalInt.of(sound.rate()));
    }

    private Reading picture(Port port, TensorType type, Path file, String name) {
        List<Dim> dims = type.dims().orElse(List.of());
        boolean first = dims.size() == 4 && isChannels(dims.get(1));
        boolean last = dims.size() == 4 && isChannels(dims.get(3));
        boolean numbers = type.dtype().isFloat() || type.dtype() == DType.UINT8;
        if (!numbers || (!first && !last)) {
            throw InputMismatch.of(
                    "input '%s' takes %s, which a picture is not: that has 4 dimensions, 1 or 3 channels; %s"
                            .formatted(port.name(), type, model.describeInputs()));
        }
        Pixels image = Pictures.read(file);
        int rows = first ? 2 : 1;
        long channels = ((Dim.Fixed) dims.get(first ? 1 : 3)).size();
        long height = sizes.known(port, dims, rows).orElse((long) image.height());
        long width = sizes.known(port, dims, rows + 1).orElse((long) image.width());
        Shape shape = first ? Shape.of(1, channels, height, width) : Shape.of(1, height, width, channels);
        String scale = type.dtype().isFloat() ? "scaled to 0..1" : "0..255";
        return new Reading(
                Pictures.tensor(image, type.dtype(), shape, first),
                "%s, %dx%d resized to %dx%d, %s".formatted(name, image.width(), image.height(), width, height, scale));
    }

    private static boolean isChannels(Dim dim) {
        return dim instanceof Dim.Fixed fixed && (fixed.size() == 1 || fixed.size() == 3);
    }
}
