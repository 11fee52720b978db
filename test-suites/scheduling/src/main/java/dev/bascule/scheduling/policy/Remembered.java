package dev.bascule.scheduling.policy;

import java.util.LinkedHashMap;
import java.util.Map;

/** Maps that forget what nobody asked for longest, so that a coordinator that runs for months does not grow. Stateless. */
final class Remembered {
    /** Far more than one round has of owners, workers or kinds that matter; of each a few dozen bytes. */
    static final int MOST = 10_000;

    private Remembered() {}

    /** An empty one. For one thread. */
    static <K, V> Map<K, V> map() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > MOST;
            }
        };
    }
}
