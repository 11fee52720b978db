package dev.bascule.bridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.process.ProcessTree;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.runner.Launcher.Launch;
import dev.bascule.fallback.target.Browser;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A browser that comes up at once, whose page never joins. Real ones have this in their launcher's contract. */
@Timeout(60)
class SilentPageTest {
    private final AtomicBoolean killed = new AtomicBoolean();

    private final class SilentHost implements PageHost {
        @Override
        public Browser browser() {
            return new Browser("Silent", "1", "played", List.of());
        }

        @Override
        public Optional<ProcessHandle> root() {
            return Optional.empty();
        }

        @Override
        public Optional<ProcessTree> processes() {
            return Optional.empty();
        }

        @Override
        public Optional<String> open(String url, PageListener listener, Duration limit) {
            return Optional.empty();
        }

        @Override
        public void kill() {
            killed.set(true);
        }

        @Override
        public void close() {
            kill();
        }
    }

    private final class SilentHosts implements PageHosts {
        @Override
        public String id() {
            return "played";
        }

        @Override
        public String name() {
            return "Silent";
        }

        @Override
        public Start start(Duration limit) {
            return new Start.Up(new SilentHost());
        }
    }

    @Test
    void it_is_said_that_it_did_not_join_and_its_browser_is_killed() {
        try (BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults())) {
            Launch launch = new PageLauncher(bridge, new SilentHosts()).launch(bridge, Duration.ofSeconds(1));

            assertThat(launch).isInstanceOfSatisfying(Launch.NotStarted.class, refused -> {
                assertThat(refused.failure().code()).isEqualTo(ErrorCode.BROWSER_LAUNCH_FAILED);
                assertThat(refused.failure().message()).contains("did not join");
            });
            assertThat(killed).isTrue();
        }
    }
}
