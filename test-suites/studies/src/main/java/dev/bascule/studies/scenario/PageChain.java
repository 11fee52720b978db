package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.AnswerDecoder;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.inputs.PictureCuts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Three models in a row on one target, each open all the while in a page or process of its own, for a runner has one session at a time:
 * where text is, which way up each piece is, what it says. The target's own pipeline makes the detector's tensor; pieces are cut and turned
 * by the host. Belongs to one thread.
 */
final class PageChain implements AutoCloseable {
    /** How sure the classifier must be (PaddleOCR's {@code cls_thresh}). */
    private static final double SURE = 0.9;

    private static final String UPSIDE_DOWN = "upside down";
    private static final String PIXELS = "pixel_values";

    private final Stage detector;
    private final Stage orientation;
    private final Stage recogniser;
    private final LongSupplier nanos;
    private final Duration timeout;

    /** One of the models. */
    private record Stage(
            PreparedCase testCase, CasePipeline pipeline, PipelineSpec.Vision spec, ScenarioRunner runner) {
        private static Stage of(ScenarioContext context, PreparedCase testCase, Place place) {
            CasePipeline pipeline = PageChain.pipeline(testCase)
                    .orElseThrow(() -> new IllegalArgumentException(testCase.id() + " gives no answer to a picture"));
            return new Stage(
                    testCase,
                    pipeline,
                    (PipelineSpec.Vision) pipeline.request().pipeline(),
                    context.scenarioRunner(place));
        }

        private Feeds fed(Tensor pixels) {
            return pipeline.fed(testCase.feeds(), Map.of(PIXELS, pixels));
        }

        private Answer answer(Map<String, Tensor> outputs) {
            return AnswerDecoder.decode(pipeline.answer().orElseThrow(), List.of(outputs), Map.of());
        }
    }

    /** A page that the detector can be fed. */
    private record Page(PictureCuts picture, Feeds feeds, Duration elapsed) {}

    private record Sessions(ScenarioSession detector, ScenarioSession orientation, ScenarioSession recogniser) {}

    PageChain(ScenarioContext context, TextReaders.Ready readers, Place place, LongSupplier nanos) {
        this.detector = Stage.of(context, context.testCase(), place);
        this.orientation = Stage.of(context, readers.orientation(), place);
        this.recogniser = Stage.of(context, readers.recogniser(), place);
        this.nanos = nanos;
        this.timeout = context.ground().timeout();
    }

    /** How a model is fed a picture and what it says; empty of any other model. */
    static Optional<CasePipeline> pipeline(PreparedCase testCase) {
        return testCase.feeding()
                .pipeline()
                .filter(known ->
                        known.answer().isPresent() && known.request().pipeline() instanceof PipelineSpec.Vision);
    }

    /** As many pages as it came to, after one that warms up. */
    List<PageRead> read(List<LabelledCase> samples) {
        List<PageRead> read = new ArrayList<>();
        if (!stages().allMatch(stage -> stage.runner().fresh())) {
            return read;
        }
        List<Page> pages = pages(samples);
        Optional<Sessions> sessions = open();
        if (sessions.isEmpty() || pages.isEmpty()) {
            return read;
        }
        try {
            AskingLimit limit = new AskingLimit(nanos, timeout);
            Optional<PageRead> next = read(sessions.get(), pages.get(0));
            for (int i = 0; i < pages.size() && next.isPresent() && (read.isEmpty() || !limit.isOver()); i++) {
                next = read(sessions.get(), pages.get(i));
                next.ifPresent(read::add);
            }
        } catch (IllegalArgumentException e) {
            detector.runner().stumble(ScenarioFailure.wrong("a model's outputs are no answer: " + e.getMessage()));
        }
        Sessions open = sessions.get();
        Stream.of(open.detector(), open.orientation(), open.recogniser()).forEach(ScenarioSession::finish);
        return read;
    }

    /** Before the session is open, for a runner has one job at a time. */
    private List<Page> pages(List<LabelledCase> samples) {
        List<Page> pages = new ArrayList<>();
        // The pipeline's first run is not the usual one.
        samples.stream()
                .limit(1)
                .forEach(sample -> detector.runner().prepare(sample.parts().get(0)));
        for (LabelledCase sample : samples) {
            Reply<PipelineOutput> reply =
                    detector.runner().prepare(sample.parts().get(0));
            if (reply instanceof Reply.Failed<PipelineOutput> failed) {
                detector.runner().stumble(ScenarioFailure.of(failed.fault()).during("its input pipeline"));
                return pages;
            }
            PipelineOutput made = reply.result().orElseThrow();
            try {
                pages.add(new Page(
                        PictureCuts.of(picture(sample).file()),
                        detector.pipeline().fed(detector.testCase().feeds(), made.tensors()),
                        made.elapsed()));
            } catch (IllegalArgumentException e) {
                detector.runner()
                        .stumble(ScenarioFailure.wrong("its input pipeline makes other inputs: " + e.getMessage()));
                return pages;
            }
        }
        return pages;
    }

