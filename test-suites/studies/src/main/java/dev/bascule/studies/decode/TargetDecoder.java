package dev.bascule.studies.decode;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Trend;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.session.PlaceSessions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Forces a model at one place along a text: each prompt at once, then token by token. Belongs to its runner's thread. */
final class TargetDecoder implements AutoCloseable {
    /** Of a prompt that was already run once. */
    static final int WARM_PREFILLS = 5;

    private static final Duration WARM_PREFILLS_LIMIT = Duration.ofSeconds(10);
    /** What a process takes to get going is no growth: fewer tokens tell nothing of it. */
    private static final int MEMORY_TOKENS = 1000;

    private final Place place;
    private final DecodedModel model;
    private final ForcedText text;
    private final DecodeLimits limits;
    private final SessionSettings settings;
    private final BooleanSupplier stopped;
    private final IsolatedRunner runner;
    private final PlaceSessions sessions;
    private Optional<Encoding> encoding = Optional.empty();

    TargetDecoder(
            Place place,
            DecodedModel model,
            ForcedText text,
            DecodeLimits limits,
            SessionSettings settings,
            JobIds ids,
            BooleanSupplier stopped) {
        this.place = place;
        this.model = model;
        this.text = text;
        this.limits = limits;
        this.settings = place.settings(settings).withEvidence(true);
        this.stopped = stopped;
        this.runner = place.source().isolated(place.backend());
        this.sessions = new PlaceSessions(place, runner, ids, limits.timeout());
    }

    /** Once for all places of the caches, which are no concern of the encoder's. */
    private Optional<Encoding> encoded() {
        if (encoding.isEmpty()) {
            encoding = model.encoder()
                    .map(encoder ->
                            new TargetEncoder(place, sessions, settings, limits).encode(encoder, text.encoded()));
        }
        return encoding;
    }

    private DecodeFeeds feeds() {
        return new DecodeFeeds(model.graph(), encoded().map(Encoding::outputs).orElse(Map.of()));
    }

    /**
     * Every prompt, each in a session of its own. The next token on the caches that it left shows that they are right; WebNN, whose
     * graphs have shapes that do not change, is spared it.
     */
    private List<Prefill> prefills(CarryLocation kv) {
        List<Prefill> all = new ArrayList<>();
        for (int length : text.lengths()) {
            if (!stopped.getAsBoolean()) {
                all.add(prefill(
                        length, kv, length < text.steps() && !place.backend().equals(Backends.WEBNN)));
            }
        }
        return all;
    }

    private Prefill prefill(int length, CarryLocation kv, boolean goesOn) {
        long[] prompt = Arrays.copyOf(text.tokens(), length);
        PlaceSessions.Asked asked = sessions.openFresh(
                model.artifact(),
                goesOn ? feeds().promptAndNext(prompt, text.tokens()[length]) : feeds().prompt(prompt),
                List.of(DecoderGraph.LOGITS),
                settings.withCarryLocation(kv));
        if (asked.session().isEmpty()) {
            return new Prefill(
                    length,
                    Phases.NONE,
                    Samples.NONE,
                    Optional.empty(),
                    Optional.empty(),
                    asked.fault().map(Ended::of));
        }
        CheckedSession session = asked.session().get();
        LogitsJudge judge = new LogitsJudge(text, limits.distance());
        judge.takePrompt(session.firstOutputs(), length);
        int steps = goesOn ? 2 : 1;
        Reply<Block> block = session.measure(BlockRequest.ofIterations(steps * WARM_PREFILLS, WARM_PREFILLS_LIMIT));
        block.result().ifPresent(done -> judge.takePrompt(done.newOutputs(), length));
        Optional<SessionEnd> end = PlaceSessions.end(session);
        return new Prefill(
                length,
                end.map(SessionEnd::phases).orElse(Phases.NONE),
                block.result().map(done -> every(steps, done.samples())).orElse(Samples.NONE),
                Optional.of(judge.judgement(goesOn ? length + 1 : length)),
                end.map(closed -> placement(session, closed)),
                session.fault().map(Ended::of));
    }

