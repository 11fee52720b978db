package dev.bascule.app.orders;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.studies.conformance.ConformanceService;
import java.util.Set;
import java.util.function.Supplier;

/** What runs conformance cases, and may keep browsers and children from one run to the next. Runs one at a time; else thread-safe. */
public interface ConformanceRunners extends AutoCloseable {

    ConformanceService service();

    /** Whether nothing is kept that is idle. */
    boolean isEmpty();

    /** The backends of which a runner is kept and idle. */
    Set<Backend> warm();

    /** Ends what was idle for too long. */
    void tidy();

    /** Ends all that is idle. */
    void clear();

    /** Ends all. */
    @Override
    void close();

    /** Keeps nothing. */
    static ConformanceRunners fresh(Supplier<ConformanceService> service) {
        return new ConformanceRunners() {
            @Override
            public ConformanceService service() {
                return service.get();
            }

            @Override
            public boolean isEmpty() {
                return true;
            }

            @Override
            public Set<Backend> warm() {
                return Set.of();
            }

            @Override
            public void tidy() {
                // Nothing is kept.
            }

            @Override
            public void clear() {
                // Nothing is kept.
            }

            @Override
            public void close() {
                // Nothing is kept.
            }
        };
    }
}
