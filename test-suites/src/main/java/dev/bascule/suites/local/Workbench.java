package dev.bascule.suites.local;

import dev.bascule.fallback.target.Machine;
import dev.bascule.suites.execution.JobIds;
import dev.bascule.suites.execution.NoiseMeter;
import dev.bascule.suites.execution.PreparedCase;
import dev.bascule.suites.execution.References;
import dev.bascule.suites.execution.RunnerSource;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Duration;
import java.util.List;

/** Everything that a run works with: sources of runners, and cases made ready. Belongs to one thread, but for {@link #kill}. */
public interface Workbench extends AutoCloseable {

    Machine machine();

    NoiseMeter noise();

    RunnerSource nativeSource();

    /** The browsers that take part, the preferred one first. */
    List<RunnerSource> browsers();

    JobIds jobIds();

    /** The references of this run, with this limit on making one; the same store at each call. */
    References references(Duration timeout);

    /**
     * Resolves the model and makes the inputs.
     *
     * @throws dev.bascule.fallback.error.BasculeException when the model or an input cannot be used
     */
    PreparedCase prepare(SuiteCase wanted, long seed);

    /** Kills every process at once; callable from any thread. */
    void kill();

    @Override
    void close();
}
