package dev.bascule.fallback.hardware;

import java.util.List;

/** Adds classes of hardware and capabilities from a third party's jar; found by {@link java.util.ServiceLoader}. */
public interface HardwareProvider {

    /** The classes to add; an id already taken is an error. */
    default List<HardwareClass> classes() {
        return List.of();
    }

    /** The capabilities to add; an id already taken is an error. */
    default List<CapabilityId<?>> capabilities() {
        return List.of();
    }
}
