package dev.bascule.nativerunner.devices;

import java.util.Optional;
import java.util.function.Function;

/** The system's answer to a question: some text, or why there is none. */
public sealed interface SystemAnswer {

    /** The text of a file or of a tool's standard output. */
    record Text(String value) implements SystemAnswer {}

    /** No text: the file is missing or unreadable, the tool is missing, failed or took too long. For people. */
    record Nothing(String why) implements SystemAnswer {}

    /** The text, where there is some. */
    default Optional<String> text() {
        return this instanceof Text some ? Optional.of(some.value()) : Optional.empty();
    }

    /** Why there is none; empty where there is some. */
    default Optional<String> reason() {
        return this instanceof Nothing none ? Optional.of(none.why()) : Optional.empty();
    }

    /** One of two results. */
    default <T> T either(Function<String, T> withText, Function<String, T> withReason) {
        if (this instanceof Text some) {
            return withText.apply(some.value());
        }
        return withReason.apply(reason().orElseThrow());
    }
}
