package dev.bascule.fallback.driver;

import dev.bascule.fallback.tensor.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** An open model that takes and gives every kind of value, for cases run for their outputs. Belongs to one thread, but for {@link #stop}. */
public interface ValueSession extends AutoCloseable {

    /**
     * What one inference gave.
     *
     * @param outputs by name; copies, which outlive the session
     * @param inference from the call into the engine to its return
     * @param facts for the evidence, where inputs had to be fed in a way of their own
     */
    record Outcome(Map<String, Value> outputs, Duration inference, Map<String, String> facts) {}

    /** Which library hands the values over, for the evidence. */
    String binding();

    /** Runs the model once, on its own copies of the inputs. */
    Outcome run(Map<String, Value> inputs) throws RefusedException;

    /** Makes a running inference end with a refusal, between two of its nodes. May be called from any thread. */
    void stop();

    /** The only execution provider that the session has, where it has but one: every node runs there. */
    Optional<String> soleProvider();

    /** Ends the profile that the session was opened with; where it lies, if there was to be one. */
    Optional<Path> endProfiling() throws RefusedException;

    /** Releases the model. */
    @Override
    void close() throws RefusedException;
}
