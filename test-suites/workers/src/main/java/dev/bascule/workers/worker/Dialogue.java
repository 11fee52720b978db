package dev.bascule.workers.worker;

import dev.bascule.workers.job.JobFrames;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a job hears and says, whichever connection there is. Nothing is asked of the job twice. Thread-safe. */
final class Dialogue implements JobFrames {
    private final BlockingQueue<Frame> heard = new LinkedBlockingQueue<>();
    private long newest;
    private Optional<Frame> last = Optional.empty();
    private boolean unsaid;

    @Override
    public Optional<Frame> hear(Duration within) throws InterruptedException {
        return Optional.ofNullable(heard.poll(within.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    public synchronized void say(Frame answer) {
        last = Optional.of(answer);
        unsaid = true;
    }

    /** What came: something new for the job, or what it was asked before, which is answered as before. */
    synchronized void hears(Frame frame) {
        if (frame.number() > newest) {
            newest = frame.number();
            // Who asks something new does not wait for what was before.
            heard.clear();
            heard.add(frame);
        } else if (last.filter(answer -> answer.number() == frame.number()).isPresent()) {
            unsaid = true;
        }
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
