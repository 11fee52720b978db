package dev.bascule.workers.worker;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.worker.Condition;
import dev.bascule.workers.job.Blob;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobFrames;
import dev.bascule.workers.job.JobOrder;
import dev.bascule.workers.wire.AttemptKey;
import dev.bascule.workers.wire.Envelope;
import dev.bascule.workers.wire.FromWorker;
import dev.bascule.workers.wire.Link;
import dev.bascule.workers.wire.OrderMessage;
import dev.bascule.workers.wire.ToWorker;
import dev.bascule.workers.wire.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;

/** A worker's connection, as long as it holds. For one thread, but for {@link #beat}, {@link #sense} and {@link #sayBesides}. */
final class Connection implements AutoCloseable {
    private static final long ANSWER_MILLIS = 30_000;

    private final Link link;
    private final String incarnation;
    private final ClientSession talking;
    private final ClientProducer reports;
    private final ClientConsumer told;
    private final ClientConsumer blobs;
    private final ClientSession beating;
    private final ClientProducer beats;
    private final ClientSession working;
    private final ClientProducer results;
    private final ClientConsumer orders;

    /**
     * An order that is not acknowledged yet.
     *
     * @param message to be acknowledged with the result
     */
    record Received(JobOrder order, ClientMessage message) {
        AttemptKey key() {
            return new AttemptKey(order.id(), order.attempt());
        }
    }

    Connection(Link link, String id, String incarnation) throws ActiveMQException {
        this.link = link;
        this.incarnation = incarnation;
        String mine = "%s = '%s'".formatted(Wire.TO, incarnation);
        this.talking = link.session();
        this.reports = talking.createProducer(Wire.REPORTS);
        this.told = talking.createConsumer(Wire.told(id), mine);
        this.blobs = talking.createConsumer(Wire.blobs(id), mine);
        this.beating = link.session();
        this.beats = beating.createProducer(Wire.REPORTS);
        this.working = link.transacted();
        this.results = working.createProducer(Wire.REPORTS);
        this.orders = working.createConsumer(Wire.orders(id), mine);
    }

