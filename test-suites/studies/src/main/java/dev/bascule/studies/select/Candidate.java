package dev.bascule.studies.select;

import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.target.Target;
import java.util.Optional;

/**
 * A way to run the model on this machine. Immutable.
 *
 * @param browser its word for {@code --browsers}; empty natively
 * @param target place, engine and backend
 * @param threads of a CPU engine
 * @param batch items of an inference
 */
public record Candidate(Optional<String> browser, Target target, int threads, int batch) {

    /** For tables. */
    public String label() {
        return (target.backend().side() == Side.NATIVE ? "native" : browser.orElse("browser"))
                + " "
                + target.backend().id()
                + (threads == 1 ? "" : ", %d threads".formatted(threads))
                + (batch == 1 ? "" : ", batch %d".formatted(batch));
    }
}
