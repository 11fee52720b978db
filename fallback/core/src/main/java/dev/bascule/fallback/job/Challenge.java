package dev.bascule.fallback.job;

/**
 * Fresh inputs that a runner has to answer between timed iterations, outside of the timed region. A runner that repeats
 * the outputs that it was timed with is wrong on them.
 *
 * @param feeds as the session's own: the same inputs, shapes and carried state; its steps are run once, from its own
 *     initial tensors
 * @param after how many timed iterations of the block come before it; at the block's end where the block is shorter
 */
public record Challenge(Feeds feeds, int after) {}
