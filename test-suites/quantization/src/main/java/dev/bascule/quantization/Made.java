package dev.bascule.quantization;

import ai.onnx.proto.OnnxMl.ModelProto;
import java.util.List;

/** What became of making a smaller model. */
public sealed interface Made {

    /**
     * A model of its own, fed and fetched as the first. Its metadata have its {@link Recipe}.
     *
     * @param model the new one
     * @param recipe how it was made
     * @param layers what was changed, in the order of the graph
     * @param notes for the reader, as what was left and why
     */
    record Variant(ModelProto model, Recipe recipe, List<LayerChange> layers, List<String> notes) implements Made {
        public Variant {
            layers = List.copyOf(layers);
            notes = List.copyOf(notes);
        }
    }

    /**
     * The model does not suit.
     *
     * @param why in words
     */
    record Refused(String why) implements Made {}
}
