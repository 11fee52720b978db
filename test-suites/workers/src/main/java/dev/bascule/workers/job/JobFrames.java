package dev.bascule.workers.job;

import java.time.Duration;
import java.util.Optional;

/** What a job and its submitter say to each other while it runs: each frame that is told is answered by one. For the job's thread. */
public interface JobFrames {
    /** Of one frame, in bytes. */
    long LONGEST = 128L << 20;

    /** Of a job that nobody talks to. */
    JobFrames NONE = new JobFrames() {
        @Override
        public Optional<Frame> hear(Duration within) {
            return Optional.empty();
        }

        @Override
        public void say(Frame answer) {
            throw new IllegalStateException("nobody asked");
        }
    };

    /**
     * Bytes that only the two ends understand.
     *
     * @param number goes up with each that is told; an answer has that of its question
     * @param bytes not changed by anybody
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Frame(long number, byte[] bytes) {}

    /** The next that the submitter tells; empty where for so long it told nothing, and did not say either that it is there. */
    Optional<Frame> hear(Duration within) throws InterruptedException;

    /** The answer. Does not wait until it came. */
    void say(Frame answer);
}
