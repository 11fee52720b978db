package dev.bascule.reports.export;

import java.time.Instant;
import java.util.List;

/**
 * How a target of this machine adds up products, for a page. Immutable.
 *
 * @param target in words
 * @param at when it was asked
 * @param lines what it answered, operators that compute alike in one
 */
public record ArithmeticPart(String target, Instant at, List<String> lines) {
    public ArithmeticPart {
        lines = List.copyOf(lines);
    }
}
