package dev.bascule.fallback.hardware;

/**
 * That a device has (or, for a flag that is false, lacks) a capability, and how well that is known.
 *
 * @param id which
 * @param value of the type that the id names
 * @param standing claimed or verified, by whom, on what evidence
 */
public record Capability<T>(CapabilityId<T> id, T value, CapabilityStatus standing) {

    public Capability {
        if (!id.type().isInstance(value)) {
            throw new IllegalArgumentException(
                    "%s is a %s, not %s".formatted(id, id.type().getSimpleName(), value));
        }
    }

    /** One that somebody claims. */
    public static <T> Capability<T> claimed(CapabilityId<T> id, T value, String by, String evidence) {
        return new Capability<>(id, value, new CapabilityStatus.Claimed(by, evidence));
    }

    /** One that was tried and found so. */
    public static <T> Capability<T> verified(CapabilityId<T> id, T value, String by, String evidence) {
        return new Capability<>(id, value, new CapabilityStatus.Verified(by, evidence));
    }
}
