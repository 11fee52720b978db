package dev.bascule.app.local;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities.BackendReport;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** All tiers of a native backend: those that its driver looked at, then what running the tiny model showed. Stateless. */
final class NativeTiers {
    private static final Set<ErrorCode> DEADLY = EnumSet.of(
            ErrorCode.RUNNER_CRASHED,
            ErrorCode.PROBE_CRASHED,
            ErrorCode.PROBE_TIMED_OUT,
            ErrorCode.LIBRARY_CRASHED,
            ErrorCode.PROCESS_KILLED);

    private NativeTiers() {}

    static List<TierCheck> of(BackendReport report, Attempt attempt) {
        List<TierCheck> tiers = new ArrayList<>(report.tiers());
        if (report.stop().isPresent()) {
            return tiers;
        }
        if (!attempt.succeeded()) {
            Failure failure = attempt.failure().orElseThrow();
            // A child that died before it could say anything died of what it loaded.
            Tier stop = tiers.isEmpty() ? Tier.LIBRARY : Tier.SESSION;
            tiers.add(new TierCheck.Failed(
                    stop, failure.message(), failure.remedies().get(0), Optional.of(failure.code())));
            return tiers;
        }
        tiers.add(new TierCheck.Passed(Tier.SESSION, "the tiny model ran, and its outputs are right"));
        Evidence evidence = attempt.evidence();
        if (evidence.proof() == ProofClass.PROVEN && evidence.nodesOnRequested() > 0) {
            tiers.add(new TierCheck.Passed(
                    Tier.PLACED,
                    "%d of %d %s"
                            .formatted(
                                    evidence.nodesOnRequested(),
                                    evidence.totalNodes(),
                                    evidence.totalNodes() == 1 ? "node" : "nodes")));
        } else if (evidence.totalNodes() == 0) {
            tiers.add(new TierCheck.Skipped(Tier.PLACED, "the engine keeps no record of where nodes run"));
        } else if (evidence.nodesOnRequested() > 0) {
            tiers.add(new TierCheck.Skipped(
                    Tier.PLACED,
                    "the engine's record does not show the device: " + String.join("; ", evidence.notes())));
        } else {
            tiers.add(new TierCheck.Failed(
                    Tier.PLACED,
                    "its nodes ran elsewhere: "
                            + evidence.nodes().entrySet().stream()
                                    .map(node -> node.getValue() + " on " + node.getKey())
                                    .collect(Collectors.joining(", ")),
                    "bascule doctor -v shows the evidence"));
        }
        return tiers;
    }

    /** A child that dies while it is probed is no missing backend: its libraries are there, and kill. */
    static BackendStatus status(Attempt attempt) {
        boolean died = attempt.failure()
                .filter(failure -> DEADLY.contains(failure.code()))
                .isPresent();
        return died ? BackendStatus.CRASHED : ProbeFacts.status(attempt);
    }
}
