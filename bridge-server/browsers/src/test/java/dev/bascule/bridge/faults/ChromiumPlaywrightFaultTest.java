package dev.bascule.bridge.faults;

import dev.bascule.bridge.direct.RealBrowsers;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.playwright.PlaywrightHosts;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

class ChromiumPlaywrightFaultTest extends FaultContract {
    @Override
    PageHosts hosts() {
        return new PlaywrightHosts(
                RealBrowsers.shell(),
                LaunchOptions.withHardwareGpu(false).withExtraFlags(List.of("--remote-debugging-port=0")));
    }

    @Override
    PageHand hand(Path profile) throws Exception {
        return new DevToolsHand(profile);
    }

    @Override
    boolean isRenderer(String commandLine) {
        return commandLine.contains("--type=renderer");
    }

    @Override
    boolean outlivesItsPage() {
        return true;
    }

    @Override
    boolean isGpuProcess(String commandLine) {
        return commandLine.contains("--type=gpu-process");
    }

    @Override
    void crash() throws Exception {
        try (DevToolsHand hand = (DevToolsHand) hand()) {
            hand.navigate("chrome://crash");
            // The socket must live until the command has arrived.
            TimeUnit.SECONDS.sleep(1);
        }
    }
}
