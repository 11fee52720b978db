package dev.bascule.models.inputs;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.ModelInspection;
import java.nio.LongBuffer;
import java.util.stream.LongStream;

/** Holds the ids of a tokenizer against the tables that the model looks them up in. Stateless. */
public final class VocabularyFit {
    private VocabularyFit() {}

    /**
     * The same tensors.
     *
     * @throws BasculeException INPUT_MISMATCH where an id is none of the table's, which engines answer with a crash or with noise
     */
    public static PreparedTensors required(PreparedTensors made, ModelInspection model) {
        model.indexBounds().forEach((input, rows) -> {
            Tensor tensor = made.tensors().get(input);
            if (tensor == null || tensor.dtype() != DType.INT64) {
                return;
            }
            LongBuffer ids = tensor.data().asLongBuffer();
            LongStream.range(0, tensor.shape().elements()).map(at -> ids.get((int) at)).max().stream()
                    .filter(largest -> largest >= rows)
                    .forEach(largest -> {
                        throw InputMismatch.of(
                                "the tokenizer does not fit the model: it makes the id %d, but '%s' looks up a table of %d rows"
                                        .formatted(largest, input, rows),
                                "give the tokenizer.json that the model was trained with");
                    });
        });
        return made;
    }
}
