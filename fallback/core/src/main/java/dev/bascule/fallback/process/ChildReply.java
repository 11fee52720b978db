package dev.bascule.fallback.process;

import dev.bascule.fallback.error.Failure;

/** What came of a request to a child. */
public sealed interface ChildReply {
    /** An answer. */
    @SuppressWarnings("ArrayRecordComponent")
    record Answered(byte[] bytes) implements ChildReply {}

    /** It says what is wrong with what it was asked. */
    record Refused(Failure failure) implements ChildReply {}

    /**
     * There is no child any more: it crashed, hung, took too much or answered nonsense.
     *
     * @param why one sentence
     */
    record Lost(String why) implements ChildReply {}
}
