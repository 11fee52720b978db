package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.MediaReply;
import dev.bascule.fallback.job.MediaWay.Medium;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.Shaping;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.media.PictureJudge;
import dev.bascule.studies.media.Rgb;
import dev.bascule.studies.media.SoundJudge;
import dev.bascule.studies.media.WavFile;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What is sent through the media stack: a case's sound or picture as the native side decodes it, in a form that every way takes. */
sealed interface MediaOriginal {
    /** A longer sound is sent as far as this: a recorder takes as long as the sound. */
    int MOST_SECONDS = 4;

    /** Samples of a frame of an audio pipeline, at whatever rate. */
    int FRAME_SAMPLES = 160;

    /** Encoders take no picture that is much smaller, or whose sides are odd. */
    int LEAST_SIDE = 128;

    Medium medium();

    /** What the case's pipeline calls its file. */
    String role();

    /** @param whole whether it is all of the case's */
    record Sound(float[] samples, int sampleRate, boolean whole) implements MediaOriginal {
        @Override
        public Medium medium() {
            return Medium.SOUND;
        }

        @Override
        public String role() {
            return "audio";
        }
    }

    record Picture(Rgb pixels) implements MediaOriginal {
        @Override
        public Medium medium() {
            return Medium.PICTURE;
        }

        @Override
        public String role() {
            return "image";
        }
    }

    /** Decoded in a native child; a refusal is told to whoever asked. */
    static Reply<MediaOriginal> of(ScenarioContext context, CasePipeline pipeline) {
        PipelineRequest request = pipeline.request();
        Place nativeCpu = new Place(context.ground().nativeSource(), Backends.NATIVE_CPU);
        try (ScenarioRunner child = context.scenarioRunner(nativeCpu)) {
            return child.prepare(new PipelineRequest(
                            request.job(), plain(request.pipeline()), request.assets(), Optional.empty()))
                    .map(made -> of(request.pipeline(), made));
        }
    }

    /** Whether such a pipeline has something to send. */
    static boolean isSent(PipelineSpec spec) {
        return !(spec instanceof PipelineSpec.Text);
    }

    private static PipelineSpec plain(PipelineSpec spec) {
        if (spec instanceof PipelineSpec.Audio audio) {
            int frames = Math.max(1, MOST_SECONDS * audio.sampleRate() / FRAME_SAMPLES);
            return new PipelineSpec.Audio("pcm", audio.sampleRate(), frames, audio.mels());
        }
        PipelineSpec.Vision vision = (PipelineSpec.Vision) spec;
        int times = 1;
        while (times * Math.min(vision.width(), vision.height()) < LEAST_SIDE
                || times * vision.width() % 2 + times * vision.height() % 2 > 0) {
            times++;
        }
        Shaping.Fit fit = vision.shaped().fit();
        Shaping.Fit larger = fit instanceof Shaping.Fit.ShortestEdge shortest
                ? new Shaping.Fit.ShortestEdge(times * shortest.edge())
                : fit instanceof Shaping.Fit.Pad ? new Shaping.Fit.Pad(0) : fit;
        return new PipelineSpec.Vision(
                times * vision.width(),
                times * vision.height(),
                List.of(0.0, 0.0, 0.0),
                List.of(1.0, 1.0, 1.0),
                Optional.of(new Shaping(
                        Shaping.Resampling.BILINEAR, false, larger, 1, Shaping.Channels.RGB, Shaping.Layout.NHWC)));
    }

    private static MediaOriginal of(PipelineSpec spec, PipelineOutput made) {
        Tensor tensor = made.tensors().values().iterator().next();
        FloatBuffer values = tensor.data().asFloatBuffer();
        float[] all = new float[values.remaining()];
        values.get(all);
        if (spec instanceof PipelineSpec.Audio audio) {
            int end = all.length;
            while (end > 0 && all[end - 1] == 0) {
                end--;
            }
            float[] samples = WavFile.rounded(Arrays.copyOf(all, end));
            return new Sound(samples, audio.sampleRate(), end < all.length);
        }
        byte[] bytes = new byte[all.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Math.max(0, Math.min(255, Math.round(all[i])));
        }
        List<Long> dims = tensor.shape().dims();
        return new Picture(new Rgb(dims.get(2).intValue(), dims.get(1).intValue(), bytes));
    }

    /** Why nothing can be told of it; empty where it can. */
    default Optional<Failure> untellable() {
        if (this instanceof Sound sound) {
            return SoundJudge.rms(sound.samples()) < 1e-4
                    ? untellable(
                            "the case's sound is silence: of that nobody can tell whether it came back",
                            "give it a sound")
                    : Optional.empty();
        }
        Rgb pixels = ((Picture) this).pixels();
        if (PictureJudge.isFlat(pixels)) {
            return untellable(
                    "the case's picture has but one colour: of that nobody can tell whether it came back",
                    "give it a picture of something");
        }
        boolean tooLarge = pixels.bytes().length > MediaReply.MOST_ELEMENTS
                || Math.max(pixels.width(), pixels.height()) > MediaReply.MOST_SIDE;
        return tooLarge
                ? untellable(
                        "the case's picture of %d x %d is larger than what is taken back: %d values, and %d a side"
                                .formatted(
                                        pixels.width(),
                                        pixels.height(),
                                        MediaReply.MOST_ELEMENTS,
                                        MediaReply.MOST_SIDE),
                        "take a model of smaller pictures")
                : Optional.empty();
    }

    private static Optional<Failure> untellable(String why, String remedy) {
        return Optional.of(Failure.of(ErrorCode.INPUT_MISMATCH, why, remedy));
    }
}
