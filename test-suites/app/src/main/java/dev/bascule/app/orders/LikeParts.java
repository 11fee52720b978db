package dev.bascule.app.orders;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.UnrunCell;
import dev.bascule.studies.conformance.RunMerger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Parts of one conformance run as few runs: those that {@link RunMerger} takes together are one. Stateless. */
final class LikeParts {
    private LikeParts() {}

    /**
     * A run of parts that go together.
     *
     * @param unlike why it does not go with the first; empty of the first
     */
    private record Group(List<RunMerger.Part> parts, Optional<String> unlike) {
        int cells() {
            return parts.stream().mapToInt(part -> part.run().runs().size()).sum();
        }
    }

    /**
     * One run for each kind of parts, that with most cells first and with the id that was asked for. Each names the cells that are
     * in another as not run, and in which.
     *
     * @param parts one at least, each of which can be merged by itself
     * @param more makes the other ids
     */
    static List<RunRecord> merged(List<RunMerger.Part> parts, String id, Supplier<String> more, String command) {
        List<Group> groups = groups(parts);
        List<RunRecord> runs = new ArrayList<>();
        for (Group group : groups) {
            runs.add(RunMerger.merge(group.parts(), runs.isEmpty() ? id : more.get(), command));
        }
        if (runs.size() == 1) {
            return runs;
        }
        String unlike = groups.stream()
                .flatMap(group -> group.unlike().stream())
                .findFirst()
                .orElse("they do not go together");
        return runs.stream()
                .map(run -> run.with(elsewhere(run, runs, unlike), run.models()))
                .toList();
    }

    private static List<UnrunCell> elsewhere(RunRecord run, List<RunRecord> all, String unlike) {
        return all.stream()
                .filter(other -> !other.id().equals(run.id()))
                .flatMap(other -> other.runs().stream()
                        .map(cell -> new UnrunCell(
                                cell.caseId(),
                                cell.chain(),
                                Stream.of(cell.decisive().target())
                                        .flatMap(target -> target.browser().stream())
                                        .map(browser -> browser.name() + " " + browser.version())
                                        .toList(),
                                Optional.of("it is in run %s: %s".formatted(other.id(), unlike)))))
                .toList();
    }

    private static List<Group> groups(List<RunMerger.Part> parts) {
        List<Group> groups = new ArrayList<>();
        for (RunMerger.Part part : parts) {
            take(part, groups);
        }
        return groups.stream()
                .sorted(Comparator.comparingInt(Group::cells).reversed())
                .toList();
    }

    private static void take(RunMerger.Part part, List<Group> groups) {
        Optional<String> unlike = Optional.empty();
        for (int at = 0; at < groups.size(); at++) {
            Group group = groups.get(at);
            List<RunMerger.Part> all =
                    Stream.concat(group.parts().stream(), Stream.of(part)).toList();
            Optional<String> why = refusal(all);
            if (why.isEmpty()) {
                groups.set(at, new Group(all, group.unlike()));
                return;
            }
            unlike = unlike.or(() -> why);
        }
        groups.add(new Group(List.of(part), unlike));
    }

    /** Why these do not go together. */
    private static Optional<String> refusal(List<RunMerger.Part> parts) {
        try {
            RunMerger.merge(parts, "tried", "");
            return Optional.empty();
        } catch (BasculeException e) {
            if (e.code() != ErrorCode.USAGE_ERROR) {
                throw e;
            }
            return Optional.of(e.failure().message());
        }
    }
}
