package dev.bascule.studies.decode;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.session.Ended;
import java.time.Duration;
import java.util.Optional;

/**
 * A prompt fed at once to a fresh session. Immutable.
 *
 * @param tokens of the prompt
 * @param phases of its session; the first inference is the time to the first token once the session is there
 * @param warm the same prompt again
 * @param judgement of its logits; empty where there are none
 * @param placement where it ran; empty where it did not
 * @param fault what ended it, and what that comes to
 */
public record Prefill(
        int tokens,
        Phases phases,
        Samples warm,
        Optional<Judgement> judgement,
        Optional<SessionPlacement> placement,
        Optional<Ended> fault) {

    public Verdict verdict() {
        return TargetDecoding.verdict(fault, judgement, placement);
    }

    /** Session creation and first inference: what a user waits whose page has the model and the engine. Only of what is right. */
    public Optional<Duration> timeToFirstToken() {
        return verdict().isRight()
                        && phases.create().isPresent()
                        && phases.first().isPresent()
                ? Optional.of(phases.create().get().plus(phases.first().get()))
                : Optional.empty();
    }
}
