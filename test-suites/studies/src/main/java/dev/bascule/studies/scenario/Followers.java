package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.util.List;

/** The models that go on with what a model makes. */
public sealed interface Followers {

    /** Where none is needed. */
    Absent NONE = new Absent(Failure.of(
            ErrorCode.INPUT_MISMATCH,
            "only a model with which a chain begins that Bascule knows has others behind it",
            "bascule run real:pp-ocrv4-det --scenario ocr",
            "bascule run real:melspectrogram --scenario wake-word"));

    /** @param cases in their order */
    record Ready(List<PreparedCase> cases) implements Followers {
        public Ready {
            cases = List.copyOf(cases);
        }
    }

    /** There is none, or its weights are not here. */
    record Absent(Failure why) implements Followers {}
}
