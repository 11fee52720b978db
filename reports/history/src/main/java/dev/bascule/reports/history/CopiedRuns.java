package dev.bascule.reports.history;

import dev.bascule.reports.audit.EqualSamples;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * Runs of other names with the samples of an earlier one: equal arrays are one run, and of two that claim them the one that began
 * first has them. Arrays are compared by the database's hash of them. Stateless.
 */
final class CopiedRuns {
    /** With as many bits as {@link EqualSamples} wants: a coarse clock may well give two runs the same few readings. */
    private static final String ARRAYS = """
            SELECT DISTINCT r.id, r.started_at, hash(s.measured_ms)::VARCHAR
            FROM samples s JOIN attempts a ON a.id = s.attempt_id JOIN case_runs c ON c.id = a.case_run_id
                JOIN runs r ON r.id = c.run_id
            WHERE len(s.measured_ms) * list_aggregate(s.measured_ms, 'entropy') >= :bits
            ORDER BY 2, 1""";

    /** A run's sample array, by its hash. */
    record Held(String run, BigInteger array) {}

    /**
     * @param run whose they are said to be
     * @param of whose they are
     * @param arrays how many
     */
    record Copied(String run, String of, int arrays) {
        String words() {
            return "%d of its sample arrays are those of run %s, each of them".formatted(arrays, of);
        }
    }

    private record Pair(String run, String of) {}

    private CopiedRuns() {}

    /** What the runs of a history hold, the oldest first. */
    static List<Held> held(Handle handle) {
        return handle.createQuery(ARRAYS)
                .bind("bits", EqualSamples.TELLING_BITS)
                .map((rows, context) -> new Held(rows.getString(1), new BigInteger(rows.getString(3))))
                .list();
    }

    /** @param held of one history or of several, one after the other: whoever comes first has its samples */
    static List<Copied> among(List<Held> held) {
        Map<BigInteger, String> owners = new HashMap<>();
        Map<Pair, Integer> copies = new LinkedHashMap<>();
        for (Held one : held) {
            String owner = owners.putIfAbsent(one.array(), one.run());
            if (owner != null && !owner.equals(one.run())) {
                copies.merge(new Pair(one.run(), owner), 1, Integer::sum);
            }
        }
        List<Copied> copied = new ArrayList<>();
        copies.forEach((pair, arrays) -> copied.add(new Copied(pair.run(), pair.of(), arrays)));
        return copied;
    }
}
