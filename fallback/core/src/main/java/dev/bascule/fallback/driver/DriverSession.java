package dev.bascule.fallback.driver;

import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;

/** An open model. Belongs to one thread. */
public interface DriverSession extends AutoCloseable {

    /** Which library hands the tensors over, for the evidence. */
    String binding();

    /** Hands the tensors to the engine, once, so that running them costs nothing more. */
    Feed feed(Map<String, Tensor> tensors) throws RefusedException;

    /**
     * Whether a feed may be made without the inputs that another run's outputs take the place of, and be put together of two by {@link
     * Feed#with}.
     */
    default boolean takesPartialFeeds() {
        return false;
    }

    /** Releases the model and every feed of it. */
    @Override
    void close() throws RefusedException;

    /** The inputs of one iteration, in the engine's memory. */
    interface Feed {

        /** Runs the model. Timed: returns when the outputs' data can be read on the CPU, and does nothing else. */
        Results run() throws RefusedException;

        /**
         * This feed with what another has in place of its own, nothing copied; asked only where feeds may be partial.
         *
         * @param other which stays until the new feed has run
         */
        default Feed with(Feed other) throws RefusedException {
            throw new RefusedException("UnsupportedError", "this driver's feeds are whole");
        }

        /** Frees what {@link DriverSession#feed} made for it, before the session closes; it must not be run again. */
        default void release() {}

        /**
         * This feed with outputs of another run in place of some inputs, nothing copied.
         *
         * @param carry input name to output name
         * @param previous which stays open until the new feed has run
         */
        Feed carrying(Map<String, String> carry, Results previous) throws RefusedException;
    }

    /** What a run gave, in the engine's memory until closed. */
    interface Results extends AutoCloseable {

        /** The outputs that are there, in the model's order. */
        List<String> names();

        /** A copy of one output. */
        Tensor tensor(String output) throws RefusedException;

        @Override
        void close();
    }
}
