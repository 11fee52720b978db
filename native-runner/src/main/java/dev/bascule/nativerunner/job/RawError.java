package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.protocol.Message;
import java.util.Optional;

/** Errors as they came, for the host to classify. Stateless. */
final class RawError {
    private RawError() {}

    static Message.ErrorInfo of(String phase, Throwable thrown) {
        RefusedException refused = thrown instanceof RefusedException own ? own : RefusedException.of(thrown);
        return new Message.ErrorInfo(phase, refused.errorName(), refused.words(), Optional.of(refused.stack()));
    }
}
