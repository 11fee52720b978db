package dev.bascule.fallback.protocol;

import dev.bascule.fallback.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * What a runner has sent and nobody has taken yet. It keeps packets only of jobs that are going on, and counts them in the budget of
 * the process. Filled by the transport's thread, read by the runner's.
 */
final class Inbox {
    private final MessageBudget.Share share;
    /** All that was ever asked: late packets of what was given up are no offence. */
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    private final Set<String> going = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /** What the transport's thread hands to the runner's thread. */
    private sealed interface Event {
        record Arrived(Packet.OfJob packet, long bytes) implements Event {}

        /** Something changed that a waiting call must look at. */
        record Woken() implements Event {}
    }

    Inbox(MessageBudget.Share share) {
        this.share = share;
    }

    void begin(String job) {
        asked.add(job);
        going.add(job);
    }

    /** Lets go of what came of a job, and of what is still to come. */
    synchronized void end(String job) {
        going.remove(job);
        drop(arrived -> arrived.packet().job().equals(job));
    }

    /** Ends all jobs. */
    synchronized void close() {
        going.clear();
        drop(arrived -> true);
    }

    /** @throws ProtocolException when nobody asked for it, or it is more than there is room for */
    void put(Packet.OfJob packet, long bytes) throws ProtocolException {
        String job = packet.job();
        if (!asked.contains(job)) {
            throw new ProtocolException("a packet of a job that nobody asked for, '%s'".formatted(PlainText.line(job)));
        }
        if (!going.contains(job)) {
            return;
        }
        // Outside of the lock: it may end another runner, which takes the lock of that one's inbox.
        share.take(bytes);
        if (!keep(job, new Event.Arrived(packet, bytes))) {
            share.give(bytes);
        }
    }

    private synchronized boolean keep(String job, Event.Arrived arrived) {
        return going.contains(job) && events.add(arrived);
    }

    private void drop(Predicate<Event.Arrived> dropped) {
        List<Event> all = new ArrayList<>();
        // What a reader takes meanwhile is that one's to give back.
        events.drainTo(all);
        for (Event event : all) {
            if (event instanceof Event.Arrived arrived && dropped.test(arrived)) {
                share.give(arrived.bytes());
            } else {
                events.add(event);
            }
        }
    }

    void wake() {
        events.add(new Event.Woken());
    }

    boolean isEmpty() {
        return events.isEmpty();
    }

    int size() {
        return events.size();
    }

    Reading read(String job) {
        return new Reading(job);
    }

    /** One wait for packets of a job. What it took counts until it ends, for who waits may keep it all until then. */
    final class Reading implements AutoCloseable {
        private final String job;
        private long taken;

        private Reading(String job) {
            this.job = job;
        }

        /** The next packet of the job; empty when time is up, something woke it, or the next was of another job. */
        Optional<Packet.OfJob> poll(long nanos) throws InterruptedException {
            return packet(Optional.ofNullable(events.poll(nanos, TimeUnit.NANOSECONDS)));
        }

        /** As above, of what lies here. */
        Optional<Packet.OfJob> poll() {
            return packet(Optional.ofNullable(events.poll()));
        }

        private Optional<Packet.OfJob> packet(Optional<Event> event) {
            if (!(event.orElseGet(Event.Woken::new) instanceof Event.Arrived arrived)) {
                return Optional.empty();
            }
            if (!arrived.packet().job().equals(job)) {
                share.give(arrived.bytes());
                return Optional.empty();
            }
            taken += arrived.bytes();
            return Optional.of(arrived.packet());
        }

        @Override
        public void close() {
            share.give(taken);
        }
    }
}
