package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.audit.AuditFinding;
import dev.bascule.reports.format.Figures;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * What the tables keep of derived figures, for plain queries, against what samples and outcomes give: nothing of it is read back.
 * Belongs to one thread.
 */
record StoredFigures(Handle handle) {
    private static final double ROUNDING = 1e-9;
    /** Where it is not known where blocks end, they are divided evenly, which moves a ratio a little. */
    private static final double UNRECORDED = 1.5;

    List<AuditFinding> doubts(RunRecord run) {
        List<AuditFinding> findings = new ArrayList<>();
        List<String> verdicts = handle.createQuery("SELECT verdict FROM case_runs WHERE run_id = :id ORDER BY position")
                .bind("id", run.id())
                .mapTo(String.class)
                .list();
        for (int i = 0; i < run.runs().size(); i++) {
            CaseRun cell = run.runs().get(i);
            if (!cell.verdict().name().equals(verdicts.get(i))) {
                findings.add(doubt(
                        run,
                        where(cell),
                        "verdict",
                        verdicts.get(i),
                        cell.verdict().name()));
            }
        }
        right(run, findings);
        handle.createQuery("SELECT p.*, c.case_id, c.chain FROM comparisons p JOIN case_runs c ON c.id = p.case_run_id"
                        + " WHERE c.run_id = :id ORDER BY c.position")
                .bind("id", run.id())
                .map(Row.each(row -> ratio(run, row)))
                .forEach(found -> found.ifPresent(findings::add));
        return findings;
    }

    /** Found right, with values outside or none checked. Found wrong for another reason is what its outcome says. */
    private void right(RunRecord run, List<AuditFinding> findings) {
        handle.createQuery("""
                        SELECT c.case_id, c.chain, n.outside FROM numerics n
                        JOIN attempts a ON a.id = n.attempt_id JOIN case_runs c ON c.id = a.case_run_id
                        WHERE c.run_id = :id AND n.ok AND (n.outside > 0 OR n.checked_iterations = 0)
                        ORDER BY c.position
                        """)
                .bind("id", run.id())
                .map(Row.each(row -> doubt(
                        run,
                        where(row),
                        "ok",
                        "true",
                        "false: %s outside".formatted(Figures.counted(row.number("outside"), "value")))))
                .forEach(findings::add);
    }

    private static Optional<AuditFinding> ratio(RunRecord run, Row row) throws SQLException {
        Ratio made = RunReader.comparison(row).ratio();
        double stored = row.real("ratio");
        if (!row.has("own_blocks")) {
            return Math.abs(Math.log(stored / made.value())) <= Math.log(UNRECORDED)
                    ? Optional.empty()
                    : Optional.of(doubt(run, where(row), "ratio", "" + stored, "about " + made.value()));
        }
        Optional<Interval> interval = row.has("ci_low")
                ? Optional.of(new Interval(row.real("ci_low"), row.real("ci_high")))
                : Optional.empty();
        if (same(stored, made.value())
                && row.integer("pairs") == made.pairs()
                && interval.isPresent() == made.ci95().isPresent()
                && interval.map(ends -> same(
                                        ends.low(), made.ci95().orElseThrow().low())
                                && same(ends.high(), made.ci95().orElseThrow().high()))
                        .orElse(true)) {
            return Optional.empty();
        }
        return Optional.of(
                doubt(run, where(row), "ratio", words(new Ratio(stored, interval, row.integer("pairs"))), words(made)));
    }

    private static String words(Ratio ratio) {
        return "%s%s of %d pairs"
                .formatted(
                        ratio.value(),
                        ratio.ci95()
                                .map(ends -> " (%s to %s)".formatted(ends.low(), ends.high()))
                                .orElse(""),
                        ratio.pairs());
    }

    private static boolean same(double one, double other) {
        return Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other));
    }

    private static AuditFinding doubt(RunRecord run, String where, String field, String stored, String made) {
        return new AuditFinding(
                "%s: %s".formatted(run.id(), where),
                "%s is %s, its samples and outcomes give %s".formatted(field, stored, made));
    }

    private static String where(CaseRun cell) {
        return "%s %s".formatted(cell.caseId(), cell.chain());
    }

    private static String where(Row row) throws SQLException {
        return "%s %s".formatted(row.text("case_id"), String.join("→", row.texts("chain")));
    }
}
