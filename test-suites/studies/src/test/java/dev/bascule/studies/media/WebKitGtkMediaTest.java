package dev.bascule.studies.media;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.selenium.SeleniumHosts;
import dev.bascule.bridge.testing.MachineBrowsers;
import dev.bascule.fallback.job.MediaWay;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("webkitgtk")
@Tag("full")
class WebKitGtkMediaTest extends MediaContract {
    @Override
    PageHosts hosts() {
        MachineBrowsers.Driven driven =
                MachineBrowsers.shown().driven(BrowserFamily.WEBKITGTK).orElseThrow();
        return new SeleniumHosts(driven.browser(), driven.fit().driver(), LaunchOptions.withHardwareGpu(false));
    }

    @Override
    List<MediaWay> there() {
        return List.of(MediaWay.MICROPHONE, MediaWay.WEBCODECS_VP8, MediaWay.CAMERA);
    }

    /** WebKitGTK 2.50 crashes at it. */
    @Override
    List<MediaWay> losing() {
        return List.of(MediaWay.WEBCODECS_OPUS);
    }
}
