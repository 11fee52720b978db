package dev.bascule.bridge.dashboard.access;

import java.time.Instant;
import java.util.Optional;

/**
 * That somebody changed something, or tried to. No secret is ever in it.
 *
 * @param at when; the last of those that are gathered
 * @param who the user; empty where nobody was signed in
 * @param address from where
 * @param action such as {@code POST /api/v1/jobs}
 * @param subject what it was done to, such as a job's id
 * @param outcome {@code ok}, or the code of what kept it from being done
 * @param count how often, within a minute: refusals of one who is not signed in are gathered
 */
public record AuditEntry(
        Instant at,
        Optional<String> who,
        String address,
        String action,
        Optional<String> subject,
        String outcome,
        int count) {
    public static final String OK = "ok";

    /** Once. */
    public AuditEntry(
            Instant at, Optional<String> who, String address, String action, Optional<String> subject, String outcome) {
        this(at, who, address, action, subject, outcome, 1);
    }

    /** Whether anybody can order as many of these as they like. */
    boolean isStrangersRefusal() {
        return who.isEmpty() && !outcome.equals(OK);
    }

    AuditEntry times(int often) {
        return new AuditEntry(at, who, address, action, subject, outcome, often);
    }
}