    /** The first of each so many. */
    private static Samples every(int steps, Samples samples) {
        double[] all = samples.millis();
        return Samples.ofMillis(IntStream.range(0, all.length)
                .filter(i -> i % steps == 0)
                .mapToDouble(i -> all[i])
                .toArray());
    }

    /** Token by token, with the caches there. */
    TargetDecoding decode(CarryLocation kv) {
        Optional<Ended> unheard = encoded()
                .flatMap(all -> all.fault()
                        .or(() -> all.furthest().isPresent()
                                ? Optional.empty()
                                : all.wrong()
                                        .map(why ->
                                                new Ended(Verdict.WRONG, Failure.of(ErrorCode.NUMERICS_WRONG, why)))));
        if (unheard.isPresent()) {
            return without(kv, List.of(), unheard);
        }
        List<Prefill> prefills = prefills(kv);
        long[] fed = Arrays.copyOf(text.tokens(), text.steps());
        PlaceSessions.Asked asked = sessions.open(
                model.artifact(), feeds().steps(fed), List.of(DecoderGraph.LOGITS), settings.withCarryLocation(kv));
        if (asked.session().isEmpty()) {
            return without(kv, prefills, asked.fault().map(Ended::of));
        }
        CheckedSession session = asked.session().get();
        LogitsJudge judge = new LogitsJudge(text, limits.distance());
        judge.takeSteps(session.firstOutputs());
        Timed timed = measure(session, judge);
        List<String> notes = new ArrayList<>();
        session.doubt().ifPresent(notes::add);
        Optional<SessionEnd> end = PlaceSessions.end(session);
        return new TargetDecoding(
                place.target(),
                model.kind(),
                kv,
                encoded(),
                prefills,
                end.map(SessionEnd::phases).orElse(Phases.NONE),
                end.flatMap(SessionEnd::evidence).flatMap(CacheSeen::of),
                timed.samples().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new DepthTimes(text.steps(), timed.samples())),
                timed.memory(),
                Optional.of(judge.judgement(text.steps()).in(model.text())),
                end.map(closed -> placement(session, closed)),
                session.fault().map(Ended::of),
                notes);
    }

    /** Of a target that did not come to single tokens. */
    private TargetDecoding without(CarryLocation kv, List<Prefill> prefills, Optional<Ended> fault) {
        return new TargetDecoding(
                place.target(),
                model.kind(),
                kv,
                encoded(),
                prefills,
                Phases.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                fault,
                List.of());
    }

    private record Timed(Samples samples, Optional<Trend> memory) {}

    private Timed measure(CheckedSession session, LogitsJudge judge) {
        // A block is a round, so that one that is measured again begins at depth 0 as well.
        int size = text.steps();
        Optional<MemoryMeter> meter = runner.memory();
        List<Double> memory = new ArrayList<>();
        Samples samples = Samples.NONE;
        boolean whole = true;
        for (int round = 0; round < limits.rounds() && whole && !stopped.getAsBoolean(); round++) {
            Optional<Block> block = session.measure(BlockRequest.ofIterations(size, limits.timeout()))
                    .result();
            block.ifPresent(done -> judge.takeSteps(done.newOutputs()));
            samples = samples.plus(block.map(Block::samples).orElse(Samples.NONE));
            whole = block.filter(done -> done.samples().size() == size).isPresent();
            if (whole) {
                meter.ifPresent(from -> memory.add((double) from.read().currentTotal() / size));
            }
        }
        double[] readings = memory.stream().mapToDouble(Double::doubleValue).toArray();
        return new Timed(
                samples, readings.length < 2 || samples.size() < MEMORY_TOKENS ? Optional.empty() : Trend.of(readings));
    }

    private SessionPlacement placement(CheckedSession session, SessionEnd end) {
        return SessionPlacement.of(place, session.capabilities(), end.evidence());
    }

    @Override
    public void close() {
        runner.close();
    }
}
