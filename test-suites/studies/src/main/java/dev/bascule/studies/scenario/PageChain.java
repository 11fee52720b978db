package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.AnswerDecoder;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.inputs.PictureCuts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Pages read by three models in a row: where text is, which way up each piece is, what it says. Pieces are cut and turned by the host.
 * Belongs to one thread.
 */
final class PageChain implements AutoCloseable {
    /** Models that go on with what the detector finds. */
    static final int FOLLOWERS = 2;

    /** How sure the classifier must be (PaddleOCR's {@code cls_thresh}). */
    private static final double SURE = 0.9;

    private static final String UPSIDE_DOWN = "upside down";
    private static final String PIXELS = "pixel_values";

    private final ModelChain chain;
    private final Stage detector;
    private final Stage orientation;
    private final Stage recogniser;
    private final LongSupplier nanos;
    private final Duration timeout;

    /** One of the models. */
    private record Stage(int link, PreparedCase testCase, CasePipeline pipeline, PipelineSpec.Vision spec) {
        private static Stage of(ModelChain chain, int link) {
            PreparedCase testCase = chain.testCase(link);
            CasePipeline pipeline = PageChain.pipeline(testCase)
                    .orElseThrow(() -> new IllegalArgumentException(testCase.id() + " gives no answer to a picture"));
            return new Stage(link, testCase, pipeline, (PipelineSpec.Vision)
                    pipeline.request().pipeline());
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

    PageChain(ScenarioContext context, Followers.Ready readers, Place place, LongSupplier nanos) {
        this.chain = new ModelChain(context, pipeline(context.testCase()).orElseThrow(), readers, place);
        this.detector = Stage.of(chain, 0);
        this.orientation = Stage.of(chain, 1);
        this.recogniser = Stage.of(chain, 2);
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
        List<Page> pages = pages(samples);
        if (pages.isEmpty() || !chain.open()) {
            return read;
        }
        try {
            AskingLimit limit = new AskingLimit(nanos, timeout);
            Optional<PageRead> next = read(pages.get(0));
            for (int i = 0; i < pages.size() && next.isPresent() && (read.isEmpty() || !limit.isOver()); i++) {
                next = read(pages.get(i));
                next.ifPresent(read::add);
            }
        } catch (IllegalArgumentException e) {
            chain.stumble(ScenarioFailure.wrong("a model's outputs are no answer: " + e.getMessage()));
        }
        chain.finish();
        return read;
    }

    private List<Page> pages(List<LabelledCase> samples) {
        List<Page> pages = new ArrayList<>();
        try {
            for (ModelChain.Fed fed : chain.feeds(samples)) {
                pages.add(new Page(PictureCuts.of(picture(fed.sample()).file()), fed.feeds(), fed.elapsed()));
            }
        } catch (IllegalArgumentException e) {
            chain.stumble(ScenarioFailure.wrong("a page cannot be cut: " + e.getMessage()));
        }
        return pages;
    }

    private static ModelArtifact picture(LabelledCase sample) {
        return Optional.ofNullable(sample.parts().get(0).assets().get("image"))
                .orElseThrow(() -> new IllegalArgumentException("a page without a picture"));
    }

    /** Empty once there was trouble. */
    private Optional<PageRead> read(Page page) {
        PageRead.Times times = new PageRead.Times();
        times.add(PageRead.Part.PICTURE, page.elapsed());
        long start = nanos.getAsLong();
        Optional<Answer> found = answer(detector, page.feeds(), PageRead.Part.DETECT, times);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        List<PageLayout.Piece> pieces = new ArrayList<>();
        for (Answer.Box box : ((Answer.Boxes) found.get()).found()) {
            Optional<PageLayout.Piece> piece = piece(page, box, times);
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

    private Optional<PageLayout.Piece> piece(Page page, Answer.Box box, PageRead.Times times) {
        PictureCuts.Part part = scaled(page.picture(), box);
        Optional<Answer> way = answer(orientation, cut(page, part, orientation, times), PageRead.Part.CLASSIFY, times);
        boolean turned = way.filter(PageChain::isUpsideDown).isPresent();
        return way.flatMap(any -> answer(
                        recogniser,
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

    private Optional<Answer> answer(Stage stage, Feeds feeds, PageRead.Part part, PageRead.Times times) {
        Optional<Inference> inference = chain.infer(stage.link(), feeds.step(0));
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
        return chain.trouble();
    }

    @Override
    public void close() {
        chain.close();
    }
}
