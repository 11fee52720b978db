package dev.bascule.studies.distributed;

import dev.bascule.studies.distributed.CommReport.Row;
import java.util.List;
import java.util.Optional;

/**
 * What a collective costs: so many turns of a latency, and so many bytes at a bandwidth. Fitted where few ranks were timed, it foretells
 * more. Immutable.
 *
 * @param alphaMillis of a turn, whatever its size
 * @param betaMillis of a byte
 * @param furthest time that it was fitted to, as a factor of 1 or more, whichever is the greater
 */
public record CostModel(Collective collective, double alphaMillis, double betaMillis, double furthest) {
    /** Two figures are found in three sizes or more. */
    private static final int LEAST = 3;

    /** By least squares on relative errors, so that small sizes count as much as large ones; empty where too few were timed. */
    static Optional<CostModel> fit(Collective collective, List<Row> rows) {
        List<Row> timed = rows.stream()
                .filter(row -> row.collective() == collective
                        && !row.times().isEmpty()
                        && row.times().median() > 0)
                .toList();
        if (timed.size() < LEAST) {
            return Optional.empty();
        }
        double xx = 0;
        double xy = 0;
        double yy = 0;
        double x = 0;
        double y = 0;
        for (Row row : timed) {
            double time = row.times().median();
            double turns = collective.turns(row.ranks()) / time;
            double bytes = collective.passes(row.ranks()) * row.bytes() / time;
            xx += turns * turns;
            xy += turns * bytes;
            yy += bytes * bytes;
            x += turns;
            y += bytes;
        }
        double determinant = xx * yy - xy * xy;
        if (!(determinant > 0)) {
            return Optional.empty();
        }
        double alpha = (x * yy - y * xy) / determinant;
        double beta = (y * xx - x * xy) / determinant;
        // Neither is less than nothing: the best without it is on the edge.
        if (alpha < 0) {
            alpha = 0;
            beta = y / yy;
        } else if (beta < 0) {
            beta = 0;
            alpha = x / xx;
        }
        CostModel fitted = new CostModel(collective, alpha, beta, 1);
        double furthest = timed.stream()
                .mapToDouble(row -> Math.exp(Math.abs(Math.log(
                        fitted.millis(row.ranks(), row.bytes()) / row.times().median()))))
                .max()
                .orElseThrow();
        return Optional.of(new CostModel(collective, alpha, beta, furthest));
    }

    /** What it foretells. */
    public double millis(int ranks, long bytes) {
        return collective.turns(ranks) * alphaMillis + collective.passes(ranks) * bytes * betaMillis;
    }
}
