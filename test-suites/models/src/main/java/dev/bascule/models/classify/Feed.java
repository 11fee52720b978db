package dev.bascule.models.classify;

import dev.bascule.models.graph.Dim;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import java.util.List;
import java.util.Optional;

/** What an input is by its shape and by what takes it, whatever its name. */
sealed interface Feed {
    Port port();

    /** What takes it shows it to be a picture of so many channels. */
    record Picture(Port port, long channels, Optional<Long> height, Optional<Long> width) implements Feed {}

    /** Numbers of words: rows of a table are looked up by it. */
    record Tokens(Port port, long vocabulary) implements Feed {}

    /** Bands by frames, as of a sound that was analysed before. */
    record Bands(Port port, Optional<Long> bands, Optional<Long> frames) implements Feed {}

    /** Samples of a sound as they are. */
    record Waveform(Port port) implements Feed {}

    /** A row of a table. */
    record Columns(Port port, long columns) implements Feed {}

    /** What comes back as an output, for the next step. */
    record Carried(Port port, String output) implements Feed {}

    /** Keys or values that another network made. */
    record Crossed(Port port) implements Feed {}

    /** Whole numbers that are no words, such as masks and positions, and single numbers. */
    record Control(Port port) implements Feed {}

    /** Nothing shows what it is. */
    record Untold(Port port) implements Feed {}

    static List<Dim> dims(Port port) {
        return port.type() instanceof ValueType.TensorType tensor
                ? tensor.dims().orElse(List.of())
                : List.of();
    }

    /** A size that never changes, of this axis; negative ones count from the end. */
    static Optional<Long> size(Port port, int axis) {
        List<Dim> dims = dims(port);
        int at = axis < 0 ? axis + dims.size() : axis;
        return at >= 0 && at < dims.size() && dims.get(at) instanceof Dim.Fixed fixed
                ? Optional.of(fixed.size())
                : Optional.empty();
    }
}
