package dev.bascule.fallback.hardware;

/**
 * A number that holds for a whole class of hardware by what it is, never a measurement and never a guess.
 *
 * @param kind what it is for
 * @param value in the kind's unit
 * @param source where the value comes from: a specification, or the way that the class is built
 */
public record Factor(Kind kind, long value, String source) {

    /** What a factor is for. */
    public enum Kind {
        /**
         * The fewest copies of a tensor between the memory of the host's program and the memory that the class computes
         * in: what a device pays before it computes.
         */
        HOST_COPIES,
        /** Bytes that one program can address there. A model that needs more cannot be loaded. */
        ADDRESSABLE_BYTES,
        /** Bytes of one buffer that every such device grants without being asked for more. */
        GUARANTEED_BUFFER_BYTES,
        /**
         * Bits of the widest vector that its programs can use: a page's share of the theoretical peak of the processor is at most
         * this width's of the processor's own.
         */
        VECTOR_BITS
    }
}
