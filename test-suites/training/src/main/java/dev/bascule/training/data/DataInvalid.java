package dev.bascule.training.data;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.function.Supplier;

/** The error of data that cannot be learned from. Stateless. */
final class DataInvalid {
    private DataInvalid() {}

    static BasculeException of(String message, String... remedies) {
        return new BasculeException(ErrorCode.DATA_INVALID, message, remedies);
    }

    /** What a file that cannot be read is, where it is part of labelled data. */
    static <T> T reading(Supplier<T> read) {
        try {
            return read.get();
        } catch (BasculeException e) {
            if (e.code() != ErrorCode.INPUT_MISMATCH) {
                throw e;
            }
            throw BasculeException.because(
                    e,
                    ErrorCode.DATA_INVALID,
                    e.failure().message(),
                    e.failure().remedies().toArray(String[]::new));
        }
    }
}
