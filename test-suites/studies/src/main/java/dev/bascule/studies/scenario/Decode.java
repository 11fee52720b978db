package dev.bascule.studies.scenario;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.suites.suite.ScenarioKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One sound in WAV, Opus, MP3, AAC and FLAC through the audio pipeline: what the browser decodes, how long that takes, and how
 * like the WAV it sounds. A codec that a browser leaves out is a note; one that gives another sound is wrong.
 *
 * @param repeats times that each file is decoded
 */
record Decode(int repeats) implements Scenario {
    private static final int RATE = 16_000;
    /** Encoders and decoders add silence of up to some thousand samples in front. */
    private static final int LAG = RATE / 8;
    /** The samples themselves correlate by 0.99 with those of a sound decoder; another sound's by less than a half. */
    private static final double LIKE = 0.9;
    /** A second in frames of 10 ms. */
    private static final PipelineSpec PIPELINE = new PipelineSpec.Audio("pcm", RATE, 100, 80);

    private static final String WAV = "speech.wav";

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.DECODE;
    }

    @Override
    public ScenarioFinding play(ScenarioContext context) {
        List<Figure> figures = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        try (ScenarioRunner scenarioRunner = context.scenarioRunner()) {
            Optional<float[]> original = scenarioRunner.fresh()
                    ? decode(scenarioRunner, WAV, context.sounds(), figures, notes)
                    : Optional.empty();
            if (original.isEmpty()) {
                ScenarioFailure none = new ScenarioFailure(
                        Verdict.UNSUPPORTED,
                        Failure.of(ErrorCode.INPUT_MISMATCH, "not even WAV is decoded: " + String.join("; ", notes)));
                return new ScenarioFinding(scenarioRunner.trouble().or(() -> Optional.of(none)), figures, List.of());
            }
            for (String file : context.sounds().keySet()) {
                if (!file.equals(WAV)) {
                    decode(scenarioRunner, file, context.sounds(), figures, notes)
                            .ifPresent(sound -> compare(scenarioRunner, file, original.get(), sound, figures));
                }
            }
            return new ScenarioFinding(scenarioRunner.trouble(), figures, notes);
        }
    }

    /** Empty where the runner refuses, which is a note, and once there was trouble. */
    private Optional<float[]> decode(
            ScenarioRunner scenarioRunner,
            String file,
            Map<String, ModelArtifact> sounds,
            List<Figure> figures,
            List<String> notes) {
        List<Double> times = new ArrayList<>();
        Optional<PipelineOutput> last = Optional.empty();
        for (int repeat = 0; repeat < repeats && scenarioRunner.isSound(); repeat++) {
            Reply<PipelineOutput> reply = scenarioRunner.prepare(PIPELINE, Map.of("audio", sounds.get(file)));
            if (reply instanceof Reply.Failed<PipelineOutput> failed
                    && failed.fault() instanceof Fault.Refused refused
                    && refused.poisoned().isEmpty()
                    && !refused.phase().equals("fetch")
                    && !refused.name().equals("IntegrityError")) {
                notes.add("%s: not decoded; %s".formatted(file, refused.message()));
                return Optional.empty();
            }
            if (reply instanceof Reply.Failed<PipelineOutput> failed) {
                // What never reached the decoder says nothing of the codec.
                scenarioRunner.stumble(ScenarioFailure.of(failed.fault()));
                return Optional.empty();
            }
            last = reply.result();
            last.ifPresent(made -> times.add(made.elapsed().toNanos() / 1e6));
        }
        if (!times.isEmpty()) {
            figures.add(Figure.ofTimes(
                    file + ": pipeline",
                    Samples.ofMillis(
                            times.stream().mapToDouble(Double::doubleValue).toArray())));
        }
        return last.flatMap(made -> Optional.ofNullable(made.tensors().get("pcm")))
                .map(Decode::floats);
    }

    private static void compare(
            ScenarioRunner scenarioRunner, String file, float[] original, float[] sound, List<Figure> figures) {
        AudioSimilarity match = AudioSimilarity.of(original, sound, LAG);
        figures.add(Figure.single(file + ": correlation with WAV", "1", match.correlation()));
        figures.add(Figure.single(file + ": delay against WAV", "ms", match.lag() * 1000.0 / RATE));
        if (match.correlation() < LIKE) {
            scenarioRunner.stumble(
                    ScenarioFailure.wrong("%s is decoded to another sound: it correlates with the WAV by %.3f only"
                            .formatted(file, match.correlation())));
        }
    }

    private static float[] floats(Tensor tensor) {
        float[] values = new float[Math.toIntExact(tensor.shape().elements())];
        tensor.data().asFloatBuffer().get(values);
        return values;
    }
}
