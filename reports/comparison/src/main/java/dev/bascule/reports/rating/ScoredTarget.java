package dev.bascule.reports.rating;

/**
 * What is scored: a browser or the native side with a backend, on a machine.
 *
 * @param key tells it from all others
 * @param label for people: {@code wasm in Chromium 156}
 * @param software whether it runs on a software adapter
 */
public record ScoredTarget(String key, String label, boolean software) {}
