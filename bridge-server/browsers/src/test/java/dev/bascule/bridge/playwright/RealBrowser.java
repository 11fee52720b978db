package dev.bascule.bridge.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.direct.RealBrowsers;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import java.time.Duration;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The bundled browser behind a bridge, started once for all tests that may share it. */
final class RealBrowser implements ParameterResolver {
    static final Duration LIMIT = Duration.ofSeconds(60);

    /** What the tests share; closed after the last of them. */
    record Shared(BridgeServer bridge, PageLauncher launcher, LaunchedRunner launched)
            implements AutoCloseable, ExtensionContext.Store.CloseableResource {
        @Override
        public void close() {
            launched.close();
            bridge.close();
        }
    }

    static BrowserInstallation installation() {
        return RealBrowsers.shell();
    }

    static PageLauncher launcher(BridgeServer bridge) {
        return new PageLauncher(bridge, new PlaywrightHosts(installation(), LaunchOptions.withHardwareGpu(false)));
    }

    static LaunchedRunner started(Launcher.Launch launch) {
        assertThat(launch).isInstanceOf(Launcher.Launch.Started.class);
        return ((Launcher.Launch.Started) launch).launched();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Shared.class;
    }

    @Override
    public Shared resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(RealBrowser.class))
                .getOrComputeIfAbsent("shared", key -> start(), Shared.class);
    }

    private static Shared start() {
        BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
        PageLauncher launcher = launcher(bridge);
        return new Shared(bridge, launcher, started(launcher.launch(bridge, LIMIT)));
    }
}
