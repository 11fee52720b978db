package dev.bascule.bridge.faults;

import dev.bascule.bridge.direct.ProcessHosts;
import dev.bascule.bridge.direct.RealBrowsers;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageHosts;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("firefox")
@Tag("full")
class FirefoxProcessFaultTest extends FaultContract {
    @Override
    PageHosts hosts() {
        return new ProcessHosts(
                RealBrowsers.firefox(),
                LaunchOptions.withHardwareGpu(false).withExtraFlags(List.of("--remote-debugging-port=0")));
    }

    @Override
    PageHand hand(Path profile) throws Exception {
        return new BidiHand(profile);
    }

    /** The last word of a content process's command line is its kind. */
    @Override
    boolean isRenderer(String commandLine) {
        return commandLine.contains("-contentproc") && commandLine.strip().endsWith(" tab");
    }

    /** The opener of its pages is a page as well, and killed with them. */
    @Override
    boolean outlivesItsPage() {
        return false;
    }

    @Override
    boolean isGpuProcess(String commandLine) {
        return commandLine.contains("-contentproc") && commandLine.strip().endsWith(" gpu");
    }

    /** about:crashcontent is not for remote control to open: this is the signal that a failed assertion ends with. */
    @Override
    void crash() throws Exception {
        signal("ABRT", this::isRenderer);
    }
}
