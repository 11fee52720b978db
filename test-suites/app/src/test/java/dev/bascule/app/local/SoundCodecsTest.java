package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.numerics.SignalMatch;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real browser decodes the sounds that Bascule ships; PIPELINES.md, "Codecs". */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SoundCodecsTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    private static final int SAMPLES = 16_000;
    /** Frames of 160 samples: the sound and room for a decoder's delay. */
    private static final int FRAMES = 120;

    private static final int MOST_LAG = 3000;

    @TempDir
    static Path folder;

    private RunEnvironment environment;
    private IsolatedRunner page;
    private float[] reference;

    @BeforeAll
    void start() throws IOException {
        environment = WARM.withBrowser();
        page = environment.browsers().get(0).lane(Backends.WASM);
        reference = java.util.Arrays.copyOf(samples(decoded("wav")), SAMPLES);
    }

    @ParameterizedTest
    @CsvSource({"flac, flac, 0.99999, 80", "ogg, opus, 0.98, 12", "mp3, mp3, 0.98, 12", "m4a, aac, 0.98, 12"})
    void is_the_reference_after_alignment(String suffix, String codec, double correlation, double decibels)
            throws IOException {
        PipelineOutput made = decoded(suffix);
        assertThat(made.facts()).containsEntry("codec", codec);
        float[] sound = samples(made);
        SignalMatch match = SignalMatch.of(reference, sound, MOST_LAG);
        assertThat(match.correlation()).isGreaterThan(correlation);
        assertThat(match.signalToNoise()).isGreaterThan(decibels);

        float[] backwards = new float[sound.length];
        for (int i = 0; i < sound.length; i++) {
            backwards[i] = sound[sound.length - 1 - i];
        }
        assertThat(SignalMatch.of(reference, backwards, MOST_LAG).correlation())
                .as("negative control")
                .isLessThan(0.9);
    }

    @Test
    void what_is_no_sound_is_refused_in_the_browsers_words() throws IOException {
        Reply<PipelineOutput> reply = prepared("README.md");
        assertThat(reply).isInstanceOf(Reply.Failed.class);
        assertThat(((Reply.Failed<PipelineOutput>) reply).fault())
                .isInstanceOfSatisfying(Fault.Refused.class, refused -> {
                    assertThat(refused.name()).isEqualTo("CodecError");
                    assertThat(refused.message()).contains("unknown");
                    assertThat(refused.poisoned()).isEmpty();
                });
    }

    private PipelineOutput decoded(String suffix) throws IOException {
        Reply<PipelineOutput> reply = prepared("speech." + suffix);
        assertThat(reply).isInstanceOf(Reply.Ok.class);
        return reply.result().orElseThrow();
    }

    private Reply<PipelineOutput> prepared(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in = SoundCodecsTest.class.getResourceAsStream("/dev/bascule/suites/sound/" + name)) {
            Files.write(file, in.readAllBytes());
        }
        ModelArtifact sound = new ModelArtifact(Sha256.of(file), Files.size(file), file);
        PipelineRequest request = new PipelineRequest(
                environment.jobIds().next(),
                new PipelineSpec.Audio("pcm", SAMPLES, FRAMES, 80),
                Map.of("audio", sound),
                Optional.empty());
        return page.ask(live -> live.prepare(request, Duration.ofSeconds(120)));
    }

    private static float[] samples(PipelineOutput made) {
        Tensor pcm = made.tensors().get("pcm");
        float[] samples = new float[Math.toIntExact(pcm.shape().elements())];
        pcm.data().asFloatBuffer().get(samples);
        return samples;
    }
}
