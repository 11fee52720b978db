package dev.bascule.fallback.attempt;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ExitCode;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A case taken down its chain: its attempts in order. A chain of one backend is a strict target. The verdict is what the attempts
 * come to, and is no part of the record: what is read from a file cannot bring its own.
 *
 * @param caseId the case
 * @param model what ran
 * @param chain the backends that were to be tried, in order
 * @param attempts every attempt of the first pass, none left out; at least one
 * @param retries attempts made after the first pass, each in a clean browser or process, on a backend that had failed
 * @param fallBackOn which failures were to move on to the next backend; empty where nobody said, as in runs of earlier builds
 * @param fallbackCost the backend reached against the one expected, interleaved, where both ran
 * @param reproduce the command line that repeats it
 * @param conditions what it was fed and how it was to be timed; runs of earlier builds do not tell
 */
public record CaseRun(
        CaseId caseId,
        ModelInfo model,
        Chain chain,
        List<Attempt> attempts,
        List<Attempt> retries,
        Optional<FallbackPolicy> fallBackOn,
        Optional<Comparison> fallbackCost,
        String reproduce,
        Optional<Conditions> conditions) {

    public CaseRun {
        attempts = List.copyOf(attempts);
        retries = List.copyOf(retries);
        if (attempts.isEmpty()) {
            throw new IllegalArgumentException("a run without an attempt is no run");
        }
    }

    /** One that does not tell what it was fed. */
    public CaseRun(
            CaseId caseId,
            ModelInfo model,
            Chain chain,
            List<Attempt> attempts,
            List<Attempt> retries,
            Optional<FallbackPolicy> fallBackOn,
            Optional<Comparison> fallbackCost,
            String reproduce) {
        this(caseId, model, chain, attempts, retries, fallBackOn, fallbackCost, reproduce, Optional.empty());
    }

    /** One that was not retried, and of which nobody said what moves on. */
    public CaseRun(
            CaseId caseId,
            ModelInfo model,
            Chain chain,
            List<Attempt> attempts,
            Optional<Comparison> fallbackCost,
            String reproduce) {
        this(caseId, model, chain, attempts, List.of(), Optional.empty(), fallbackCost, reproduce);
    }

    /** What the attempts and retries come to: a pass after a failure is {@link Verdict#FLAKY}. */
    public Verdict verdict() {
        return Verdict.of(attempts, retries);
    }

    /** This run with its retries. */
    public CaseRun retried(List<Attempt> made) {
        return new CaseRun(caseId, model, chain, attempts, made, fallBackOn, fallbackCost, reproduce, conditions);
    }

    /** This run, with what was to move on. */
    public CaseRun under(FallbackPolicy policy) {
        return new CaseRun(
                caseId, model, chain, attempts, retries, Optional.of(policy), fallbackCost, reproduce, conditions);
    }

    /** This run, with what it was fed and how it was to be timed. */
    public CaseRun under(Conditions known) {
        return new CaseRun(
                caseId, model, chain, attempts, retries, fallBackOn, fallbackCost, reproduce, Optional.of(known));
    }

    /**
     * Where the policy ended the chain with backends left: the failed attempt that was not to move on. Empty too where nobody
     * said what moves on.
     */
    public Optional<Attempt> stoppedAt() {
        Attempt last = attempts.get(attempts.size() - 1);
        return fallBackOn
                .filter(policy -> attempts.size() < chain.rungs().size()
                        && !last.succeeded()
                        && last.outcome() != Outcome.CANCELLED
                        && last.outcome() != Outcome.NOT_JUDGED
                        && !policy.movesOnAfter(last))
                .map(policy -> last);
    }

    /** The first backend that the chain left because of its outputs: an app that does not check them would have stayed. */
    public Optional<Backend> leftForItsOutputs() {
        return attempts.stream()
                .limit(attempts.size() - 1L)
                .filter(attempt -> attempt.outcome() == Outcome.WRONG)
                .map(attempt -> attempt.target().backend())
                .findFirst();
    }

    /** The backends that were not tried. */
    public List<Backend> untried() {
        return chain.rungs()
                .subList(
                        Math.min(attempts.size(), chain.rungs().size()),
                        chain.rungs().size());
    }

    /** The same, with each attempt of the first pass as this makes it. */
    public CaseRun mapAttempts(UnaryOperator<Attempt> change) {
        return new CaseRun(
                caseId,
                model,
                chain,
                attempts.stream().map(change).toList(),
                retries,
                fallBackOn,
                fallbackCost,
                reproduce,
                conditions);
    }

    /**
     * Whether nothing that it was to run on was there, so that nothing is known of the case itself: no backend; or a browser
     * or child was there once, and is the machine's to mend before any case runs.
     */
    public boolean neverBegan() {
        return attempts.stream()
                .allMatch(attempt -> attempt.outcome() == Outcome.UNAVAILABLE
                        || attempt.failure()
                                .filter(failure -> failure.code().exitCode() == ExitCode.ENVIRONMENT)
                                .isPresent());
    }

    /** The attempt that the verdict rests on: the one that succeeded, else the last. */
    public Attempt decisive() {
        return attempts.stream().filter(Attempt::succeeded).findFirst().orElse(attempts.get(attempts.size() - 1));
    }
}
