package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.wire.Envelope;
import dev.bascule.workers.wire.Link;
import dev.bascule.workers.wire.OrderMessage;
import dev.bascule.workers.wire.ToSubmitter;
import dev.bascule.workers.wire.ToWorker;
import dev.bascule.workers.wire.Wire;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQNotConnectedException;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;

/** Sends the coordinator's messages. Orders survive a restart; what is told does not need to. Thread-safe. */
final class Post implements Outbox {
    private static final long PASSING_MILLIS = 3_600_000;

    private final Link link;
    private ClientSession session;

    /** Something sent with a session. */
    private interface Sending {
        void with(ClientSession session) throws ActiveMQException;
    }

    Post(Link link) {
        this.link = link;
        try {
            this.session = link.session();
        } catch (ActiveMQException e) {
            throw failed(e);
        }
    }

    private static BasculeException failed(ActiveMQException why) {
        boolean gone = switch (why.getType()) {
            case CONNECTION_TIMEDOUT, NOT_CONNECTED, DISCONNECTED, UNBLOCKED, OBJECT_CLOSED -> true;
            default -> false;
        };
        return BasculeException.because(
                why,
                gone ? ErrorCode.COORDINATOR_UNREACHABLE : ErrorCode.COORDINATOR_FAILED,
                "the broker does not take it: %s".formatted(why.getMessage()));
    }

    @Override
    public boolean isUp() {
        return link.isUp();
    }

    /** For the desk, which waits meanwhile: refused at once where the broker is gone, and opened anew where it was closed. */
    private ClientSession session() throws ActiveMQException {
        check();
        if (session.isClosed()) {
            session = link.session();
        }
        return session;
    }

    private void check() throws ActiveMQException {
        if (!link.isUp()) {
            throw new ActiveMQNotConnectedException("it is gone");
        }
    }

    private synchronized void send(Sending sending) {
        try {
            sending.with(session());
        } catch (ActiveMQException e) {
            throw failed(e);
        }
    }

    @Override
    public void order(WorkerId worker, OrderMessage order) {
        send(own -> {
            ClientMessage message = Envelope.body(own, order, true);
            message.putStringProperty(Wire.TO, order.incarnation());
            send(own, Wire.orders(worker.value()), message);
        });
    }

    @Override
    public void tell(WorkerId worker, ToWorker told) {
        send(own -> {
            ClientMessage message = Envelope.head(own, told, false);
            message.putStringProperty(Wire.TO, told.incarnation());
            send(own, Wire.told(worker.value()), message);
        });
    }

    @Override
    public void forget(WorkerId worker, String allButIncarnation) {
        String others = "%s <> '%s'".formatted(Wire.TO, plain(allButIncarnation));
        for (String queue :
                List.of(Wire.orders(worker.value()), Wire.told(worker.value()), Wire.blobs(worker.value()))) {
            send(own -> drain(own, queue, others));
        }
    }

    private static void drain(ClientSession own, String queue, String selector) throws ActiveMQException {
        try (ClientConsumer consumer = own.createConsumer(queue, selector)) {
            for (ClientMessage old = consumer.receiveImmediate(); old != null; old = consumer.receiveImmediate()) {
                old.acknowledge();
            }
        }
    }

    /** For a selector: ids of processes are hex. */
    private static String plain(String id) {
        if (!id.matches("[0-9a-f-]{1,64}")) {
            throw new BasculeException(ErrorCode.PROTOCOL_VIOLATION, "what came has no id of its process");
        }
        return id;
    }

    /** A file for a worker, on a session of its own: it may take long. */
    void file(WorkerId worker, ToWorker.File head, InputStream file) {
        apart(own -> {
            ClientMessage message = Envelope.file(own, head, file, false);
            message.putStringProperty(Wire.TO, head.incarnation());
            send(own, Wire.blobs(worker.value()), message);
        });
    }

    /**
     * A frame for an attempt, on a session of its own: the desk does not wait for it. Whatever its worker did not fetch of that attempt goes,
     * so that the broker holds one frame for each.
     *
     * @param again whether there may be one
     */
    void told(WorkerId worker, ToWorker.Told head, byte[] frame, boolean again) {
        String attempt = "%s-%d".formatted(head.job().value(), head.attempt());
        apart(own -> {
            if (again) {
                drain(own, Wire.told(worker.value()), "%s = '%s'".formatted(Wire.ATTEMPT, attempt));
            }
            ClientMessage message = passing(Envelope.file(own, head, new ByteArrayInputStream(frame), false));
            message.putStringProperty(Wire.TO, head.incarnation());
            message.putStringProperty(Wire.ATTEMPT, attempt);
            send(own, Wire.told(worker.value()), message);
        });
    }

    /** That a worker does not get a file. */
    void noFile(WorkerId worker, ToWorker.File head) {
        apart(own -> {
            ClientMessage message = Envelope.head(own, head, false);
            message.putStringProperty(Wire.TO, head.incarnation());
            send(own, Wire.blobs(worker.value()), message);
        });
    }

    /** An answer to a submitter. */
    void answer(Question to, ToSubmitter answer) {
        apart(own -> send(own, Wire.told(to.submitter()), passing(to.address(Envelope.body(own, answer, false)))));
    }

    /** A file as an answer. */
    void answer(Question to, ToSubmitter answer, InputStream file) {
        apart(own ->
                send(own, Wire.told(to.submitter()), passing(to.address(Envelope.file(own, answer, file, false)))));
    }

    /** Who does not fetch it within an hour is gone, or has asked again. Who fetches it looks at its own clock, too: no shorter time. */
    private static ClientMessage passing(ClientMessage message) {
        message.setExpiration(System.currentTimeMillis() + PASSING_MILLIS);
        return message;
    }

    private void apart(Sending sending) {
        try {
            check();
            try (ClientSession own = link.session()) {
                sending.with(own);
            }
        } catch (ActiveMQException e) {
            throw failed(e);
        }
    }

    private static void send(ClientSession own, String address, ClientMessage message) throws ActiveMQException {
        try (var producer = own.createProducer(address)) {
            producer.send(message);
        }
    }
}
