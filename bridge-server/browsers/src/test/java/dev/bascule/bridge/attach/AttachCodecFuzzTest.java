package dev.bascule.bridge.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import dev.bascule.fallback.protocol.ProtocolException;
import dev.bascule.fallback.text.PlainText;

/** What a device sends before anybody knows it. */
@FuzzTarget
class AttachCodecFuzzTest {
    private static final int LONGEST = 200;

    @FuzzTest
    void a_message_is_refused_or_makes_a_device_that_can_be_shown(byte[] data) {
        Refusals.read(ProtocolException.class, () -> AttachCodec.decode(FuzzInput.text(data)))
                .ifPresent(message -> {
                    if (message instanceof AttachMessage.Attach attach) {
                        DeviceIdentity device = DeviceIdentity.of(attach);
                        assertThat(device.name()).isNotBlank().isEqualTo(PlainText.line(device.name()));
                        assertThat(device.name().length()).isLessThan(LONGEST);
                        assertThat(device.facts()).hasSizeLessThanOrEqualTo(40);
                        device.named(attach.name() + device.agent().version());
                    }
                });
    }
}
