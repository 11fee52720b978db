package dev.bascule.fallback.attempt;

import java.time.Duration;
import java.time.Instant;

/**
 * When something was done, and how long it took. Immutable.
 *
 * @param startedAt when it began
 * @param elapsed wall clock of all of it
 */
public record Span(Instant startedAt, Duration elapsed) {}
