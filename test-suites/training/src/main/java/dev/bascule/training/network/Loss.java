package dev.bascule.training.network;

import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;

/** What is made small in training. */
public enum Loss {
    /** Of classes that exclude each other: targets are distributions over them. */
    CROSS_ENTROPY {
        @Override
        public Symbol of(Operators on, Symbol outputs, Symbol targets) {
            return Losses.softmaxCrossEntropy(on, outputs, targets);
        }
    },
    /** Of properties each of which is there or not: targets are probabilities. */
    BINARY_CROSS_ENTROPY {
        @Override
        public Symbol of(Operators on, Symbol outputs, Symbol targets) {
            return Losses.binaryCrossEntropy(on, outputs, targets);
        }
    },
    /** Of numbers. */
    MEAN_SQUARED_ERROR {
        @Override
        public Symbol of(Operators on, Symbol outputs, Symbol targets) {
            return Losses.meanSquaredError(on, outputs, targets);
        }
    };

    /**
     * Adds its nodes.
     *
     * @param targets of the shape of the outputs
     * @return a scalar, whatever the batch: a mean
     */
    public abstract Symbol of(Operators on, Symbol outputs, Symbol targets);
}
