package dev.bascule.studies.pool;

/**
 * What a replica's processes hold.
 *
 * @param residentBytes of each process, what they share counted in each
 * @param fairBytes by the fairest counter there is, which shares out what processes have in common
 */
public record HeldMemory(long residentBytes, long fairBytes) {
    static final HeldMemory NONE = new HeldMemory(0, 0);

    HeldMemory plus(HeldMemory other) {
        return new HeldMemory(residentBytes + other.residentBytes, fairBytes + other.fairBytes);
    }

    /** The greater of each. */
    HeldMemory peak(HeldMemory other) {
        return new HeldMemory(Math.max(residentBytes, other.residentBytes), Math.max(fairBytes, other.fairBytes));
    }
}
