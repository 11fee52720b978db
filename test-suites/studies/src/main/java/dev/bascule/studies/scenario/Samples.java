package dev.bascule.studies.scenario;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.util.List;

/** What a model can be asked whose answers are known. */
public sealed interface Samples {

    /** Where nobody made any. */
    Absent NONE = new Absent(Failure.of(
            ErrorCode.INPUT_MISMATCH,
            "nothing says what the outputs of this model mean, or there are no samples for it",
            "run a pretrained model whose answers are known: bascule models fetch"));

    /** @param cases perhaps fewer than were asked for */
    record Known(List<LabelledCase> cases) implements Samples {
        public Known {
            cases = List.copyOf(cases);
        }
    }

    /** There are none, or what makes them is not here. */
    record Absent(Failure why) implements Samples {}
}
