package dev.bascule.bridge.flags;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.fallback.runner.CaptureFiles;
import dev.bascule.fallback.runner.Capturing.Brings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How each engine is told to take something else for its microphone and its camera, and to ask nobody. Stateless. */
public final class CaptureSettings {
    private CaptureSettings() {}

    public static BrowserSettings of(BrowserEngine engine, CaptureFiles files) {
        return switch (engine) {
            case CHROMIUM -> {
                List<String> flags = new ArrayList<>(
                        List.of("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"));
                files.sound().ifPresent(sound -> flags.add("--use-file-for-fake-audio-capture=" + sound + "%noloop"));
                files.picture().ifPresent(picture -> flags.add("--use-file-for-fake-video-capture=" + picture));
                yield BrowserSettings.NONE.and(FlagSet.of(flags));
            }
            case GECKO ->
                new BrowserSettings(
                        FlagSet.NONE,
                        Map.of("media.navigator.streams.fake", true, "media.navigator.permission.disabled", true),
                        Map.of());
            case WEBKIT ->
                BrowserSettings.NONE.and(
                        FlagSet.of("--enable-media-stream=true", "--enable-mock-capture-devices=true"));
        };
    }

    /** Only Chromium takes files. */
    public static Brings brings(BrowserEngine engine) {
        return engine == BrowserEngine.CHROMIUM ? Brings.FILES : Brings.ITS_OWN;
    }
}
