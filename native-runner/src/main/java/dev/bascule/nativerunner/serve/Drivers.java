package dev.bascule.nativerunner.serve;

import dev.bascule.fallback.backend.BackendProvider;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.BackendDriver;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** The native backends that can be executed here in principle: the built-in ones and those of third parties' jars. Immutable. */
public final class Drivers {
    private final Map<Served, BackendDriver> byServed;

    private record Served(String backend, ModelFormat format) {}

    private Drivers(Map<Served, BackendDriver> byServed) {
        this.byServed = byServed;
    }

    /** All that {@link ServiceLoader} finds; a new instance of each. */
    public static Drivers installed() {
        Map<Served, BackendDriver> found = new LinkedHashMap<>();
        for (BackendProvider provider : ServiceLoader.load(BackendProvider.class)) {
            if (provider instanceof BackendDriver driver) {
                found.putIfAbsent(new Served(driver.backend().id(), driver.format()), driver);
            }
        }
        return new Drivers(found);
    }

    /** The driver that opens models of this format on this backend. */
    public Optional<BackendDriver> find(String backend, ModelFormat format) {
        return Optional.ofNullable(byServed.get(new Served(backend, format)));
    }
}
