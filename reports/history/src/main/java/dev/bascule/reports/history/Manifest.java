package dev.bascule.reports.history;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an exported folder says of itself in {@code manifest.json}, which is written last: a folder without it is unfinished.
 * Immutable.
 *
 * @param format always {@value #FORMAT}
 * @param schemaVersion version of the tables: the number of their last migration
 * @param product version of Bascule that wrote it
 * @param exportedAt when
 * @param runs how many
 * @param tables by name
 */
public record Manifest(
        String format,
        int schemaVersion,
        String product,
        Instant exportedAt,
        long runs,
        SortedMap<String, Table> tables) {
    public static final String FORMAT = "bascule-history";
    public static final String FILE = "manifest.json";

    public Manifest {
        tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
    }

    /**
     * @param file in the folder
     * @param rows how many
     * @param sha256 of the file, in lower-case hex
     */
    public record Table(String file, long rows, String sha256) {}
}
