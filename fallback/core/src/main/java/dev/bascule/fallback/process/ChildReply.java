package dev.bascule.fallback.process;

import dev.bascule.fallback.error.Failure;
import java.util.function.Function;

/** What came of a request to a child. */
public sealed interface ChildReply {
    /** What each of the ways comes to. */
    <R> R fold(
            Function<? super byte[], ? extends R> whenAnswered,
            Function<? super Failure, ? extends R> whenRefused,
            Function<? super String, ? extends R> whenLost);

    /** An answer. */
    @SuppressWarnings("ArrayRecordComponent")
    record Answered(byte[] bytes) implements ChildReply {
        @Override
        public <R> R fold(
                Function<? super byte[], ? extends R> whenAnswered,
                Function<? super Failure, ? extends R> whenRefused,
                Function<? super String, ? extends R> whenLost) {
            return whenAnswered.apply(bytes);
        }
    }

    /** It says what is wrong with what it was asked. */
    record Refused(Failure failure) implements ChildReply {
        @Override
        public <R> R fold(
                Function<? super byte[], ? extends R> whenAnswered,
                Function<? super Failure, ? extends R> whenRefused,
                Function<? super String, ? extends R> whenLost) {
            return whenRefused.apply(failure);
        }
    }

    /**
     * There is no child any more: it crashed, hung, took too much or answered nonsense.
     *
     * @param why one sentence
     */
    record Lost(String why) implements ChildReply {
        @Override
        public <R> R fold(
                Function<? super byte[], ? extends R> whenAnswered,
                Function<? super Failure, ? extends R> whenRefused,
                Function<? super String, ? extends R> whenLost) {
            return whenLost.apply(why);
        }
    }
}
