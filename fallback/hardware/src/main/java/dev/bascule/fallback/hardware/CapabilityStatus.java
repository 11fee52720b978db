package dev.bascule.fallback.hardware;

/** How well it is known that a device has a capability. */
public sealed interface CapabilityStatus {

    /** Who said or tried it, such as {@code nvidia-smi}, {@code /proc/cpuinfo} or {@code profile}. */
    String by();

    /** What was said or seen there, in its own words. */
    String evidence();

    /** Whether it was tried and seen, not only said. */
    default boolean isVerified() {
        return this instanceof Verified;
    }

    /** Somebody says so: a driver, a table, a name. */
    record Claimed(String by, String evidence) implements CapabilityStatus {}

    /** It was tried on this device and the results were right. */
    record Verified(String by, String evidence) implements CapabilityStatus {}
}
