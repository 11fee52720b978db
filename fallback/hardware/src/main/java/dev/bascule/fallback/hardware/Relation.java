package dev.bascule.fallback.hardware;

/**
 * How one device hangs together with another.
 *
 * @param from the device that it is said of
 * @param kind how
 * @param to the other device
 * @param evidence what shows it
 */
public record Relation(DeviceId from, Kind kind, DeviceId to, String evidence) {

    /** How two devices hang together. */
    public enum Kind {
        /** Both compute in one memory: no copy is needed between them. */
        SHARES_MEMORY_WITH(true, "shares memory with"),
        /** Both are on one piece of silicon, and so share its power and heat. */
        SAME_DIE_AS(true, "on one die with"),
        /** The first has no way to a program but through the second: a bus of its, or a browser's sandbox before it. */
        REACHED_THROUGH(false, "reached through"),
        /** The second does the first's work: a software GPU on a CPU. */
        EMULATED_BY(false, "emulated by");

        private final boolean mutual;
        private final String words;

        Kind(boolean mutual, String words) {
            this.mutual = mutual;
            this.words = words;
        }

        /** Whether it holds the other way round, too. */
        public boolean isMutual() {
            return mutual;
        }

        /** For people, between the names of the two. */
        public String words() {
            return words;
        }
    }

    /** Whether it says anything of this device. */
    public boolean concerns(DeviceId device) {
        return from.equals(device) || (kind.isMutual() && to.equals(device));
    }

    /** The other one, seen from a device that it concerns. */
    public DeviceId seenFrom(DeviceId device) {
        return from.equals(device) ? to : from;
    }
}
