package dev.bascule.studies.select;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.usage.Reading;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A candidate that can be tried. Belongs to one thread. */
public interface Entrant {

    Candidate candidate();

    /**
     * Opens the model there and warms it up.
     *
     * @param warmUp for so long at most
     * @param atMost for each answer, whatever the case's time-out
     */
    Opening open(Duration warmUp, Duration atMost);

    /** What opening came to. */
    sealed interface Opening {
        /** It is open, and its first outputs were right. */
        record Open(Session session) implements Opening {}

        /** It is not. */
        record Failed(Failure why) implements Opening {}

        /** Its runner did not start, which says nothing of the model. */
        record NotStarted(Failure why) implements Opening {}
    }

    /** A model open on a candidate. */
    interface Session {

        /** A timed block; empty once it failed, or was wrong. */
        Optional<Samples> block(BlockRequest request);

        /** Joules of an item in a block, or why they are not known. */
        Reading<Double> energy(BlockRequest request);

        /** What its processes grew by so far; empty where they are out of reach. */
        OptionalLong memory();

        /**
         * The greatest difference of its first outputs to the reference, relative to the greatest magnitude of each output; empty where
         * there is nothing to compare.
         */
        OptionalDouble deviation();

        /** Ends it, once; why nothing of it counts, where that is so: it went wrong, or ran elsewhere. */
        Ending end();
    }

    /**
     * How a session ended.
     *
     * @param failure why nothing of it counts; empty where it was right, and ran where it should
     * @param placement where its nodes ran, for the reader
     */
    record Ending(Optional<Failure> failure, String placement) {}
}
