package dev.bascule.nativerunner.serve;

import dev.bascule.fallback.backend.BackendProvider;
import dev.bascule.fallback.driver.BackendDriver;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** The native backends that can be executed here in principle: the built-in ones and those of third parties' jars. Immutable. */
public final class Drivers {
    private final Map<String, BackendDriver> byId;

    private Drivers(Map<String, BackendDriver> byId) {
        this.byId = byId;
    }

    /** All that {@link ServiceLoader} finds; a new instance of each. */
    public static Drivers installed() {
        Map<String, BackendDriver> found = new LinkedHashMap<>();
        for (BackendProvider provider : ServiceLoader.load(BackendProvider.class)) {
            if (provider instanceof BackendDriver driver) {
                found.putIfAbsent(driver.backend().id(), driver);
            }
        }
        return new Drivers(found);
    }

    public Optional<BackendDriver> find(String backend) {
        return Optional.ofNullable(byId.get(backend));
    }
}
