package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.wire.Link;
import java.io.UncheckedIOException;
import java.util.function.BooleanSupplier;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one queue, a message after the other. One that says what cannot be is thrown away; one that cannot be dealt with now, such as
 * where the disk is full, comes again. A thread runs it.
 */
final class Intake implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);
    private static final long WAIT_MILLIS = 500;
    private static final long AGAIN_MILLIS = 1000;

    private final Link link;
    private final String queue;
    private final Handler handler;
    private final BooleanSupplier running;

    /** Deals with one message. */
    @FunctionalInterface
    interface Handler {
        void handle(ClientMessage message);
    }

    Intake(Link link, String queue, Handler handler, BooleanSupplier running) {
        this.link = link;
        this.queue = queue;
        this.handler = handler;
        this.running = running;
    }

    @Override
    public void run() {
        while (running.getAsBoolean()) {
            try (ClientSession session = link.transacted();
                    ClientConsumer consumer = session.createConsumer(queue)) {
                while (running.getAsBoolean()) {
                    ClientMessage message = consumer.receive(WAIT_MILLIS);
                    if (message != null && !handled(message)) {
                        session.rollback();
                        pause();
                    } else if (message != null) {
                        message.acknowledge();
                        session.commit();
                    }
                }
            } catch (ActiveMQException e) {
                if (running.getAsBoolean()) {
                    LOG.warn("the broker does not give messages of {}: {}", queue, e.getMessage());
                    pause();
                }
            }
        }
    }

    /** Whether it is done with. */
    private boolean handled(ClientMessage message) {
        try {
            handler.handle(message);
            return true;
        } catch (BasculeException e) {
            boolean again = e.code() != ErrorCode.PROTOCOL_VIOLATION && e.code() != ErrorCode.HASH_MISMATCH;
            LOG.warn("a message of {} is {}: {}", queue, again ? "tried again" : "thrown away", e.getMessage());
            return !again;
        } catch (IllegalStateException | UncheckedIOException e) {
            LOG.warn("a message of {} is tried again: {}", queue, e.toString());
            return false;
        } catch (RuntimeException e) {
            // A fault of ours that this message brings about: tried again it would keep all others from being read.
            LOG.error("a message of {} is thrown away", queue, e);
            return true;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(AGAIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
