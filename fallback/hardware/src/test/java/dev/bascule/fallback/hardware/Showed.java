package dev.bascule.fallback.hardware;

/** What a trial showed, as tests ask for it. */
public final class Showed {
    private Showed() {}

    /** Whether a trial showed that a device has it; a claim alone does not. */
    public static boolean has(CapabilitySet known, CapabilityId<Boolean> id) {
        return known.find(id)
                .filter(found -> found.value() && found.standing().isVerified())
                .isPresent();
    }
}
