package dev.bascule.fallback.hardware;

import java.util.Optional;

/**
 * The driver that a device is worked by.
 *
 * @param name as the system calls it, such as {@code nvidia} or {@code amdgpu}
 * @param version empty where it has none of its own, as a driver that belongs to the kernel
 */
public record Driver(String name, Optional<String> version) {

    @Override
    public String toString() {
        return name + version.map(number -> " " + number).orElse("");
    }
}
