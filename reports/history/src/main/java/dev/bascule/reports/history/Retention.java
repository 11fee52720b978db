package dev.bascule.reports.history;

import java.time.Instant;

/**
 * Which runs may go: those that pass every one of these.
 *
 * @param before only runs that began before
 * @param keepLast the newest so many runs stay, whatever their age
 * @param keepCells whether a run stays that has the newest cell of any place of the matrix
 */
public record Retention(Instant before, int keepLast, boolean keepCells) {

    public Retention {
        if (keepLast < 0) {
            throw new IllegalArgumentException("to keep " + keepLast + " runs");
        }
    }
}
