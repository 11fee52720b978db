package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;

/** What reads the lines that a detector of text found. */
public sealed interface TextReaders {

    /** Where none is needed. */
    Absent NONE = new Absent(Failure.of(
            ErrorCode.INPUT_MISMATCH,
            "only a detector of text whose readers Bascule knows begins a chain",
            "bascule run real:pp-ocrv4-det --scenario ocr"));

    /**
     * @param orientation says whether a line stands on its head
     * @param recogniser reads an upright line
     */
    record Ready(PreparedCase orientation, PreparedCase recogniser) implements TextReaders {}

    /** There is none, or its weights are not here. */
    record Absent(Failure why) implements TextReaders {}
}
