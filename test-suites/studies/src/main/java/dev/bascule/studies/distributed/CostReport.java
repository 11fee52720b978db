package dev.bascule.studies.distributed;

import java.util.List;
import java.util.Optional;

/**
 * What was foretold of collectives, beside what was measured. Immutable.
 *
 * @param fittedAt so many ranks
 * @param oversubscribed whether those are more than there are processors
 * @param why there is none; empty where there is
 */
public record CostReport(int fittedAt, boolean oversubscribed, List<Part> parts, Optional<String> why) {
    public CostReport {
        parts = List.copyOf(parts);
    }

    /** Sizes of which a collective's time is mostly latency, mostly bandwidth, or both. */
    public enum SizeClass {
        SMALL("to 4 KiB", 4096),
        MIDDLE("to 1 MiB", 1 << 20),
        LARGE("above", Long.MAX_VALUE);

        private final String words;
        private final long most;

        SizeClass(String words, long most) {
            this.words = words;
            this.most = most;
        }

        public String words() {
            return words;
        }

        static SizeClass of(long bytes) {
            return bytes <= SMALL.most ? SMALL : bytes <= MIDDLE.most ? MIDDLE : LARGE;
        }
    }

    /** One collective, in one class of sizes. */
    public record Part(
            CostModel model,
            SizeClass sizes,
            List<HeldOut> heldOut,
            List<Extrapolation> beyond,
            Optional<String> refused) {
        public Part {
            heldOut = List.copyOf(heldOut);
            beyond = List.copyOf(beyond);
        }

        /** Whether its errors, from which intervals are made, are the machine's turns as well. */
        public boolean oversubscribed() {
            return heldOut.stream().anyMatch(HeldOut::oversubscribed);
        }
    }

    /** A time that the model was not fitted to. */
    public record HeldOut(int ranks, boolean oversubscribed, long bytes, double foretoldMillis, double measuredMillis) {
        /** Above 1 where it took longer than was foretold. */
        public double factor() {
            return measuredMillis / foretoldMillis;
        }
    }

    /**
     * Of more ranks than were measured.
     *
     * @param lowMillis to {@code highMillis}: where it lies if errors grow with each doubling of ranks as the held-out ones did; what
     *     the model says lies in it, also where all errors are to one side
     * @param level how likely such a range holds one more, if it is as those were
     */
    public record Extrapolation(
            int ranks, long bytes, double millis, double lowMillis, double highMillis, double level) {}
}
