package dev.bascule.nativerunner.job;

import dev.bascule.fallback.protocol.Message;

/** A job that the runner is at. {@link #run} belongs to the job thread, the rest may be called from any. */
public interface Job {

    String id();

    /** Never throws: every end is a {@code result}. */
    void run();

    void measure(Message.Measure command);

    void finish();

    /** Ends it as soon as the engine lets go: a native call cannot be interrupted. */
    void cancel();
}
