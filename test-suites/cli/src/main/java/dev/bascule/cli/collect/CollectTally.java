package dev.bascule.cli.collect;

import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.target.Target;
import dev.bascule.models.outlook.EngineBuilds;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.reports.history.TimedAttempt;
import dev.bascule.studies.collect.CollectPace;
import dev.bascule.studies.collect.CollectPlace;
import dev.bascule.studies.collect.Configuration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How often each configuration was measured here, with what is installed now. Another version of a browser or of ONNX Runtime is
 * another target, which nobody has measured yet.
 *
 * @param machine the fingerprint of this machine; empty where nobody tells it, and then every machine counts
 * @param browsers those that are here
 * @param engines which build of ONNX Runtime a backend would run on
 */
record CollectTally(
        Optional<String> machine, List<BrowserCatalog.Entry> browsers, Function<Backend, Optional<String>> engines) {

    static CollectTally of(Optional<String> machine, List<BrowserCatalog.Entry> browsers) {
        EngineBuilds builds = EngineBuilds.ofThisMachine();
        Map<Backend, Optional<String>> known = new HashMap<>();
        return new CollectTally(
                machine,
                browsers,
                backend -> known.computeIfAbsent(backend, one -> builds.of(one).map(EngineBuilds.Build::version)));
    }

    /** Sessions of each configuration, whatever came of them: what fails here does so again. */
    Map<Configuration, Integer> sessions(List<TimedAttempt> attempts) {
        Map<Configuration, Set<String>> runs = new HashMap<>();
        for (TimedAttempt attempt : attempts) {
            if (isOfNow(attempt) && attempt.outcome() != Outcome.CANCELLED && isUsual(attempt)) {
                place(attempt.target())
                        .ifPresent(place -> runs.computeIfAbsent(
                                        new Configuration(
                                                attempt.subject().model(),
                                                place,
                                                attempt.target().backend(),
                                                threads(attempt)),
                                        any -> new HashSet<>())
                                .add(attempt.origin().runId()));
            }
        }
        return runs.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().size()));
    }

    /** Backends that a place was seen not to have, and never to have. */
    Map<String, Set<Backend>> absent(List<TimedAttempt> attempts) {
        Map<String, Set<Backend>> absent = new HashMap<>();
        for (Outcome outcome : List.of(Outcome.UNAVAILABLE, Outcome.SUCCEEDED)) {
            for (TimedAttempt attempt : attempts) {
                if (isOfNow(attempt) && attempt.outcome() == outcome) {
                    place(attempt.target()).ifPresent(place -> {
                        Set<Backend> backends = absent.computeIfAbsent(place, any -> new HashSet<>());
                        if (outcome == Outcome.UNAVAILABLE) {
                            backends.add(attempt.target().backend());
                        } else {
                            backends.remove(attempt.target().backend());
                        }
                    });
                }
            }
        }
        return absent;
    }

    /** How long cells of slices took here, with what is installed now. */
    CollectPace pace(KnownCells known) {
        return CollectPace.of(known.attempts().stream()
                .filter(attempt -> known.collected().contains(attempt.origin().runId())
                        && isOfNow(attempt)
                        && attempt.outcome() != Outcome.UNAVAILABLE)
                .flatMap(attempt -> place(attempt.target()).stream()
                        .map(place -> new CollectPace.Begun(
                                attempt.origin().runId(),
                                attempt.origin().startedAt(),
                                attempt.subject().model(),
                                place,
                                attempt.target().backend())))
                .toList());
    }

    /** In a page any version of the engine may be, natively the one that is here. */
    private boolean isOfNow(TimedAttempt attempt) {
        Target target = attempt.target();
        return machine.map(attempt.origin().machine()::equals).orElse(true)
                && (attempt.outcome() == Outcome.UNAVAILABLE || target.browser().isPresent() || isBundled(target));
    }

    private boolean isBundled(Target target) {
        return engines.apply(target.backend())
                .map(target.engine().version()::equals)
                .orElse(true);
    }

    /** A case's own id tells them of an attempt that was not to be timed. */
    private static int threads(TimedAttempt attempt) {
        return attempt.threads()
                .orElseGet(
                        () -> Optional.ofNullable(attempt.subject().settings().get("threads"))
                                .map(Integer::parseInt)
                                .orElse(1));
    }

    /** What is asked for otherwise than by threads and sizes is another configuration, and so is another batch. */
    private static boolean isUsual(TimedAttempt attempt) {
        return HistoryData.isUsual(attempt)
                && attempt.subject().settings().getOrDefault("batch", "1").equals("1");
    }

    /** Where it was, as {@link CollectPlace#name} has it, if that is here in the same version. */
    private Optional<String> place(Target target) {
        if (target.browser().isEmpty()) {
            return Optional.of(CollectPlace.NATIVE);
        }
        return browsers.stream()
                .filter(entry -> entry.name().equals(target.browser().get().name())
                        && entry.version()
                                .equals(Optional.of(target.browser().get().version())))
                .map(BrowserCatalog.Entry::id)
                .findFirst()
                .map(id -> CollectPlace.name(
                        id,
                        isBundled(target)
                                ? Optional.empty()
                                : ReleaseVersion.parse(target.engine().version())));
    }
}
