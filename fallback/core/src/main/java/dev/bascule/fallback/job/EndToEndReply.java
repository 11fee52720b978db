package dev.bascule.fallback.job;

import dev.bascule.fallback.answer.Answer;
import java.time.Duration;
import java.util.Optional;

/**
 * What going from a file to the outputs came to.
 *
 * @param times of the timed iterations
 * @param outputs that came of them, each that differs from those before it
 * @param inferences how many there were in all, those of warming up too
 * @param answer what the runner made of the outputs of the last iteration, where it was asked
 * @param elapsed by the runner's clock, all included
 */
public record EndToEndReply(
        EndToEnd times, Outputs outputs, long inferences, Optional<Answer> answer, Duration elapsed) {}
