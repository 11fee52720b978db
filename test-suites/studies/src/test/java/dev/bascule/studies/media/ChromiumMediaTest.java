package dev.bascule.studies.media;

import dev.bascule.bridge.direct.ProcessHosts;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.testing.MachineBrowsers;
import dev.bascule.fallback.job.MediaWay;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("chromium")
@Tag("full")
class ChromiumMediaTest extends MediaContract {
    @Override
    PageHosts hosts() {
        return new ProcessHosts(MachineBrowsers.shown().chromium().orElseThrow(), LaunchOptions.withHardwareGpu(false));
    }

    @Override
    List<MediaWay> there() {
        return List.of(
                MediaWay.RECORDER,
                MediaWay.WEBCODECS_OPUS,
                MediaWay.MICROPHONE,
                MediaWay.VIDEO_RECORDER,
                MediaWay.WEBCODECS_VP8,
                MediaWay.WEBCODECS_VP9,
                MediaWay.WEBCODECS_H264,
                MediaWay.WEBCODECS_AV1,
                MediaWay.CAMERA);
    }
}
