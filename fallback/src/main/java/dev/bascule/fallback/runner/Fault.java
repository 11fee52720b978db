package dev.bascule.fallback.runner;

import java.time.Duration;
import java.util.Optional;

/** The ways in which a runner fails. */
public sealed interface Fault {

    /** The phase in which it happened, in the protocol's word. */
    String phase();

    /**
     * The runner reported an error, in the engine's own words; the runner itself may live on.
     *
     * @param phase in which it happened
     * @param name the error's class or name
     * @param message the engine's message, unchanged
     * @param stack for a bug report
     * @param phases what had been timed before
     */
    record Refused(String phase, String name, String message, Optional<String> stack, Phases phases) implements Fault {}

    /** No answer within the limit. The runner must be killed. */
    record TimedOut(String phase, Duration limit) implements Fault {}

    /** The runner is gone: its process died or its connection closed for good. */
    record Lost(String phase, String reason) implements Fault {}
}
