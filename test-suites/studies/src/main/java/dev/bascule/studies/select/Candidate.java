package dev.bascule.studies.select;

import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.target.Target;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A way to run the model on this machine. Immutable.
 *
 * @param browser its word for {@code --browsers}; empty natively
 * @param target place, engine and backend
 * @param threads of a CPU engine
 * @param batch items of an inference
 * @param configuration how its sessions differ from the usual ones
 */
public record Candidate(Optional<String> browser, Target target, int threads, int batch, Configuration configuration) {

    /** One whose sessions are as usual. */
    public Candidate(Optional<String> browser, Target target, int threads, int batch) {
        this(browser, target, threads, batch, Configuration.USUAL);
    }

    /** The same with sessions configured otherwise; another build of the engine is another target. */
    public Candidate with(Configuration other) {
        Engine engine = target.engine();
        Target own = other.build().isEmpty()
                ? target
                : new Target(
                        target.backend(),
                        target.browser(),
                        new Engine(engine.name(), engine.version(), other.build()),
                        target.deviceType(),
                        target.software(),
                        target.adapter());
        return new Candidate(browser, own, threads, batch, other);
    }

    /** Whether the two differ in nothing but their configuration. */
    boolean isSameWay(Candidate other) {
        return browser.equals(other.browser)
                && target.backend().equals(other.target.backend())
                && target.deviceType() == other.target.deviceType()
                && threads == other.threads
                && batch == other.batch;
    }

    /** For tables. */
    public String label() {
        return (target.backend().side() == Side.NATIVE ? "native" : browser.orElse("browser"))
                + " "
                + target.backend().id()
                + (threads == 1 ? "" : ", %d threads".formatted(threads))
                + (batch == 1 ? "" : ", batch %d".formatted(batch))
                + configuration.words().stream().map(word -> ", " + word).collect(Collectors.joining());
    }
}
