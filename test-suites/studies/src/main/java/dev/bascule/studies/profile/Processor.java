package dev.bascule.studies.profile;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What is known of the processor that theoretical peaks and the names of figures stand on.
 *
 * @param vendor as the processor calls its maker: {@code GenuineIntel}, {@code AuthenticAMD}
 * @param family the maker's number
 * @param model the maker's number within the family
 * @param cores that may be used, counted without their hardware threads; empty where unknown or where they differ
 * @param coresBasis where the number of cores is from, or why there is none
 * @param lastLevelBytes all caches of the last level together, over all sockets; empty where none is reported
 */
public record Processor(
        Optional<String> vendor,
        OptionalInt family,
        OptionalInt model,
        OptionalInt cores,
        String coresBasis,
        OptionalLong lastLevelBytes) {
    /** Of whom nobody told anything. */
    public static final Processor UNKNOWN = new Processor(
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            "nobody told which processors are threads of one core",
            OptionalLong.empty());

    /** STREAM's rule: what is measured is memory where the arrays are four times the size of all caches (McCalpin, 1995). */
    private static final int TIMES_CACHE = 4;

    /** The working set from which on memory is measured and no cache. */
    public OptionalLong memoryFromBytes() {
        return lastLevelBytes.isPresent()
                ? OptionalLong.of(TIMES_CACHE * lastLevelBytes.getAsLong())
                : OptionalLong.empty();
    }

    /** The largest working set to ask for: so large that it shows the memory, and in powers of two. */
    long largestBytes(boolean quick) {
        long usual = (quick ? 64L : 128L) << 20;
        long from = memoryFromBytes().orElse(0);
        return from <= usual ? usual : Long.highestOneBit(from - 1) << 1;
    }

    /** Whether a working set of so many bytes shows the memory. */
    public boolean isMemory(long bytes) {
        return memoryFromBytes().isPresent() && bytes >= memoryFromBytes().getAsLong();
    }
}
