package dev.bascule.studies.hardware;

import dev.bascule.execution.service.HardwareTests.Check;
import dev.bascule.execution.service.HardwareTests.Result;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.hardware.CapabilityId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a check's run on one backend says of that backend. Stateless. */
final class CheckJudge {
    private CheckJudge() {}

    static Check of(HardwareCheck check, CaseRun run) {
        Attempt attempt = run.decisive();
        Evidence evidence = attempt.evidence();
        Optional<Numerics> numerics = attempt.numerics();
        Result result = result(attempt);
        // What was refused or fell over may have been placed, but it did not run to an answer.
        boolean answered = numerics.isPresent() || attempt.succeeded();
        boolean again = run.retries().stream().anyMatch(Attempt::succeeded);
        return new Check(
                check.id(),
                check.title(),
                result,
                answered ? ranOn(evidence) : Optional.empty(),
                answered ? evidence.proof() : ProofClass.UNKNOWN,
                answered ? evidence.nodes() : Map.of(),
                numerics.map(Numerics::difference),
                numerics.map(seen -> seen.tolerance().basis()),
                result == Result.PASS ? Optional.empty() : Optional.of(reason(result, attempt)),
                result.isBad()
                        ? attempt.failure()
                                .flatMap(failure -> failure.remedies().stream().findFirst())
                        : Optional.empty(),
                remark(check, result, attempt, again),
                attempt.span().elapsed(),
                check.shows().stream().map(CapabilityId::id).sorted().toList());
    }

    static Result result(Attempt attempt) {
        Evidence evidence = attempt.evidence();
        if (attempt.numerics().isPresent()) {
            if (!attempt.numerics().get().ok()) {
                return Result.WRONG;
            }
            return isElsewhere(evidence) ? Result.ELSEWHERE : Result.PASS;
        }
        return switch (attempt.outcome()) {
            case SUCCEEDED -> isElsewhere(evidence) ? Result.ELSEWHERE : Result.PASS;
            case WRONG -> Result.WRONG;
            case UNSUPPORTED -> Result.UNSUPPORTED;
            case CRASHED, DEVICE_LOST -> Result.CRASHED;
            case UNAVAILABLE, NOT_JUDGED, CANCELLED -> Result.NOT_RUN;
            case COMPILE_FAILED, OUT_OF_MEMORY, TIMED_OUT, FAILED -> Result.FAILED;
        };
    }

    private static boolean isElsewhere(Evidence evidence) {
        boolean proven = evidence.proof() == ProofClass.PROVEN;
        return proven
                ? !evidence.where().proven().equals(Optional.of(evidence.where().requested())) || evidence.isPartial()
                : evidence.facts().containsKey(EvidenceJudge.NODES_LEFT);
    }

    static Optional<String> ranOn(Evidence evidence) {
        if (evidence.nodes().size() > 1) {
            return Optional.of(evidence.nodes().entrySet().stream()
                    .map(node -> node.getValue() + " on " + node.getKey())
                    .collect(Collectors.joining(", ")));
        }
        if (evidence.proof() != ProofClass.PROVEN && evidence.facts().containsKey(EvidenceJudge.NODES_LEFT)) {
            return Optional.of("the engine, when it created the session");
        }
        return evidence.actual();
    }

    private static String reason(Result result, Attempt attempt) {
        if (result == Result.ELSEWHERE) {
            return "right, but ran on " + ranOn(attempt.evidence()).orElse("something else");
        }
        return attempt.failure().map(Failure::message).orElse("no reason was given");
    }

    private static Optional<String> remark(HardwareCheck check, Result result, Attempt attempt, boolean again) {
        if (again) {
            return Optional.of("right when it was tried again alone");
        }
        boolean off =
                attempt.numerics().map(seen -> seen.difference().maxAbs() > 0).orElse(false);
        if (off && !check.leave().isEmpty()) {
            return Optional.of(check.leave());
        }
        return result == Result.PASS && attempt.evidence().proof() != ProofClass.PROVEN
                ? Optional.of("nothing shows where it ran, so it verifies nothing")
                : Optional.empty();
    }

    /** Whether something has to be said of a run that never began, for the whole column. */
    static Optional<String> absence(List<CaseRun> runs) {
        return runs.stream().allMatch(CaseRun::neverBegan)
                ? runs.stream()
                        .flatMap(run -> run.decisive().failure().stream())
                        .map(Failure::message)
                        .findFirst()
                        .or(() -> Optional.of("no reason was given"))
                : Optional.empty();
    }
}
