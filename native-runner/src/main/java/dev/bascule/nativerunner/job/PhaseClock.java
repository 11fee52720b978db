package dev.bascule.nativerunner.job;

import dev.bascule.fallback.protocol.Message;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Which phase a job is in, and how long those behind it took, in milliseconds. Belongs to the job thread. */
final class PhaseClock {
    private final String job;
    private final MessageSink sink;
    private final LongSupplier nanos;
    private String phase = "fetch";
    private Optional<Double> fetch = Optional.empty();
    private Optional<Double> create = Optional.empty();
    private Optional<Double> first = Optional.empty();
    private Optional<Double> dispose = Optional.empty();
    private Optional<Double> preprocess = Optional.empty();

    PhaseClock(String job, MessageSink sink, LongSupplier nanos) {
        this.job = job;
        this.sink = sink;
        this.nanos = nanos;
    }

    /** Announces a phase. */
    void enter(String next) {
        phase = next;
        sink.send(new Message.Progress(job, next));
    }

    String phase() {
        return phase;
    }

    long now() {
        return nanos.getAsLong();
    }

    double millisSince(long start) {
        return (nanos.getAsLong() - start) / 1e6;
    }

    void fetched(double millis) {
        fetch = Optional.of(millis);
    }

    void created(double millis) {
        create = Optional.of(millis);
    }

    void ranFirst(double millis) {
        first = Optional.of(millis);
    }

    void disposed(double millis) {
        dispose = Optional.of(millis);
    }

    void preprocessed(double millis) {
        preprocess = Optional.of(millis);
    }

    Message.PhaseTimes times() {
        return new Message.PhaseTimes(fetch, create, first, dispose, preprocess);
    }
}
