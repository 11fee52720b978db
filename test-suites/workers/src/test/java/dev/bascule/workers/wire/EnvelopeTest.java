package dev.bascule.workers.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.core.client.impl.ClientMessageImpl;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
    private static ClientMessageImpl message() {
        ClientMessageImpl message =
                new ClientMessageImpl(Message.DEFAULT_TYPE, false, 0, System.currentTimeMillis(), (byte) 4, 64);
        message.getBodyBuffer().writeBytes(new byte[] {1, 2, 3});
        return message;
    }

    /** As over a connection that breaks. */
    private static ClientMessageImpl broken() {
        return new ClientMessageImpl(Message.DEFAULT_TYPE, false, 0, 0, (byte) 4, 64) {
            @Override
            public void saveToOutputStream(OutputStream to) throws ActiveMQException {
                throw new ActiveMQException("the connection broke");
            }
        };
    }

    private static void violates(ClientMessageImpl message, long limit) {
        assertThatThrownBy(() -> Envelope.copy(message, new ByteArrayOutputStream(), limit))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION));
    }

    @Test
    void a_body_comes_whole_and_one_that_is_longer_than_allowed_is_its_senders_fault() {
        assertThat(Envelope.bytes(message(), 3)).containsExactly(1, 2, 3);
        violates(message(), 2);
    }

    @Test
    void a_disk_that_is_full_is_not_the_senders_fault() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        assertThatThrownBy(() -> Envelope.copy(message(), full, 3))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("No space left");
    }

    @Test
    void a_connection_that_breaks_is_not_the_senders_fault_but_what_never_can_be_read_is() {
        assertThatThrownBy(() -> Envelope.copy(broken(), new ByteArrayOutputStream(), 3))
                .isInstanceOfSatisfying(
                        UncheckedIOException.class,
                        e -> assertThat(e.getCause()).hasCauseInstanceOf(ActiveMQException.class));
        ClientMessageImpl often = broken();
        often.setDeliveryCount(11);
        violates(often, 3);
        ClientMessageImpl compressed = message();
        compressed.putBooleanProperty(Message.HDR_LARGE_COMPRESSED, true);
        violates(compressed, 3);
    }
}
