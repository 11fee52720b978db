package dev.bascule.studies.decode;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.session.PlaceSessions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Runs an encoder at one place, once and again. Belongs to its sessions' thread. */
final class TargetEncoder {
    private static final int WARM = 5;
    private static final Duration WARM_LIMIT = Duration.ofSeconds(10);

    private final Place place;
    private final PlaceSessions sessions;
    private final SessionSettings settings;
    private final DecodeLimits limits;

    TargetEncoder(Place place, PlaceSessions sessions, SessionSettings settings, DecodeLimits limits) {
        this.place = place;
        this.sessions = sessions;
        this.settings = settings;
        this.limits = limits;
    }

    /** @param expected what the reference's gave */
    Encoding encode(DecodedEncoder encoder, Map<String, Tensor> expected) {
        List<String> outputs = expected.keySet().stream().sorted().toList();
        PlaceSessions.Asked asked = sessions.openFresh(encoder.artifact(), encoder.feeds(), outputs, settings);
        if (asked.session().isEmpty()) {
            return new Encoding(
                    Phases.NONE,
                    Samples.NONE,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    asked.fault().map(Ended::of),
                    Map.of());
        }
        CheckedSession session = asked.session().get();
        Map<String, Tensor> got =
                session.firstOutputs().steps().stream().findFirst().orElse(Map.of());
        Reply<Block> block = session.measure(BlockRequest.ofIterations(WARM, WARM_LIMIT));
        // Right at first and wrong later is wrong.
        Optional<Double> furthest = EncodingJudge.furthest(expected, got)
                .map(first -> Math.max(
                        first,
                        block.result()
                                .map(ran -> later(expected, ran.newOutputs()))
                                .orElse(0.0)));
        Optional<SessionEnd> end = PlaceSessions.end(session);
        return new Encoding(
                end.map(SessionEnd::phases).orElse(Phases.NONE),
                block.result().map(Block::samples).orElse(Samples.NONE),
                furthest,
                wrong(furthest),
                end.map(closed -> SessionPlacement.of(place, session.capabilities(), closed.evidence())),
                session.fault().map(Ended::of),
                got);
    }

    /** Of outputs of timed runs that were not seen before; 0 where there are none. */
    private static double later(Map<String, Tensor> expected, Outputs more) {
        return more.all().stream()
                .filter(output -> expected.containsKey(output.name()))
                .mapToDouble(output ->
                        EncodingJudge.distance(Objects.requireNonNull(expected.get(output.name())), output.tensor()))
                .max()
                .orElse(0);
    }

    private Optional<String> wrong(Optional<Double> furthest) {
        if (furthest.isEmpty()) {
            return Optional.of("the encoder did not give what the decoder looks at");
        }
        return furthest.get() <= limits.distance()
                ? Optional.empty()
                : Optional.of("what the encoder gave lies up to %.3g standard deviations off, where %s are allowed"
                        .formatted(furthest.get(), limits.distance()));
    }
}
