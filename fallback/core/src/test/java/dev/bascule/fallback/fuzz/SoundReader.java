package dev.bascule.fallback.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;

/** A reader that refuses in words what it does not read. */
@FuzzTarget
class SoundReader {
    @FuzzTest
    void it_reads_or_refuses(byte[] data) {
        Refusals.read(() -> {
            if (data.length > 2) {
                throw new BasculeException(ErrorCode.INPUT_MISMATCH, "more than two bytes");
            }
            return data;
        });
    }
}
