package dev.bascule.workers.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.TestKeys;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerPortTest {
    @TempDir
    Path folder;

    @Test
    void a_port_that_is_taken_is_told_before_anything_starts() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            BrokerSettings settings = new BrokerSettings(
                    "127.0.0.1", other.getLocalPort(), folder.resolve("broker"), TestKeys.usual(), TestKeys.PASSWORD);

            assertThatThrownBy(() -> Broker.start(settings, (id, secret) -> Optional.empty()))
                    .isInstanceOfSatisfying(BasculeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.COORDINATOR_FAILED);
                        assertThat(e).hasMessageContaining("port " + other.getLocalPort());
                        assertThat(e.failure().remedies()).anyMatch(remedy -> remedy.contains("--port"));
                    });
        }
        assertThat(folder).isEmptyDirectory();
    }
}
