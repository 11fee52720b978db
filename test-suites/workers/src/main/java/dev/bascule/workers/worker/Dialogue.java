package dev.bascule.workers.worker;

import dev.bascule.workers.job.JobFrames;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** What a job hears and says, whichever connection there is. Nothing is asked of the job twice. Thread-safe. */
final class Dialogue implements JobFrames {
    /** A clock that was put forward, as after a machine's sleep, is noticed within this. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final BlockingQueue<Frame> heard = new LinkedBlockingQueue<>();
    private final LongSupplier nanos;
    private long newest;
    private Optional<Frame> last = Optional.empty();
    private boolean unsaid;
    private volatile long lastWord;

    /** @param nanos an even clock, in nanoseconds */
    Dialogue(LongSupplier nanos) {
        this.nanos = nanos;
        this.lastWord = nanos.getAsLong();
    }

    @Override
    public Optional<Frame> hear(Duration within) throws InterruptedException {
        // Whoever computed until now was not silent.
        kept();
        while (true) {
            long left = within.toNanos() - (nanos.getAsLong() - lastWord);
            Optional<Frame> next =
                    Optional.ofNullable(heard.poll(Math.max(0, Math.min(left, LOOK_NANOS)), TimeUnit.NANOSECONDS));
            if (next.isPresent() || left <= 0) {
                return next;
            }
        }
    }

    @Override
    public synchronized void say(Frame answer) {
        last = Optional.of(answer);
        unsaid = true;
    }

    /** What came: something new for the job, or what it was asked before, which is answered as before. */
    synchronized void hears(Frame frame) {
        kept();
        if (frame.number() > newest) {
            newest = frame.number();
            // Who asks something new does not wait for what was before.
            heard.clear();
            heard.add(frame);
        } else if (last.filter(answer -> answer.number() == frame.number()).isPresent()) {
            unsaid = true;
        }
    }

    /** Its submitter is there. */
    void kept() {
        lastWord = nanos.getAsLong();
    }

    /** The connection is another: what was said over the one before may be lost. */
    synchronized void again() {
        unsaid = last.isPresent();
    }

    /** What is to be said; told once. */
    synchronized Optional<Frame> toSay() {
        Optional<Frame> next = unsaid ? last : Optional.empty();
        unsaid = false;
        return next;
    }
}
