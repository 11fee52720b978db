package dev.bascule.reports.history;

import dev.bascule.fallback.usage.Quantity;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.Throttling;
import dev.bascule.fallback.usage.Usage;
import dev.bascule.fallback.usage.UsageFigure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Writes what attempts cost, and reads it back. Stateless. */
final class UsageTables {
    private static final String IN_ORDER = " ORDER BY u.attempt_id, u.position";

    private UsageTables() {}

    static void write(AttemptDetails.Tables tables, long attempt, Usage usage) throws SQLException {
        tables.of("attempt_usage")
                .row()
                .add(attempt)
                .add(usage.span())
                .add(usage.inferences())
                .flag(usage.throttling().throttled())
                .add(usage.throttling().watched())
                .add(usage.throttling().unwatched())
                .end();
        int position = 0;
        for (UsageFigure figure : usage.figures()) {
            tables.of("usage_figures")
                    .row()
                    .add(attempt)
                    .add(position++)
                    .add(figure.subject())
                    .add(figure.quantity().id())
                    .add(figure.quantity().unit().symbol())
                    .real(figure.reading().optional())
                    .add(figure.reading().words())
                    .end();
        }
        position = 0;
        for (Throttling.Cause cause : usage.throttling().causes()) {
            tables.of("throttle_causes")
                    .row()
                    .add(attempt)
                    .add(position++)
                    .add(cause.kind())
                    .add(cause.detail())
                    .end();
        }
    }

    /** By attempt, of these case runs, whose attempts lie in this range. */
    static Map<Long, Usage> read(Handle handle, RowNumbers caseRuns, RowNumbers attempts) {
        String ofCases = " u JOIN attempts a ON a.id = u.attempt_id WHERE %s AND %s AND %s"
                .formatted(attempts.in("u.attempt_id"), attempts.in("a.id"), caseRuns.in("a.case_run_id"));
        Map<Long, List<UsageFigure>> figures = new HashMap<>();
        handle.createQuery("SELECT u.* FROM usage_figures" + ofCases + IN_ORDER)
                .map(Row.each(row -> Map.entry(row.number("attempt_id"), figure(row))))
                .forEach(read -> read.getValue()
                        .ifPresent(figure -> figures.computeIfAbsent(read.getKey(), id -> new ArrayList<>())
                                .add(figure)));
        Map<Long, List<Throttling.Cause>> causes = new HashMap<>();
        handle.createQuery("SELECT u.* FROM throttle_causes" + ofCases + IN_ORDER)
                .map(Row.each(row -> Map.entry(
                        row.number("attempt_id"),
                        new Throttling.Cause(row.constant(Throttling.Kind.class, "kind"), row.text("detail")))))
                .forEach(read -> causes.computeIfAbsent(read.getKey(), id -> new ArrayList<>())
                        .add(read.getValue()));
        Map<Long, Usage> usages = new HashMap<>();
        handle.createQuery("SELECT u.* FROM attempt_usage" + ofCases)
                .map(Row.each(row -> {
                    long id = row.number("attempt_id");
                    return Map.entry(
                            id,
                            new Usage(
                                    row.duration("span_ns"),
                                    row.number("inferences"),
                                    figures.getOrDefault(id, List.of()),
                                    new Throttling(
                                            causes.getOrDefault(id, List.of()),
                                            row.texts("watched"),
                                            row.texts("unwatched"))));
                }))
                .forEach(read -> usages.put(read.getKey(), read.getValue()));
        return usages;
    }

    /** Empty for a quantity of a newer build. */
    private static Optional<UsageFigure> figure(Row row) throws SQLException {
        Optional<Quantity> quantity = Quantity.ofId(row.text("quantity"));
        if (quantity.isEmpty()) {
            return Optional.empty();
        }
        String words = row.text("words");
        Reading<Double> reading = row.has("value") ? Reading.known(row.real("value"), words) : Reading.unknown(words);
        return Optional.of(new UsageFigure(row.text("subject"), quantity.get(), reading));
    }
}
