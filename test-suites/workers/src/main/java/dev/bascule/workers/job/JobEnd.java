package dev.bascule.workers.job;

import dev.bascule.fallback.error.Failure;
import java.util.Optional;

/** What came of a job on a worker. */
public sealed interface JobEnd {

    /**
     * It was done.
     *
     * @param document the run's record as run.json, compressed by gzip; what failed in it is in it
     * @param trouble why cells in it failed for a reason of this machine's hardware; empty where none did
     */
    record Done(byte[] document, Optional<Failure> trouble) implements JobEnd {

        /** No cell failed for a reason of the hardware. */
        public Done(byte[] document) {
            this(document, Optional.empty());
        }
    }

    /** It could not be done here, for a reason of this machine or of the order. */
    record Failed(Failure failure) implements JobEnd {}
}
