package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.wire.AttemptKey;
import dev.bascule.workers.wire.Envelope;
import dev.bascule.workers.wire.FromSubmitter;
import dev.bascule.workers.wire.FromWorker;
import dev.bascule.workers.wire.ToSubmitter;
import dev.bascule.workers.wire.ToWorker;
import java.io.ByteArrayInputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.activemq.artemis.api.core.client.ClientMessage;

/**
 * Passes on what a submitter tells an attempt of its own, and what the attempt says to that. Keeps no frame: only who waits for which answer.
 * Thread-safe; never asks the desk with its own lock held.
 */
final class Dialogues {
    private final Desk desk;
    private final Post post;
    private final long longest;
    private final Map<AttemptKey, Asked> asked = new HashMap<>();

    /** @param from who waits; empty where it was answered */
    private record Asked(long number, Optional<Question> from) {}

    /** @param longest of a frame, in bytes */
    Dialogues(Desk desk, Post post, long longest) {
        this.longest = longest;
        this.desk = desk;
        this.post = post;
    }

    /**
     * The answer comes when the attempt has said it, or is over.
     *
     * @throws BasculeException COORDINATOR_REFUSED where this submitter may not tell it that, PROTOCOL_VIOLATION for a frame that is too long
     */
    void tell(Question from, FromSubmitter.Tell tell, ClientMessage message) {
        AttemptKey key = new AttemptKey(tell.job(), tell.attempt());
        Optional<Desk.Partner> known = desk.partner(from.submitter(), key);
        byte[] frame = Envelope.bytes(message, longest);
        if (known.isEmpty()) {
            post.answer(from, new ToSubmitter.Later());
            return;
        }
        Desk.Partner partner = known.orElseThrow();
        boolean again = waits(key, tell.number(), from);
        post.told(
                partner.worker(),
                new ToWorker.Told(partner.incarnation(), tell.job(), tell.attempt(), tell.number()),
                frame,
                again);
    }

    /**
     * Passes on that its submitter is there. A worker that is awaited is not told: it counts for itself how long nobody said so.
     *
     * @throws BasculeException as {@link #tell} does
     */
    void keep(String submitter, FromSubmitter.Keep keep) {
        desk.partner(submitter, new AttemptKey(keep.job(), keep.attempt()))
                .ifPresent(partner -> post.tell(
                        partner.worker(), new ToWorker.Kept(partner.incarnation(), keep.job(), keep.attempt())));
    }

    /** Whether it was asked that before. */
    private synchronized boolean waits(AttemptKey key, long number, Question from) {
        Optional<Asked> before = Optional.ofNullable(asked.get(key));
        long last = before.map(Asked::number).orElse(0L);
        if (number < 1 || number < last) {
            throw new BasculeException(
                    ErrorCode.COORDINATOR_REFUSED,
                    "%s is told nothing: number %d comes after number %d".formatted(key, number, last));
        }
        if (number > last && before.flatMap(Asked::from).isPresent()) {
            throw new BasculeException(
                    ErrorCode.COORDINATOR_REFUSED,
                    "%s is told nothing: number %d is not answered yet".formatted(key, last));
        }
        asked.put(key, new Asked(number, Optional.of(from)));
        return number == last;
    }

    /** What nobody waits for, and what is of an attempt that is another worker's, goes. */
    void said(WorkerId id, FromWorker.Said said, ClientMessage message) {
        AttemptKey key = new AttemptKey(said.job(), said.attempt());
        if (!desk.speaks(id, said) || waiting(key, said.number()).isEmpty()) {
            return;
        }
        byte[] frame;
        try {
            frame = Envelope.bytes(message, longest);
        } catch (BasculeException e) {
            answered(key, said.number())
                    .ifPresent(question -> post.answer(question, new ToSubmitter.Refused(e.failure())));
            return;
        }
        answered(key, said.number())
                .ifPresent(question ->
                        post.answer(question, new ToSubmitter.Said(said.number()), new ByteArrayInputStream(frame)));
    }

    private synchronized Optional<Question> waiting(AttemptKey key, long number) {
        return Optional.ofNullable(asked.get(key))
                .filter(one -> one.number() == number)
                .flatMap(Asked::from);
    }

    private synchronized Optional<Question> answered(AttemptKey key, long number) {
        Optional<Question> from = waiting(key, number);
        from.ifPresent(any -> asked.put(key, new Asked(number, Optional.empty())));
        return from;
    }

    /** Tells those who wait for an attempt that is over. To be called often. */
    void look() {
        for (AttemptKey key : keys()) {
            desk.ended(key)
                    .ifPresent(why ->
                            forgotten(key).ifPresent(question -> post.answer(question, new ToSubmitter.Refused(why))));
        }
    }

    private synchronized List<AttemptKey> keys() {
        return List.copyOf(asked.keySet());
    }

    private synchronized Optional<Question> forgotten(AttemptKey key) {
        return Optional.ofNullable(asked.remove(key)).flatMap(Asked::from);
    }
}
