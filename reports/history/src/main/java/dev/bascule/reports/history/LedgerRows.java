package dev.bascule.reports.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Rows of a coordinator's book. What the texts mean is the coordinator's affair. Immutable.
 *
 * @param jobs by id
 * @param attempts by job and number
 * @param members workers and submitters that were let in, by id
 */
public record LedgerRows(List<Job> jobs, List<Attempt> attempts, List<Member> members) {
    public static final LedgerRows NONE = new LedgerRows(List.of(), List.of(), List.of());

    public LedgerRows {
        jobs = List.copyOf(jobs);
        attempts = List.copyOf(attempts);
        members = List.copyOf(members);
    }

    /**
     * A job.
     *
     * @param request the whole of what was asked, as JSON
     * @param requirement what it asks of a machine, for people
     * @param failure JSON; why it failed for good
     * @param ended when it was over; empty too where nobody noted it
     */
    public record Job(
            String id,
            String run,
            int number,
            String kind,
            String requirement,
            String state,
            int priority,
            String owner,
            Instant submitted,
            String request,
            Optional<String> failure,
            Optional<Instant> ended) {

        /** Of which nobody noted when it was over. */
        public Job(
                String id,
                String run,
                int number,
                String kind,
                String requirement,
                String state,
                int priority,
                String owner,
                Instant submitted,
                String request,
                Optional<String> failure) {
            this(
                    id,
                    run,
                    number,
                    kind,
                    requirement,
                    state,
                    priority,
                    owner,
                    submitted,
                    request,
                    failure,
                    Optional.empty());
        }
    }

    /**
     * A try of a job.
     *
     * @param product the worker's version of Bascule
     * @param policy what placed it
     * @param took by the worker's own clock
     * @param failure JSON
     * @param result SHA-256 of what the worker sent
     */
    public record Attempt(
            String job,
            int number,
            String worker,
            String hardware,
            String product,
            String state,
            String policy,
            String because,
            Instant placed,
            Optional<Instant> began,
            Optional<Instant> ended,
            Optional<Duration> took,
            Optional<String> failure,
            Optional<String> result) {}

    /**
     * Somebody who was let in.
     *
     * @param secret SHA-256 of the token's secret
     * @param inventory JSON, as it said last
     */
    public record Member(
            String id,
            String role,
            String secret,
            Instant invited,
            Optional<String> inventory,
            Optional<Instant> joined,
            Optional<Instant> heard,
            boolean revoked) {}
}
