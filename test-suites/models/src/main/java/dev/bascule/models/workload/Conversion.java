package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.ModelProto;
import java.util.List;

/** What became of converting a model. */
public sealed interface Conversion {

    /**
     * Another model, fed and fetched as the first.
     *
     * @param model the new one
     * @param notes what was done, for the record
     */
    record Converted(ModelProto model, List<String> notes) implements Conversion {
        public Converted {
            notes = List.copyOf(notes);
        }
    }

    /** The graph does not suit. */
    record Refused(String why) implements Conversion {}
}
