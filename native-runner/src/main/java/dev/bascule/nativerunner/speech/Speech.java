package dev.bascule.nativerunner.speech;

import dev.bascule.fallback.error.BasculeException;

/** Somebody who says what is asked for, the same each time. */
@FunctionalInterface
public interface Speech {
    /** @throws BasculeException where it cannot */
    SpokenSound say(Utterance utterance);
}