    private static ModelArtifact picture(LabelledCase sample) {
        return Optional.ofNullable(sample.parts().get(0).assets().get("image"))
                .orElseThrow(() -> new IllegalArgumentException("a page without a picture"));
    }

    private Optional<Sessions> open() {
        List<ScenarioSession> open = stages().flatMap(stage ->
                        stage.runner().open(stage.testCase(), stage.runner().backend()).stream())
                .toList();
        return open.size() == stages().count()
                ? Optional.of(new Sessions(open.get(0), open.get(1), open.get(2)))
                : Optional.empty();
    }

    /** Empty once there was trouble. */
    private Optional<PageRead> read(Sessions sessions, Page page) {
        PageRead.Times times = new PageRead.Times();
        times.add(PageRead.Part.PICTURE, page.elapsed());
        long start = nanos.getAsLong();
        Optional<Answer> found = answer(detector, sessions.detector(), page.feeds(), PageRead.Part.DETECT, times);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        List<PageLayout.Piece> pieces = new ArrayList<>();
        for (Answer.Box box : ((Answer.Boxes) found.get()).found()) {
            Optional<PageLayout.Piece> piece = piece(sessions, page, box, times);
            if (piece.isEmpty()) {
                return Optional.empty();
            }
            pieces.add(piece.get());
        }
        String text = PageLayout.text(
                pieces.stream().filter(piece -> !piece.text().isEmpty()).toList());
        Duration whole = Duration.ofNanos(nanos.getAsLong() - start).plus(page.elapsed());
        return Optional.of(new PageRead(text, pieces.size(), times.spent(), whole));
    }

    private Optional<PageLayout.Piece> piece(Sessions sessions, Page page, Answer.Box box, PageRead.Times times) {
        PictureCuts.Part part = scaled(page.picture(), box);
        Optional<Answer> way = answer(
                orientation,
                sessions.orientation(),
                cut(page, part, orientation, times),
                PageRead.Part.CLASSIFY,
                times);
        boolean turned = way.filter(PageChain::isUpsideDown).isPresent();
        return way.flatMap(any -> answer(
                        recogniser,
                        sessions.recogniser(),
                        cut(page, turned ? part.turnedAround() : part, recogniser, times),
                        PageRead.Part.RECOGNISE,
                        times))
                .map(text -> new PageLayout.Piece(
                        box, turned, ((Answer.Text) text).text().strip()));
    }

    private static boolean isUpsideDown(Answer answer) {
        Answer.Scored best = ((Answer.Classes) answer).best().get(0);
        return best.label().equals(UPSIDE_DOWN) && best.score() >= SURE;
    }

    /** From pixels of what the detector saw to those of the page. */
    private PictureCuts.Part scaled(PictureCuts picture, Answer.Box box) {
        double across = (double) picture.width() / detector.spec().width();
        double down = (double) picture.height() / detector.spec().height();
        return picture.part(box.left() * across, box.top() * down, box.right() * across, box.bottom() * down);
    }

    private Feeds cut(Page page, PictureCuts.Part part, Stage stage, PageRead.Times times) {
        long start = nanos.getAsLong();
        Feeds feeds = stage.fed(page.picture().tensor(part, stage.spec()));
        times.add(PageRead.Part.CROP, Duration.ofNanos(nanos.getAsLong() - start));
        return feeds;
    }

    private Optional<Answer> answer(
            Stage stage, ScenarioSession session, Feeds feeds, PageRead.Part part, PageRead.Times times) {
        Optional<Inference> inference = session.inference(feeds.step(0));
        inference.ifPresent(ran -> {
            times.add(part, ran.compute());
            times.add(PageRead.Part.WAYS, ran.there().plus(ran.back()));
        });
        long start = nanos.getAsLong();
        Optional<Answer> answer = inference.map(Inference::outputs).map(stage::answer);
        times.add(PageRead.Part.ANSWERS, Duration.ofNanos(nanos.getAsLong() - start));
        return answer;
    }

    /** The first that one of the three had. */
    Optional<ScenarioFailure> trouble() {
        return stages().flatMap(stage -> stage.runner().trouble().stream()).findFirst();
    }

    private Stream<Stage> stages() {
        return Stream.of(detector, orientation, recogniser);
    }

    @Override
    public void close() {
        stages().forEach(stage -> stage.runner().close());
    }
}
