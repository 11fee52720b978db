package dev.bascule.bridge.dashboard.view;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * A cache of what took a while to find out, of the keys that were asked for last. Whoever asks while it is being found out
 * waits for that; what fails is not kept. Thread-safe.
 */
final class RecentCache<K, V> {
    private final Map<K, CompletableFuture<V>> known;

    /** @param most keys */
    RecentCache(int most) {
        known = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, CompletableFuture<V>> eldest) {
                return size() > most;
            }
        };
    }

    V get(K key, Supplier<V> finding) {
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> found;
        synchronized (known) {
            found = known.getOrDefault(key, mine);
            known.put(key, found);
        }
        if (found == mine) {
            try {
                mine.complete(finding.get());
            } catch (RuntimeException | Error e) {
                synchronized (known) {
                    known.remove(key, mine);
                }
                mine.completeExceptionally(e);
                throw e;
            }
        }
        try {
            return found.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw e;
        }
    }
}
