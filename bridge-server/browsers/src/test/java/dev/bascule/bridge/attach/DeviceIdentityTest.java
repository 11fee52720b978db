package dev.bascule.bridge.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeviceIdentityTest {
    private static DeviceIdentity named(String name) {
        return DeviceIdentity.of(new AttachMessage.Attach(
                "t", name, "d", Map.of("userAgent", AttachClient.PHONE, "secureContext", "false")));
    }

    @Test
    void a_name_cannot_steer_the_terminal_nor_fill_it() {
        assertThat(named("\u001b[2J\u202eevil\u0007\r\n  x\u200b").name()).isEqualTo("[2Jevil x");
        assertThat(named("a".repeat(500)).name()).hasSize(40);
        assertThat(named("\ud83d\udcf1 Zo\u00eb").name()).isEqualTo("\ud83d\udcf1 Zo\u00eb");
    }

    @Test
    void a_device_without_a_name_is_called_after_its_browser() {
        assertThat(named(" \u0000 ").name()).isEqualTo("Chrome on Android 10");
    }

    @Test
    void whether_the_context_is_secure_is_what_the_page_said_or_unknown() {
        assertThat(named("x").secureContext()).contains(false);
        assertThat(DeviceIdentity.of(new AttachMessage.Attach("t", "x", "d", Map.of()))
                        .secureContext())
                .isEqualTo(Optional.empty());
    }
}
