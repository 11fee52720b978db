package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.CaptureFiles;
import dev.bascule.fallback.runner.Capturing;
import dev.bascule.studies.media.WavFile;
import dev.bascule.studies.media.Y4mFile;
import dev.bascule.suites.suite.ScenarioKind;
import java.util.Optional;

/**
 * A case's sound or picture through each way of the browser's media stack: what is there, what is lost, how long it takes, and whether the
 * model says the same of what came back. A way that is not there is a note; one that brings something else has failed.
 *
 * @param repeats how often what is cheap is timed
 */
record MediaWays(int repeats) implements Scenario {
    private static final int FRAMES_PER_SECOND = 10;
    /** In front of the sound for a microphone, of which the first moments are lost while it opens, and behind it. */
    private static final double LEAD_SECONDS = 0.8;

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.MEDIA;
    }

    @Override
    public ScenarioFinding play(ScenarioContext context) {
        if (context.place().backend().side() != Side.BROWSER) {
            return none("not applicable: only a browser has a media stack", "play it on a browser's backend");
        }
        Optional<CasePipeline> pipeline = context.testCase()
                .feeding()
                .pipeline()
                .filter(known -> !known.feeds().isEmpty())
                .filter(known -> MediaOriginal.isSent(known.request().pipeline()));
        if (pipeline.isEmpty()) {
            return none(
                    "the case has no audio or image pipeline",
                    "name one: --pipeline audio, or `pipeline` in the suite");
        }
        Reply<MediaOriginal> made = MediaOriginal.of(context, pipeline.get());
        return made.fold(original -> play(context, pipeline.get(), original), MediaWays::undecoded);
    }

    private static ScenarioFinding undecoded(Fault fault) {
        return ScenarioFinding.of(ScenarioFailure.of(fault).during("decoding the case's file natively"));
    }

    private ScenarioFinding play(ScenarioContext context, CasePipeline pipeline, MediaOriginal original) {
        Optional<Failure> untellable = original.untellable();
        if (untellable.isPresent()) {
            return ScenarioFinding.of(new ScenarioFailure(Verdict.UNSUPPORTED, untellable.get()));
        }
        try (MediaFolder folder = MediaFolder.create()) {
            Optional<Capturing> capturing =
                    context.place().source().capturing(context.place().backend(), devices(original, folder));
            try (ScenarioRunner runner = capturing.map(context::scenarioRunner).orElseGet(context::scenarioRunner)) {
                MediaVisit visit = new MediaVisit(
                        context, runner, pipeline, original, capturing.map(Capturing::brings), folder, repeats);
                return visit.play();
            }
        }
    }

    /** What the browser is to take for its devices. */
    private static CaptureFiles devices(MediaOriginal original, MediaFolder folder) {
        if (original instanceof MediaOriginal.Sound sound) {
            int lead = (int) (LEAD_SECONDS * sound.sampleRate());
            float[] around = new float[2 * lead + sound.samples().length];
            System.arraycopy(sound.samples(), 0, around, lead, sound.samples().length);
            return new CaptureFiles(
                    Optional.of(folder.write("microphone.wav", WavFile.of16Bits(around, sound.sampleRate()))),
                    Optional.empty());
        }
        byte[] frames = Y4mFile.of(((MediaOriginal.Picture) original).pixels(), FRAMES_PER_SECOND, FRAMES_PER_SECOND);
        return new CaptureFiles(Optional.empty(), Optional.of(folder.write("camera.y4m", frames)));
    }

    private static ScenarioFinding none(String why, String remedy) {
        return ScenarioFinding.of(
                new ScenarioFailure(Verdict.UNSUPPORTED, Failure.of(ErrorCode.INPUT_MISMATCH, why, remedy)));
    }
}
