package dev.bascule.execution.session;

import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.SessionEnd;

/**
 * What a session that was opened and finished leaves.
 *
 * @param outputs of the first inference of each step
 * @param closing its phases, its evidence, its memory
 */
public record SessionResult(Outputs outputs, SessionEnd closing) {}
