package dev.bascule.training.network;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.Optional;

/** A network that can be trained. Immutable and thread-safe. */
public interface Network {

    /** Its name on the command line. */
    String name();

    /** The type of a sample: 32-bit floats, or 64-bit whole numbers where samples are tokens. */
    DType dtype();

    /** The shape of one sample, without the batch. */
    Shape sample();

    int classes();

    /** SHA-256 of the file that it was read from, in lower-case hex; empty of one that is made here. */
    default Optional<String> fileSha256() {
        return Optional.empty();
    }

    /**
     * Adds the forward pass with its parameters, which it draws from the seed: the same on every machine.
     *
     * @param batch [batch, …sample]
     * @return logits [batch, classes]
     */
    Symbol logits(Operators on, Symbol batch, long seed);

    /**
     * The same as it is used when training is over, with the same parameters: another graph only where a network takes moments of the
     * batch in training, and what it kept of them afterwards.
     */
    default Symbol evaluated(Operators on, Symbol batch, long seed) {
        return logits(on, batch, seed);
    }
}
