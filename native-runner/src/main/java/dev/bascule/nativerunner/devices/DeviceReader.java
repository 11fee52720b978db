package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.hardware.HardwareMap;

/**
 * Finds devices of one kind. What it cannot look at is a gap with a reason, never an exception; what is not there at all
 * (another maker's driver on this machine) is nothing. A third party's is found by {@link java.util.ServiceLoader}.
 * Thread-safe.
 */
public interface DeviceReader {

    /** For people, and in gaps. */
    String name();

    /** Whether it starts tools, which may take seconds; such a reader is left out before a run. */
    boolean startsTools();

    /** What it finds. */
    HardwareMap read(SystemView system);
}
