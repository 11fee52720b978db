package dev.bascule.fallback.hardware;

import java.util.Optional;

/**
 * The memory that a device computes in.
 *
 * @param totalBytes empty where nobody tells
 * @param freeBytes at the moment of looking; empty where nobody tells
 * @param sharedWithHost whether it is the host's own memory; empty where nobody tells
 */
public record DeviceMemory(Optional<Long> totalBytes, Optional<Long> freeBytes, Optional<Boolean> sharedWithHost) {

    /** Nothing known. */
    public static DeviceMemory unknown() {
        return new DeviceMemory(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Memory of its own. */
    public static DeviceMemory own(long totalBytes, Optional<Long> freeBytes) {
        return new DeviceMemory(Optional.of(totalBytes), freeBytes, Optional.of(false));
    }

    /** The host's memory. */
    public static DeviceMemory host(Optional<Long> totalBytes, Optional<Long> freeBytes) {
        return new DeviceMemory(totalBytes, freeBytes, Optional.of(true));
    }

    /** This, with what it does not know taken from another look at the same device. */
    public DeviceMemory or(DeviceMemory other) {
        return new DeviceMemory(
                totalBytes.or(other::totalBytes),
                freeBytes.or(other::freeBytes),
                sharedWithHost.or(other::sharedWithHost));
    }
}
