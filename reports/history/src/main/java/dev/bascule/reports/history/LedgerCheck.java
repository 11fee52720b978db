package dev.bascule.reports.history;

import dev.bascule.reports.history.IntegrityFinding.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Looks over a coordinator's book: states that can be, one accepted try of each job, tries of jobs that there are. Changes nothing. */
final class LedgerCheck {
    private static final String ATTEMPT_OPEN = "('PLACED', 'RUNNING')";
    private static final String ATTEMPTS = "ledger_attempts";
    private static final String JOBS = "ledger_jobs";

    private final Handle handle;
    private final List<IntegrityFinding> findings = new ArrayList<>();

    LedgerCheck(Handle handle) {
        this.handle = handle;
    }

    List<IntegrityFinding> findings() {
        each(
                JOBS,
                "SELECT id FROM ledger_jobs WHERE state NOT IN ('WAITING', 'PLACED', 'DONE', 'FAILED', 'CANCELLED')",
                "a state that there is not");
        each(
                ATTEMPTS,
                "SELECT job || ' (try ' || attempt || ')' FROM ledger_attempts"
                        + " WHERE state NOT IN ('PLACED', 'RUNNING', 'DONE', 'FAILED', 'LOST', 'CANCELLED')",
                "a state that there is not");
        each(
                ATTEMPTS,
                "SELECT DISTINCT job FROM ledger_attempts WHERE job NOT IN (SELECT id FROM ledger_jobs)",
                "no such job");
        each(
                ATTEMPTS,
                "SELECT job FROM ledger_attempts GROUP BY job HAVING min(attempt) <> 1 OR max(attempt) <> count(*)",
                "tries are left out");
        each(
                ATTEMPTS,
                "SELECT job FROM ledger_attempts WHERE state = 'DONE' GROUP BY job HAVING count(*) > 1",
                "more than one try is accepted");
        each(
                JOBS,
                "SELECT id FROM ledger_jobs j WHERE (state = 'DONE') <> (%s > 0)".formatted(tries("= 'DONE'")),
                "it is done without an accepted try, or has one and is not");
        each(
                JOBS,
                "SELECT id FROM ledger_jobs j WHERE (state = 'PLACED') <> (%s = 1)"
                        .formatted(tries("IN " + ATTEMPT_OPEN)),
                "it is placed without one try under way, or has one and is not");
        each(
                JOBS,
                "SELECT id FROM ledger_jobs WHERE failure IS NOT NULL AND state <> 'FAILED'",
                "it failed and did not");
        each(
                ATTEMPTS,
                "SELECT job || ' (try ' || attempt || ')' FROM ledger_attempts WHERE (state = 'DONE') AND (result IS NULL)"
                        + " OR result IS NOT NULL AND (state NOT IN ('DONE', 'FAILED')"
                        + " OR NOT regexp_full_match(result, '[0-9a-f]{64}'))",
                "a result where there can be none, or none where there must be");
        each(
                ATTEMPTS,
                "SELECT job || ' (try ' || attempt || ')' FROM ledger_attempts WHERE (state IN %s) = (ended_at IS NOT NULL)"
                                .formatted(ATTEMPT_OPEN)
                        + " OR took < 0",
                "it ended and did not, or took less than no time");
        each(JOBS, "SELECT id FROM ledger_jobs WHERE NOT json_valid(request)", "what was asked cannot be read");
        return List.copyOf(findings);
    }

    private static String tries(String state) {
        return "(SELECT count(*) FROM ledger_attempts a WHERE a.job = j.id AND a.state %s)".formatted(state);
    }

    private void each(String table, String sql, String detail) {
        for (String where :
                handle.createQuery(sql + " ORDER BY 1").mapTo(String.class).list()) {
            findings.add(new IntegrityFinding(Kind.LEDGER, "%s %s".formatted(table, where), detail));
        }
    }
}
