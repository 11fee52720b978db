package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.MediaReply;
import dev.bascule.fallback.job.MediaRequest;
import dev.bascule.fallback.job.MediaWay;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.runner.Capturing.Brings;
import dev.bascule.studies.media.PngFile;
import dev.bascule.studies.media.WavFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** One browser that takes an original through all ways, one after the other, in one session of the model. Belongs to one thread. */
final class MediaVisit {
    private static final Duration LIMIT = Duration.ofSeconds(25);
    /** Whatever of its stack the page lacks, and a device that nobody stands in for. */
    private static final Set<String> UNAVAILABLE = Set.of("MediaUnavailable", "UnsupportedError");

    private static final Map<String, String> FIGURES =
            Map.of("encode", "encode", "decode", "decode", "readBack", "read back");

    private final ScenarioContext context;
    private final ScenarioRunner runner;
    private final CasePipeline pipeline;
    private final MediaOriginal original;
    private final Optional<Brings> devices;
    private final MediaFolder folder;
    private final int repeats;
    private final List<Figure> figures = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private int there;

    MediaVisit(
            ScenarioContext context,
            ScenarioRunner runner,
            CasePipeline pipeline,
            MediaOriginal original,
            Optional<Brings> devices,
            MediaFolder folder,
            int repeats) {
        this.context = context;
        this.runner = runner;
        this.pipeline = pipeline;
        this.original = original;
        this.devices = devices;
        this.folder = folder;
        this.repeats = repeats;
    }

    ScenarioFinding play() {
        opened().ifPresent(this::take);
        if (runner.isSound() && !failed.isEmpty()) {
            runner.stumble(new ScenarioFailure(
                    Verdict.FAILED, Failure.of(ErrorCode.EXECUTION_FAILED, String.join("; ", failed))));
        }
        if (runner.isSound() && there == 0) {
            runner.stumble(new ScenarioFailure(
                    Verdict.UNSUPPORTED,
                    Failure.of(
                            ErrorCode.OPERATOR_UNSUPPORTED,
                            "this browser has none of the ways",
                            "take a newer browser, or Chrome")));
        }
        return new ScenarioFinding(runner.trouble(), figures, notes);
    }

    /** The model, in a browser that has come from nothing yet. */
    private Optional<ScenarioSession> opened() {
        return runner.fresh() ? runner.open(context.testCase(), context.place().backend()) : Optional.empty();
    }

    private void take(ScenarioSession first) {
        first.mustBeRight(context.reference());
        if (!first.takesMedia()) {
            runner.stumble(new ScenarioFailure(
                    Verdict.UNSUPPORTED,
                    Failure.of(
                            ErrorCode.OPERATOR_UNSUPPORTED,
                            "this page is of a build that takes nothing through its media stack",
                            "load it anew")));
        }
        ModelArtifact file = file();
        Optional<ScenarioSession> session = Optional.of(first);
        Optional<MediaModel.Said> right = model(first).asked(file);
        for (MediaWay way : MediaWay.of(original.medium())) {
            if (session.isEmpty() || right.isEmpty() || !runner.isSound()) {
                return;
            }
            if (way.isOfDevice() && devices.isEmpty()) {
                notes.add(way.id()
                        + ": not asked for; this browser takes no stand-in for a device, and nobody's own is opened");
            } else if (!goesOn(way, session.get(), file, right.get())) {
                session = opened();
            }
        }
        session.ifPresent(ScenarioSession::finish);
    }

    private MediaModel model(ScenarioSession session) {
        return new MediaModel(context, session, pipeline, original.role());
    }

    private ModelArtifact file() {
        if (original instanceof MediaOriginal.Sound sound) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%s of %.2f s at %d Hz, one channel",
                    sound.whole() ? "the case's sound" : "the beginning of the case's sound",
                    (double) sound.samples().length / sound.sampleRate(),
                    sound.sampleRate()));
            return folder.artifact("original.wav", WavFile.of16Bits(sound.samples(), sound.sampleRate()));
        }
        MediaOriginal.Picture picture = (MediaOriginal.Picture) original;
        notes.add("the case's picture at %d x %d"
                .formatted(picture.pixels().width(), picture.pixels().height()));
        return folder.artifact("original.png", PngFile.of(picture.pixels()));
    }

    /** Whether the session outlives it. */
    private boolean goesOn(MediaWay way, ScenarioSession session, ModelArtifact file, MediaModel.Said right) {
        int rate = original instanceof MediaOriginal.Sound sound ? sound.sampleRate() : 1;
        Optional<Reply<MediaReply>> reply = session.media(new MediaRequest(way, file, rate, repeats, LIMIT));
        Optional<Fault> fault = reply.flatMap(Reply::failed);
        fault.ifPresent(why -> refused(way, why));
        reply.flatMap(Reply::result).ifPresent(came -> judge(way, came, model(session), right));
        return fault.filter(why -> !FaultClassifier.classify(why).runnerIsSound())
                .isEmpty();
    }

    /** What was timed, by its word in the protocol: first is something else on each way. */
    private static String step(MediaWay way, String word) {
        if (!word.equals("firstFrame")) {
            return FIGURES.getOrDefault(word, word);
        }
        return way.isOfDevice()
                ? "device to first frame"
                : way == MediaWay.VIDEO_RECORDER ? "playback to first frame" : "first coded chunk";
    }

    private void refused(MediaWay way, Fault fault) {
        if (fault instanceof Fault.Refused refused && UNAVAILABLE.contains(refused.name())) {
            notes.add(way.id() + ": unavailable; " + refused.message());
            return;
        }
        String why = ScenarioFailure.of(fault).failure().message();
        there++;
        notes.add(way.id() + ": FAILED; " + why);
        failed.add(way.id() + ": " + why);
    }

    private void judge(MediaWay way, MediaReply came, MediaModel model, MediaModel.Said right) {
        there++;
        Optional<Brings> brings = way.isOfDevice() ? devices : Optional.empty();
        boolean endless = way == MediaWay.RECORDER || way.isOfDevice();
        MediaPassage passage = MediaPassage.of(way.id(), original, came, endless, brings, folder);
        figures.addAll(passage.figures());
        came.times().forEach((step, times) -> {
            if (!times.isEmpty()) {
                figures.add(Figure.ofTimes(way.id() + ": " + step(way, step), times));
            }
        });
        Optional<Double> bytes = bytes(came);
        bytes.ifPresent(size -> figures.add(Figure.single(way.id() + ": coded", "bytes", size)));
        passage.broken().ifPresent(why -> {
            notes.add(way.id() + ": FAILED; " + why);
            failed.add(way.id() + ": " + why);
        });
        List<String> said = new ArrayList<>(passage.notes());
        passage.back().flatMap(model::asked).ifPresent(now -> {
            right.relativeChange(now)
                    .ifPresent(change -> figures.add(Figure.single(way.id() + ": change of the outputs", "1", change)));
            said.add(right.compared(now));
        });
        new TreeMap<>(came.facts()).forEach((name, value) -> {
            if (!(name.equals("bytes") && bytes.isPresent()) && !value.isEmpty()) {
                said.add(name + " " + value);
            }
        });
        if (!said.isEmpty()) {
            notes.add(way.id() + ": " + String.join("; ", said));
        }
    }

    private static Optional<Double> bytes(MediaReply came) {
        try {
            return Optional.ofNullable(came.facts().get("bytes"))
                    .map(Double::valueOf)
                    .filter(size -> Double.isFinite(size) && size >= 0);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
