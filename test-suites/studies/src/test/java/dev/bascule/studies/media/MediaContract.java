package dev.bascule.studies.media;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.MediaReply;
import dev.bascule.fallback.job.MediaRequest;
import dev.bascule.fallback.job.MediaWay;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.CaptureFiles;
import dev.bascule.fallback.runner.Capturing;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher.Launch;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.distribute.Onnx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A sound and a picture through every way of a real browser, whose devices are none. */
@Timeout(180)
abstract class MediaContract {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int RATE = 16_000;
    static final String ITS_OWN = "of its own";
    private static final String LOST = "lost its page: ";

    @TempDir
    Path folder;

    /** The browser of this test. */
    abstract PageHosts hosts();

    /** The ways that every version of it has; another may come, or say that it is not there. */
    abstract List<MediaWay> there();

    /** Those that may cost the page. */
    List<MediaWay> losing() {
        return List.of();
    }

    private static float[] sound() {
        return MediaSamples.chirp(RATE, RATE);
    }

    private static Rgb picture() {
        return MediaSamples.picture(160, 128);
    }

    private ModelArtifact file(String name, byte[] content) throws IOException {
        Path file = Files.write(folder.resolve(name), content);
        return new ModelArtifact(Sha256.of(file), content.length, file);
    }

    @Test
    void each_way_brings_what_was_sent_or_says_that_it_is_not_there() throws IOException {
        float[] around = new float[3 * RATE];
        System.arraycopy(sound(), 0, around, RATE, RATE);
        CaptureFiles devices = new CaptureFiles(
                Optional.of(
                        file("microphone.wav", WavFile.of16Bits(around, RATE)).file()),
                Optional.of(file("camera.y4m", Y4mFile.of(picture(), 10, 10)).file()));
        try (BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults())) {
            Capturing capturing =
                    new PageLauncher(bridge, hosts()).capturing(devices).orElseThrow();
            List<String> seen = new ArrayList<>();
            List<MediaWay> came = new ArrayList<>();
            Deque<MediaWay> left = new ArrayDeque<>(List.of(MediaWay.values()));
            while (!left.isEmpty()) {
                visit(bridge, capturing, left, seen, came);
            }
            if (Boolean.getBoolean("bascule.tellMedia")) {
                seen.forEach(System.out::println);
            }
            assertThat(came).as(String.join("\n", seen)).containsAll(there());
            assertThat(seen).noneMatch(word -> word.contains("BROKEN"));
        }
    }

    /** As many ways as a page outlives. */
    private void visit(
            BridgeServer bridge, Capturing capturing, Deque<MediaWay> left, List<String> seen, List<MediaWay> came)
            throws IOException {
        Launch launch = capturing.launcher().launch(bridge, LIMIT);
        assertThat(launch).isInstanceOf(Launch.Started.class);
        try (LaunchedRunner browser = ((Launch.Started) launch).launched()) {
            RunnerSession session = opened(browser);
            assertThat(session.takesMedia()).isTrue();
            while (!left.isEmpty()) {
                MediaWay way = left.poll();
                String word = taken(session, way, capturing.brings());
                seen.add(way.id() + ": " + word);
                if (word.startsWith(LOST)) {
                    assertThat(losing()).contains(way);
                    return;
                }
                if (!word.startsWith("not there")) {
                    came.add(way);
                }
            }
            assertThat(session.finish(LIMIT).failed()).isEmpty();
        }
    }

    private RunnerSession opened(LaunchedRunner browser) throws IOException {
        Job job = new Job(
                "media",
                Backends.WASM,
                file("model.onnx", Onnx.branched().toByteArray()),
                Feeds.of(Map.of("x", Tensor.floats(Shape.of(4), 1, 2, 3, 4))),
                List.of(),
                SessionSettings.defaults().withEvidence(false));
        return browser.runner().open(job, LIMIT).result().orElseThrow();
    }

    private String taken(RunnerSession session, MediaWay way, Capturing.Brings brings) throws IOException {
        boolean heard = MediaWay.of(MediaWay.Medium.SOUND).contains(way);
        ModelArtifact file =
                heard ? file("sound.wav", WavFile.of16Bits(sound(), RATE)) : file("picture.png", PngFile.of(picture()));
        Reply<MediaReply> reply = session.media(new MediaRequest(way, file, RATE, 2, Duration.ofSeconds(20)), LIMIT);
        if (reply instanceof Reply.Failed<MediaReply> failed) {
            if (failed.fault() instanceof Fault.Lost lost) {
                return LOST + lost.end();
            }
            return failed.fault() instanceof Fault.Refused refused
                            && refused.name().equals("MediaUnavailable")
                    ? "not there; " + refused.message()
                    : "BROKEN " + failed.fault();
        }
        MediaReply came = reply.result().orElseThrow();
        boolean own = way.isOfDevice() && brings == Capturing.Brings.ITS_OWN;
        String told = came.facts() + " " + came.times().keySet();
        if (heard) {
            float[] back = floats(came.tensor(MediaReply.PCM).orElseThrow());
            if (own) {
                return SoundJudge.unheard(back).map(why -> "BROKEN " + why).orElse(ITS_OWN) + " " + told;
            }
            SoundFinding found = SoundJudge.judge(sound(), back, RATE, way == MediaWay.RECORDER || way.isOfDevice());
            return found.broken().map(why -> "BROKEN " + why + ", ").orElse("")
                    + "snr %s dB, log-mel %.2f dB, level %.2f dB, delay %.2f, correlation %.4f of %d samples "
                            .formatted(
                                    found.snrDb().map("%.1f"::formatted).orElse("beyond floats'"),
                                    found.logMelDb(),
                                    found.levelDb(),
                                    found.delay(),
                                    found.correlation(),
                                    back.length)
                    + told;
        }
        Rgb back = pixels(came.tensor(MediaReply.PIXELS).orElseThrow());
        if (own) {
            return PictureJudge.unseen(back).map(why -> "BROKEN " + why).orElse(ITS_OWN) + " " + told;
        }
        PictureFinding found = PictureJudge.judge(picture(), back);
        return found.broken().map(why -> "BROKEN " + why + ", ").orElse("")
                + "psnr %s, largest %d ".formatted(found.psnrDb(), found.largest())
                + told;
    }

    private static float[] floats(Tensor tensor) {
        float[] values = new float[Math.toIntExact(tensor.shape().elements())];
        tensor.data().asFloatBuffer().get(values);
        return values;
    }

    private static Rgb pixels(Tensor tensor) {
        List<Long> dims = tensor.shape().dims();
        return new Rgb(dims.get(1).intValue(), dims.get(0).intValue(), tensor.bytes());
    }
}
