package dev.bascule.reports.history;

import dev.bascule.fallback.target.Machine;
import java.time.Instant;

/**
 * A machine of the history. Immutable.
 *
 * @param machine as its newest run found it
 * @param firstSeen when its oldest run began
 * @param lastSeen when its newest run began
 * @param runs how many
 */
public record SeenMachine(Machine machine, Instant firstSeen, Instant lastSeen, int runs) {}
