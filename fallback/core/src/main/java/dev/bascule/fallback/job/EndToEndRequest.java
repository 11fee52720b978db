package dev.bascule.fallback.job;

import dev.bascule.fallback.answer.AnswerSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A request to go from a file to the model's outputs, as the model's user does, again and again within an open session.
 *
 * @param pipeline which makes the inputs, and of what
 * @param feeds where its tensors go; the session's other inputs stay
 * @param iterations how often it is timed, at most
 * @param warmUps how often before that
 * @param atMost when no further iteration begins
 * @param answer what is made of the outputs at the end, if anything
 */
public record EndToEndRequest(
        PipelineRequest pipeline,
        List<PipelineFeed> feeds,
        int iterations,
        int warmUps,
        Duration atMost,
        Optional<AnswerSpec> answer) {
    public EndToEndRequest {
        feeds = List.copyOf(feeds);
    }
}
