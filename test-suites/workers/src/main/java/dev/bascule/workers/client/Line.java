package dev.bascule.workers.client;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.wire.Envelope;
import dev.bascule.workers.wire.FromSubmitter;
import dev.bascule.workers.wire.Link;
import dev.bascule.workers.wire.ToSubmitter;
import dev.bascule.workers.wire.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;

/** A connection that is made anew where it breaks, under an id of its own. For one thread, but for {@link #abandon}. */
final class Line {
    private static final SecureRandom RANDOM = new SecureRandom();
    static final long ANSWER_MILLIS = 30_000;
    private static final long LOOK_MILLIS = 500;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    private final JoinAddress address;
    private final String product;
    private final Consumer<String> talk;
    private final String client;
    private Optional<Connected> connected = Optional.empty();
    private long questions;
    private volatile boolean restarted;
    private volatile boolean abandoned;

    private record Connected(Link link, ClientSession session, ClientConsumer answers) {}

    /** Makes a question's message. */
    interface Writer {
        ClientMessage write(ClientSession session) throws IOException;
    }

    /** Makes something of the answer. */
    interface Reader<T> {
        T read(ClientMessage message);
    }

    Line(JoinAddress address, String product, Consumer<String> talk) {
        this.address = address;
        this.product = product;
        this.talk = talk;
        byte[] id = new byte[16];
        RANDOM.nextBytes(id);
        this.client = HexFormat.of().formatHex(id);
    }

    /** Connects the first time. */
    void open() {
        connected = Optional.of(connect());
    }

    private Connected connect() {
        Link link = Link.open(address);
        try {
            ClientSession session = link.session();
            Connected now = new Connected(link, session, answers(session));
            greet(now);
            return now;
        } catch (ActiveMQSecurityException e) {
            link.close();
            throw BasculeException.because(
                    e,
                    ErrorCode.COORDINATOR_REFUSED,
                    "%s takes no runs from this token: it is a worker's".formatted(address.url()),
                    "bascule coordinator --submitter NAME issues one");
        } catch (ActiveMQException | UncheckedIOException e) {
            link.close();
            throw BasculeException.because(
                    e,
                    ErrorCode.COORDINATOR_UNREACHABLE,
                    "the connection to %s broke: %s".formatted(address.url(), e.getMessage()));
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    /** Each member may read what it is told: where not, that says nothing of whose token it is. */
    private ClientConsumer answers(ClientSession session) throws ActiveMQException {
        try {
            return session.createConsumer(Wire.told(address.id()), "%s = '%s'".formatted(Wire.TO, client));
        } catch (ActiveMQSecurityException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.COORDINATOR_REFUSED,
                    "%s lets this token in, and does not let it read what it is told".formatted(address.url()),
                    "where the broker is run by others, its administrator takes over the permissions that the coordinator wrote down",
                    "try again then");
        }
    }

    private void greet(Connected now) throws ActiveMQException {
        // Durable, so that one learns whether it may be sent at all.
        ClientMessage hello = Envelope.head(now.session(), new FromSubmitter.Greet(Wire.PROTOCOL, product), true);
        hello.putStringProperty(Wire.VERSION, String.valueOf(Wire.PROTOCOL));
        hello.putStringProperty(Wire.PRODUCT, product);
        Optional<ToSubmitter> answer =
                once(now, Wire.ASKS, hello, ANSWER_MILLIS, message -> Envelope.read(message, ToSubmitter.class));
        if (answer.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.COORDINATOR_UNREACHABLE, "%s does not answer".formatted(address.url()));
        }
        if (answer.orElseThrow() instanceof ToSubmitter.Refused refused) {
            throw thrown(refused);
        }
    }

    static BasculeException thrown(ToSubmitter.Refused refused) {
        return new BasculeException(
                refused.failure().code(),
                refused.failure().message(),
                refused.failure().remedies().toArray(String[]::new));
    }

    /** The answer; empty where it does not come in time. */
    private <T> Optional<T> once(Connected now, String to, ClientMessage question, long millis, Reader<T> reader)
            throws ActiveMQException {
        String number = String.valueOf(++questions);
        question.putStringProperty(Wire.FROM, client);
        question.putStringProperty(Wire.QUESTION, number);
        try (var producer = now.session().createProducer(to)) {
            producer.send(question);
        }
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!abandoned && System.nanoTime() < until) {
            ClientMessage message = now.answers().receive(LOOK_MILLIS);
            if (message == null) {
                continue;
            }
            boolean mine = Envelope.text(message, Wire.QUESTION).equals(number);
            Optional<T> answer = mine ? Optional.of(reader.read(message)) : Optional.empty();
            message.acknowledge();
            if (mine) {
                return answer;
            }
        }
        return Optional.empty();
    }

    /**
     * Asks until it is answered.
     *
     * @param millis after which it is asked again
     * @throws InterruptedException where it is abandoned meanwhile
     */
    <T> T always(String to, Writer writer, long millis, Reader<T> reader) throws InterruptedException {
        while (true) {
            Connected now = connected();
            try {
                Optional<T> answer = once(now, to, writer.write(now.session()), millis, reader);
                if (answer.isPresent()) {
                    return answer.orElseThrow();
                }
            } catch (ActiveMQException | UncheckedIOException e) {
                close();
            } catch (IOException e) {
                throw BasculeException.because(
                        e, ErrorCode.MODEL_NOT_FOUND, "a file cannot be read: %s".formatted(e.getMessage()));
            }
        }
    }

    private Connected connected() throws InterruptedException {
        if (connected.isEmpty() && !abandoned) {
            talk.accept("the connection to %s broke; connecting again".formatted(address.url()));
        }
        long pause = 200;
        while (connected.isEmpty()) {
            check();
            try {
                connected = Optional.of(connect());
                restarted = true;
                talk.accept("connected to %s again".formatted(address.url()));
            } catch (BasculeException e) {
                if (e.code() != ErrorCode.COORDINATOR_UNREACHABLE) {
                    throw e;
                }
                Thread.sleep(pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            }
        }
        check();
        return connected.orElseThrow();
    }

    private void check() throws InterruptedException {
        if (abandoned) {
            throw new InterruptedException("nobody waits for the answer");
        }
    }

    /** Whether it connected again since this was asked last. */
    boolean restarted() {
        boolean was = restarted;
        restarted = false;
        return was;
    }

    /** Nobody waits for its answer any more: its thread closes it. */
    void abandon() {
        abandoned = true;
    }

    void close() {
        connected.ifPresent(now -> now.link().close());
        connected = Optional.empty();
    }
}
