package dev.bascule.training.step;

/** In what a step computes. */
public enum Precision {
    /** Everything in 32-bit floats. */
    SINGLE,
    /**
     * Products of matrices and convolutions, forward and backward, in 16-bit floats; parameters, their updates and everything else in 32. The loss is scaled,
     * so that small gradients do not vanish (Micikevicius et al. 2018).
     */
    MIXED
}
