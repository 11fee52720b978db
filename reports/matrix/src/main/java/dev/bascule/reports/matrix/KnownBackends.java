package dev.bascule.reports.matrix;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Side;
import java.util.Set;

/** The backends that records name by id: the installed one, or what little a record says of one that is not. */
public final class KnownBackends {
    private KnownBackends() {}

    /** A backend of which no more is known than its side: counted as a CPU, so that nothing is credited to it. */
    public static Backend of(String id, Side side) {
        return of(id, side, DeviceType.CPU);
    }

    public static Backend of(String id, Side side, DeviceType accelerator) {
        return Backends.installed().find(id).orElseGet(() -> new Backend(id, side, accelerator, Set.of(), Set.of()));
    }
}
