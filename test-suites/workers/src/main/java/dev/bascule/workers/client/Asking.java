package dev.bascule.workers.client;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.job.Blob;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.wire.Envelope;
import dev.bascule.workers.wire.FromSubmitter;
import dev.bascule.workers.wire.Link;
import dev.bascule.workers.wire.ToSubmitter;
import dev.bascule.workers.wire.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;

/** Questions to a coordinator, each asked until it is answered: each may be asked twice without harm. For one thread at a time. */
final class Asking implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long ANSWER_MILLIS = 30_000;
    private static final long UPLOAD_MILLIS = 1_800_000;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;
    private static final long LONGEST_DOCUMENT = 256L << 20;

    private final JoinAddress address;
    private final String product;
    private final Consumer<String> talk;
    private final String client;
    private Optional<Connected> connected = Optional.empty();
    private long questions;
    private boolean restarted;

    private record Connected(Link link, ClientSession session, ClientConsumer answers) {}

    /** A file's bytes, as often as they are needed. */
    @FunctionalInterface
    interface Content {
        InputStream open() throws IOException;
    }

    /** Makes a question's message. */
    private interface Writer {
        ClientMessage write(ClientSession session) throws IOException;
    }

    /** Makes something of the answer. */
    private interface Reader<T> {
        T read(ClientMessage message);
    }

    private Asking(JoinAddress address, String product, Consumer<String> talk) {
        this.address = address;
        this.product = product;
        this.talk = talk;
        byte[] id = new byte[16];
        RANDOM.nextBytes(id);
        this.client = HexFormat.of().formatHex(id);
    }

    static Asking connect(JoinAddress address, String product, Consumer<String> talk) {
        Asking asking = new Asking(address, product, talk);
        asking.connected = Optional.of(asking.connect());
        return asking;
    }

    private Connected connect() {
        Link link = Link.open(address);
        try {
            ClientSession session = link.session();
            Connected now = new Connected(
                    link,
                    session,
                    session.createConsumer(Wire.told(address.id()), "%s = '%s'".formatted(Wire.TO, client)));
            greet(now);
            return now;
        } catch (ActiveMQException e) {
            link.close();
            throw broken(e);
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    private BasculeException broken(ActiveMQException why) {
        return BasculeException.because(
                why,
                ErrorCode.COORDINATOR_UNREACHABLE,
                "the connection to %s broke: %s".formatted(address.url(), why.getMessage()));
    }

    private void greet(Connected now) throws ActiveMQException {
        ClientMessage hello = Envelope.head(now.session(), new FromSubmitter.Greet(Wire.PROTOCOL, product), false);
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

    private static BasculeException thrown(ToSubmitter.Refused refused) {
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
        while (System.nanoTime() < until) {
            ClientMessage message = now.answers().receive(1000);
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

    private <T> T always(String to, Writer writer, long millis, Reader<T> reader) throws InterruptedException {
        while (true) {
            Connected now = connected();
            try {
                Optional<T> answer = once(now, to, writer.write(now.session()), millis, reader);
                if (answer.isPresent()) {
                    return answer.orElseThrow();
                }
            } catch (ActiveMQException e) {
                now.link().close();
                connected = Optional.empty();
            } catch (IOException e) {
                throw BasculeException.because(
                        e, ErrorCode.MODEL_NOT_FOUND, "a file cannot be read: %s".formatted(e.getMessage()));
            }
        }
    }

    private Connected connected() throws InterruptedException {
        if (connected.isEmpty()) {
            talk.accept("the connection to %s broke; connecting again".formatted(address.url()));
        }
        long pause = 200;
        while (connected.isEmpty()) {
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
        return connected.orElseThrow();
    }

    /** Whether it connected again since this was asked last. */
    boolean restarted() {
        boolean was = restarted;
        restarted = false;
        return was;
    }

    /** @throws BasculeException what the coordinator refuses it with */
    <T extends ToSubmitter> T ask(FromSubmitter question, Class<T> expected) throws InterruptedException {
        ToSubmitter answer = always(
                Wire.ASKS,
                session -> Envelope.body(session, question, false),
                ANSWER_MILLIS,
                message -> Envelope.read(message, ToSubmitter.class));
        return expected(answer, expected);
    }

    private static <T extends ToSubmitter> T expected(ToSubmitter answer, Class<T> expected) {
        if (answer instanceof ToSubmitter.Refused refused) {
            throw thrown(refused);
        }
        if (!expected.isInstance(answer)) {
            throw new BasculeException(
                    ErrorCode.PROTOCOL_VIOLATION, "the coordinator answers something that was not asked");
        }
        return expected.cast(answer);
    }

    /** Sends a file, and waits until the coordinator has it. */
    void upload(Blob blob, Content content) throws InterruptedException {
        ToSubmitter answer = always(
                Wire.UPLOADS,
                session -> Envelope.file(session, new FromSubmitter.Upload(blob), content.open(), false),
                UPLOAD_MILLIS,
                message -> Envelope.read(message, ToSubmitter.class));
        expected(answer, ToSubmitter.Fine.class);
    }

    /** An answer that is a file. */
    byte[] document(FromSubmitter question) throws InterruptedException {
        record Came(ToSubmitter head, byte[] body) {}
        Came came = always(Wire.ASKS, session -> Envelope.body(session, question, false), UPLOAD_MILLIS, message -> {
            ToSubmitter head = Envelope.read(message, ToSubmitter.class);
            return new Came(
                    head,
                    head instanceof ToSubmitter.Document ? Envelope.bytes(message, LONGEST_DOCUMENT) : new byte[0]);
        });
        expected(came.head(), ToSubmitter.Document.class);
        return came.body();
    }

    @Override
    public void close() {
        connected.ifPresent(now -> now.link().close());
    }
}
