package dev.bascule.nativerunner.serve;

import dev.bascule.fallback.backend.BackendProvider;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.BackendDriver;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
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
                Served served = new Served(driver.backend().id(), driver.format());
                if (found.putIfAbsent(served, driver) != null) {
                    throw new BasculeException(
                            ErrorCode.CONFIG_INVALID,
                            "two drivers serve %s: %s and %s"
                                    .formatted(
                                            served.backend(),
                                            found.get(served).getClass().getName(),
                                            driver.getClass().getName()),
                            "take one of the jars off BASCULE_PLUGINS");
                }
            }
        }
        return new Drivers(found);
    }

    /** The driver that opens models of this format on this backend. */
    public Optional<BackendDriver> find(String backend, ModelFormat format) {
        return Optional.ofNullable(byServed.get(new Served(backend, format)));
    }
}
