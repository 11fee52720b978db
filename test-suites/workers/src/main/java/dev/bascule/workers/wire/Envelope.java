package dev.bascule.workers.wire;

import dev.bascule.fallback.error.BasculeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;

/** How values become messages: a name, JSON as a property or as the body, or a file as the body. Stateless. */
public final class Envelope {
    private static final String IS = "is";
    private static final String HEAD = "head";
    private static final int SMALL_BYTES = 48 << 10;
    private static final int HEAD_CHARS = 32_000;
    private static final int BODY_CHARS = 128 << 20;
    /** After so many deliveries a body that cannot be read is the sender's fault. */
    private static final int TRIES = 10;

    private Envelope() {}

    /** A value that may be long: JSON as the body. */
    public static ClientMessage body(ClientSession session, Object value, boolean durable) {
        ClientMessage message = session.createMessage(durable);
        message.putStringProperty(IS, value.getClass().getSimpleName());
        byte[] json = Wire.write(value).getBytes(StandardCharsets.UTF_8);
        if (json.length <= SMALL_BYTES) {
            message.getBodyBuffer().writeBytes(json);
        } else {
            // The broker keeps such a body as a file of its own.
            message.setBodyInputStream(new ByteArrayInputStream(json));
        }
        return message;
    }

    /** A short value, and a file as the body. */
    public static ClientMessage file(ClientSession session, Object value, InputStream file, boolean durable) {
        ClientMessage message = session.createMessage(durable);
        message.putStringProperty(IS, value.getClass().getSimpleName());
        message.putStringProperty(HEAD, Wire.write(value));
        message.setBodyInputStream(file);
        return message;
    }

    /** A short value alone. */
    public static ClientMessage head(ClientSession session, Object value, boolean durable) {
        ClientMessage message = session.createMessage(durable);
        message.putStringProperty(IS, value.getClass().getSimpleName());
        message.putStringProperty(HEAD, Wire.write(value));
        return message;
    }

    /**
     * Reads what one of the writers above wrote.
     *
     * @param type a sealed interface, or the one type that it can be
     * @throws BasculeException PROTOCOL_VIOLATION for anything else
     * @throws UncheckedIOException as {@link #copy}
     */
    public static <T> T read(ClientMessage message, Class<T> type) {
        String is = text(message, IS);
        Class<? extends T> exact = type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses())
                        .filter(each -> each.getSimpleName().equals(is))
                        .findFirst()
                        .orElseThrow(() -> Wire.violation(type.getSimpleName(), "a thing of another name"))
                        .asSubclass(type)
                : type;
        String head = text(message, HEAD);
        if (!head.isEmpty()) {
            if (head.length() > HEAD_CHARS) {
                throw Wire.violation(type.getSimpleName(), "it is too long");
            }
            return Wire.read(head, exact);
        }
        return Wire.read(new String(bytes(message, BODY_CHARS), StandardCharsets.UTF_8), exact);
    }

    /** Who sent it, as the broker checked. */
    public static String sender(ClientMessage message) {
        return Optional.ofNullable(message.getValidatedUserID()).orElse("");
    }

    /** Any text property; empty where there is none. */
    public static String text(Message message, String name) {
        try {
            return Optional.ofNullable(message.getStringProperty(name)).orElse("");
        } catch (RuntimeException otherType) {
            return "";
        }
    }

    /**
     * The body, into memory.
     *
     * @throws BasculeException PROTOCOL_VIOLATION where it is longer than this
     * @throws UncheckedIOException as {@link #copy}
     */
    public static byte[] bytes(ClientMessage message, long limit) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        copy(message, out, limit);
        return out.toByteArray();
    }

    /**
     * The body, to wherever.
     *
     * @throws BasculeException PROTOCOL_VIOLATION where it is longer than this, or is none that can ever be read
     * @throws UncheckedIOException where the connection breaks or nothing can be written there: it is not the message's fault, and it may be
     *     tried again. Its cause is what the file's system says; that one's cause is the {@link ActiveMQException} where there is one
     */
    public static void copy(ClientMessage message, OutputStream to, long limit) {
        if (Boolean.TRUE.equals(message.getBooleanProperty(Message.HDR_LARGE_COMPRESSED))) {
            throw Wire.violation("file", "it is compressed");
        }
        Bounded bounded = new Bounded(to, limit);
        try {
            message.saveToOutputStream(bounded);
        } catch (ActiveMQException e) {
            if (bounded.over) {
                throw Wire.violation("file", "it is longer than " + limit + " bytes");
            }
            if (bounded.failed.isPresent()) {
                throw new UncheckedIOException(bounded.failed.orElseThrow());
            }
            if (message.getDeliveryCount() > TRIES) {
                throw Wire.violation("file", "it could not be read to its end, %d times".formatted(TRIES));
            }
            throw new UncheckedIOException(new IOException(e));
        }
        if (bounded.over) {
            throw Wire.violation("file", "it is longer than " + limit + " bytes");
        }
    }

    /** Takes no more than a limit. For one thread. */
    private static final class Bounded extends OutputStream {
        private final OutputStream to;
        private long left;
        private boolean over;
        private Optional<IOException> failed = Optional.empty();

        Bounded(OutputStream to, long limit) {
            this.to = to;
            this.left = limit;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            if (count > left) {
                over = true;
                throw new IOException("too long");
            }
            left -= count;
            try {
                to.write(bytes, from, count);
            } catch (IOException e) {
                failed = Optional.of(e);
                throw e;
            }
        }
    }
}
