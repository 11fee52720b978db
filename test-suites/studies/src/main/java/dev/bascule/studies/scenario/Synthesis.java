package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.SoundClip;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.media.SoundDifference;
import dev.bascule.studies.media.WavFile;
import dev.bascule.suites.suite.ScenarioKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sound that a model makes on a target beside the reference's: how far apart they lie for an ear, and both to listen to. As a
 * control the same distance to the reference played backwards, which has its spectrum and is another sound.
 *
 * @param seconds of each sound that are kept to be listened to
 */
record Synthesis(int seconds) implements Scenario {
    /** About the least difference of levels that an ear notices: Fastl and Zwicker, Psychoacoustics, 2007, 7.1. */
    private static final double NOTICED_DB = 1;

    /** A shorter row of numbers is no sound. */
    private static final int LEAST_SAMPLES = 1_000;
    /** Of a log-mel frame, in samples of the pipeline's rate. */
    private static final int HOP = 160;
    /** Of telephones, and of sound cards. */
    private static final int LEAST_RATE = 8_000;

    private static final int MOST_RATE = 192_000;
    /** Of most published vocoders. */
    private static final int USUAL_RATE = 22_050;

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.SYNTHESIS;
    }

    @Override
    public ScenarioFinding play(ScenarioContext context) {
        boolean ofSound = context.testCase().model().family() == Family.AUDIO;
        Optional<Map.Entry<String, Tensor>> right = context.reference().steps().get(0).entrySet().stream()
                .filter(entry -> ofSound && isSound(entry.getValue()))
                .min(Map.Entry.comparingByKey());
        if (right.isEmpty()) {
            return ScenarioFinding.of(new ScenarioFailure(
                    Verdict.SKIPPED,
                    Failure.of(
                            ErrorCode.INPUT_MISMATCH,
                            "this makes no sound: that is what an audio model makes as one row of %d float32 samples or more, none beyond 1"
                                    .formatted(LEAST_SAMPLES),
                            "play it with a model that makes sound: bascule run hifi-gan-micro --scenario synthesis")));
        }
        String output = right.get().getKey();
        float[] wanted = samples(right.get().getValue());
        try (ScenarioRunner scenarioRunner = context.scenarioRunner()) {
            Optional<Tensor> made = scenarioRunner.fresh()
                    ? scenarioRunner
                            .open(context.testCase(), context.place().backend())
                            .flatMap(session -> Optional.ofNullable(
                                    session.first().steps().get(0).get(output)))
                    : Optional.empty();
            if (made.isEmpty()) {
                return ScenarioFinding.of(scenarioRunner
                        .trouble()
                        .orElseGet(() -> ScenarioFailure.wrong("the output '%s' is missing".formatted(output))));
            }
            return judged(
                    new Made(wanted, samples(made.get()), rate(context, wanted.length)),
                    context.place().backend().id(),
                    name(context.reference().kind()));
        }
    }

    /**
     * What there is to judge.
     *
     * @param right the reference's sound
     * @param own the target's
     */
    record Made(float[] right, float[] own, Rate rate) {}

    /** @param said where the rate is from */
    record Rate(int hertz, String said) {}

    ScenarioFinding judged(Made made, String place, String reference) {
        int hertz = made.rate().hertz();
        List<SoundClip> sounds =
                List.of(clip(place, made.own(), hertz), clip("reference: " + reference, made.right(), hertz));
        Optional<SoundDifference> difference = SoundDifference.of(made.right(), made.own(), hertz);
        List<String> notes = new ArrayList<>(List.of("%.3g s of sound at %d Hz, %s"
                .formatted(
                        (double) made.right().length / hertz, hertz, made.rate().said())));
        if (difference.isEmpty()) {
            return finding(
                    Optional.of(ScenarioFailure.wrong(
                            "the sound has values that are no numbers, or another length than the reference's")),
                    List.of(),
                    notes,
                    List.of(sounds.get(1)));
        }
        double distance = difference.get().melDistanceDb();
        double control = SoundDifference.of(made.right(), backwards(made.right()), hertz)
                .map(SoundDifference::melDistanceDb)
                .orElse(0.0);
        List<Figure> figures = new ArrayList<>();
        difference
                .get()
                .signalToNoiseDb()
                .ifPresentOrElse(
                        db -> figures.add(Figure.single("signal to noise", "dB", db)),
                        () -> notes.add("sample for sample the reference"));
        figures.add(Figure.single("mel distance", "dB", distance));
        figures.add(Figure.single("mel distance of the reference backwards", "dB", control));
        figures.add(Figure.single("level", "dBFS", difference.get().levelDb()));
        if (control <= NOTICED_DB) {
            notes.add("this measure cannot tell the sound from its reverse: a small distance says little");
        }
        Optional<ScenarioFailure> trouble = distance <= NOTICED_DB
                ? Optional.empty()
                : Optional.of(ScenarioFailure.wrong(
                        "an ear notices: its log-mel spectrum lies %.3g dB from the reference's on average, more than %.0f dB"
                                .formatted(distance, NOTICED_DB)));
        return finding(trouble, figures, notes, sounds);
    }

    private static ScenarioFinding finding(
            Optional<ScenarioFailure> trouble, List<Figure> figures, List<String> notes, List<SoundClip> sounds) {
        return new ScenarioFinding(trouble, figures, notes, false, sounds);
    }

    private SoundClip clip(String name, float[] samples, int hertz) {
        long fits = (SoundClip.MOST_BYTES - 64L) / Short.BYTES;
        int length = (int) Math.min(Math.min(samples.length, fits), (long) seconds * hertz);
        return SoundClip.of(name, WavFile.of16Bits(Arrays.copyOf(samples, length), hertz));
    }

    /** A vocoder's sound is as long as the one that its frames were made of. */
    private static Rate rate(ScenarioContext context, int samples) {
        Optional<PipelineSpec> spec = context.testCase()
                .feeding()
                .pipeline()
                .map(CasePipeline::request)
                .map(request -> request.pipeline());
        if (spec.isPresent() && spec.get() instanceof PipelineSpec.Audio audio) {
            long hertz = Math.round((double) samples * audio.sampleRate() / ((double) audio.frames() * HOP));
            if (hertz >= LEAST_RATE && hertz <= MOST_RATE) {
                return new Rate((int) hertz, "as long as the sound that it was made of");
            }
        }
        return new Rate(USUAL_RATE, "the usual rate: nothing says which it is");
    }

    private static boolean isSound(Tensor tensor) {
        List<Long> dims = tensor.shape().dims();
        return tensor.dtype() == DType.FLOAT32
                && !dims.isEmpty()
                && dims.get(dims.size() - 1) >= LEAST_SAMPLES
                && tensor.shape().elements() == dims.get(dims.size() - 1)
                && isInRange(samples(tensor));
    }

    /** Logits of many classes, which are a row of numbers as well, are not. */
    private static boolean isInRange(float[] samples) {
        for (float sample : samples) {
            if (!(Math.abs(sample) <= 1)) {
                return false;
            }
        }
        return true;
    }

    private static float[] samples(Tensor tensor) {
        float[] samples = new float[Math.toIntExact(tensor.shape().elements())];
        tensor.data().asFloatBuffer().get(samples);
        return samples;
    }

    private static float[] backwards(float[] sound) {
        float[] turned = new float[sound.length];
        for (int i = 0; i < sound.length; i++) {
            turned[i] = sound[sound.length - 1 - i];
        }
        return turned;
    }

    private static String name(Numerics.Reference reference) {
        return switch (reference) {
            case EXPECTED_OUTPUT -> "published output";
            case EXACT -> "computed in double";
            case NATIVE_CPU_UNOPTIMISED -> "native CPU, not optimised";
            case PYTORCH_CPU_UNOPTIMISED -> "PyTorch's CPU, not optimised";
        };
    }
}