    /**
     * Says who it is, and waits for the answer.
     *
     * @throws BasculeException COORDINATOR_REFUSED where it is not let in, COORDINATOR_UNREACHABLE where nobody answers
     */
    ToWorker.Welcome greet(FromWorker.Hello hello) throws ActiveMQException {
        ClientMessage message = Envelope.body(talking, hello, false);
        message.putStringProperty(Wire.VERSION, String.valueOf(hello.protocol()));
        message.putStringProperty(Wire.PRODUCT, hello.product());
        message.putStringProperty(Wire.FROM, hello.incarnation());
        reports.send(message);
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS);
        while (System.nanoTime() < until) {
            Optional<ToWorker> answer = told(1000).map(Heard::message);
            if (answer.isPresent() && answer.orElseThrow() instanceof ToWorker.Welcome welcome) {
                return welcome;
            }
            if (answer.isPresent() && answer.orElseThrow() instanceof ToWorker.Refused refused) {
                throw thrown(refused);
            }
        }
        throw new BasculeException(ErrorCode.COORDINATOR_UNREACHABLE, "the coordinator does not answer");
    }

    static BasculeException thrown(ToWorker.Refused refused) {
        return new BasculeException(
                refused.failure().code(),
                refused.failure().message(),
                refused.failure().remedies().toArray(String[]::new));
    }

    /**
     * What a worker is told.
     *
     * @param frame the body of what is for its job; nothing of the rest
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Heard(ToWorker message, byte[] frame) {}

    /** What the worker is told, waiting so long for it; 0 not to wait. */
    Optional<Heard> told(long millis) throws ActiveMQException {
        ClientMessage message = millis == 0 ? told.receiveImmediate() : told.receive(millis);
        if (message == null) {
            return Optional.empty();
        }
        try {
            ToWorker said = read(message, ToWorker.class);
            return Optional.of(
                    new Heard(said, said instanceof ToWorker.Told ? frame(message, JobFrames.LONGEST) : new byte[0]));
        } finally {
            message.acknowledge();
        }
    }

    private static byte[] frame(ClientMessage message, long limit) throws ActiveMQException {
        try {
            return Envelope.bytes(message, limit);
        } catch (UncheckedIOException e) {
            throw new ActiveMQException(String.valueOf(e.getMessage()));
        }
    }

    /** Says what a job answers. */
    void say(AttemptKey key, JobFrames.Frame answer) throws ActiveMQException {
        reports.send(Envelope.file(
                talking,
                new FromWorker.Said(incarnation, key.job(), key.attempt(), answer.number()),
                new ByteArrayInputStream(answer.bytes()),
                false));
    }

    /** The next order, waiting so long for it. One that cannot be read is dropped. */
    Optional<Received> order(long millis) throws ActiveMQException {
        ClientMessage message = orders.receive(millis);
        if (message == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Received(read(message, OrderMessage.class).order(), message));
        } catch (BasculeException e) {
            drop(message);
            throw e;
        }
    }

    private static <T> T read(ClientMessage message, Class<T> type) throws ActiveMQException {
        try {
            return Envelope.read(message, type);
        } catch (UncheckedIOException e) {
            throw new ActiveMQException(String.valueOf(e.getMessage()));
        }
    }

    /** Does nothing about an order. */
    void drop(ClientMessage message) throws ActiveMQException {
        message.acknowledge();
        working.commit();
    }

    /** Says it now, and does not wait whether it came. */
    void say(FromWorker said) throws ActiveMQException {
        reports.send(Envelope.head(talking, said, false));
    }

    /** From the thread that says that the worker lives. */
    void beat(List<AttemptKey> holds) throws ActiveMQException {
        beats.send(Envelope.head(beating, new FromWorker.Beat(incarnation, holds), false));
    }

    /** From that thread too. */
    void sayBesides(FromWorker said) throws ActiveMQException {
        beats.send(Envelope.head(beating, said, false));
    }

    /** From that thread too. */
    void sense(Condition condition) throws ActiveMQException {
        beats.send(Envelope.head(
                beating,
                new FromWorker.Senses(incarnation, known(condition.watts()), known(condition.headroomCelsius())),
                false));
    }

    private static Optional<Double> known(OptionalDouble figure) {
        return figure.isPresent() ? Optional.of(figure.getAsDouble()) : Optional.empty();
    }

    /** The result and the acknowledgement of its order: both or neither. */
    void end(Run run, JobEnd end, Optional<ClientMessage> order) throws ActiveMQException {
        FromWorker.Ended ended = new FromWorker.Ended(
                incarnation,
                run.key().job(),
                run.key().attempt(),
                run.took().toNanos(),
                end instanceof JobEnd.Failed failed ? Optional.of(ShortFailure.of(failed.failure())) : Optional.empty(),
                end instanceof JobEnd.Done done ? done.trouble().map(ShortFailure::of) : Optional.empty());
        ClientMessage message = end instanceof JobEnd.Done whole
                ? Envelope.file(working, ended, new ByteArrayInputStream(whole.document()), true)
                : Envelope.head(working, ended, true);
        results.send(message);
        if (order.isPresent()) {
            order.orElseThrow().acknowledge();
        }
        working.commit();
    }

    /**
     * Asks for a file of a job and writes it there.
     *
     * @throws IOException where the connection breaks
     * @throws BasculeException where the coordinator does not give it
     */
    void bring(AttemptKey job, Blob blob, OutputStream to) throws IOException {
        try {
            say(new FromWorker.Want(incarnation, job.job(), job.attempt(), blob.sha256()));
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(10 * ANSWER_MILLIS);
            while (System.nanoTime() < until) {
                ClientMessage message = blobs.receive(1000);
                if (message == null) {
                    continue;
                }
                ToWorker.File file = Envelope.read(message, ToWorker.File.class);
                if (!file.sha256().equals(blob.sha256())) {
                    message.acknowledge(); // Of a job before, which was broken off.
                    continue;
                }
                if (file.failure().isPresent()) {
                    message.acknowledge();
                    throw new BasculeException(
                            file.failure().orElseThrow().code(),
                            file.failure().orElseThrow().message());
                }
                Envelope.copy(message, to, blob.bytes());
                message.acknowledge();
                return;
            }
            throw new IOException("the coordinator sends no file");
        } catch (ActiveMQException e) {
            throw new IOException(e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() {
        link.close();
    }
}
