package dev.bascule.execution;

import java.util.concurrent.atomic.AtomicInteger;

/** Numbers the jobs of a run. Thread-safe. */
public final class JobIds {
    private final AtomicInteger last = new AtomicInteger();

    public String next() {
        return "job-" + last.incrementAndGet();
    }
}
