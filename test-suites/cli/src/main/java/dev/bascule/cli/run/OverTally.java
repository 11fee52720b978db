package dev.bascule.cli.run;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What came of the versions that had their turn, and what ends the others' before it. Belongs to one thread. */
final class OverTally {
    static final Set<ErrorCode> OF_THE_VERSION = Set.of(ErrorCode.PART_UNAVAILABLE, ErrorCode.HASH_MISMATCH);

    private final Map<String, String> runs = new LinkedHashMap<>();
    private final Map<String, RunRecord> kept = new LinkedHashMap<>();
    private final Map<String, String> absent = new LinkedHashMap<>();
    private final List<ExitCode> ends = new ArrayList<>();
    private final List<RuntimeException> failures = new ArrayList<>();
    private Optional<String> over = Optional.empty();
    private Optional<RuntimeException> broken = Optional.empty();

    void left(String version, String why) {
        absent.put(version, why);
    }

    void ran(String version, String run, ExitCode end) {
        ends.add(end);
        runs.put(version, run);
        if (end == ExitCode.INTERRUPTED) {
            stopped(version);
        }
    }

    /** Something ended its run before its end, which says how far it came. */
    void keep(String version, RunAbortedException end) {
        kept.put(version, end.kept());
        runs.put(version, end.kept().invocation().id());
    }

    /** Stopped by who asked for it, whatever came of it then. */
    void stopped(String version, RuntimeException as) {
        failures.add(as);
        ends.add(ExitCode.INTERRUPTED);
        stopped(version);
    }

    private void stopped(String version) {
        absent.put(version, "stopped before its end");
        over = Optional.of("stopped before its turn");
    }

    /** Its run failed, which says nothing of the next one's. */
    void failed(String version, BasculeException why) {
        absent.put(version, why.failure().message());
        if (!OF_THE_VERSION.contains(why.code())) {
            failures.add(why);
        }
    }

    /** Its run ended as none is to end: who goes on may end so again, and nobody knows what it does to figures. */
    void broken(String version, RuntimeException by) {
        Throwable reason = by instanceof RunAbortedException aborted ? aborted.reason() : by;
        absent.put(version, "broken off: " + reason);
        over = Optional.of("the run of version %s was broken off before".formatted(version));
        broken = Optional.of(by);
    }

    /** Why no other version has its turn. */
    Optional<String> over() {
        return over;
    }

    /**
     * That there is something to show.
     *
     * @throws RuntimeException that which is why not
     */
    void requireRuns() {
        if (!runs.isEmpty()) {
            return;
        }
        if (broken.isPresent()) {
            throw broken.get();
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        throw new BasculeException(
                ErrorCode.NOTHING_RAN, "no version ran: " + String.join("; ", new LinkedHashSet<>(absent.values())));
    }

    Map<String, String> runs() {
        return runs;
    }

    Optional<String> run(String version) {
        return Optional.ofNullable(runs.get(version));
    }

    Optional<RunRecord> kept(String version) {
        return Optional.ofNullable(kept.get(version));
    }

    Optional<String> absent(String version) {
        return Optional.ofNullable(absent.get(version));
    }

    /** What is to be thrown once what there is was shown. */
    Optional<RuntimeException> broken() {
        return broken;
    }

    /** A version that could run nothing is told of, and fails only where none could run anything; an error fails. */
    ExitCode end() {
        for (ExitCode worst : List.of(ExitCode.INTERRUPTED, ExitCode.BUG, ExitCode.FAILURES)) {
            if (ends.contains(worst)) {
                return worst;
            }
        }
        return failures.stream()
                .filter(BasculeException.class::isInstance)
                .map(why -> ((BasculeException) why).code().exitCode())
                .findFirst()
                .orElseGet(() -> ends.isEmpty() || ends.contains(ExitCode.OK) ? ExitCode.OK : ends.get(0));
    }
}
