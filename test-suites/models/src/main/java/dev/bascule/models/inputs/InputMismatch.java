package dev.bascule.models.inputs;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;

/** The error of an input that does not fit. Stateless. */
final class InputMismatch {
    private InputMismatch() {}

    static BasculeException of(String message, String... remedies) {
        return new BasculeException(ErrorCode.INPUT_MISMATCH, message, remedies);
    }
}
