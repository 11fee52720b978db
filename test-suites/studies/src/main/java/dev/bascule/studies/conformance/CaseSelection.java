package dev.bascule.studies.conformance;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.Selection;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.studies.conformance.cases.ConformanceCases.Unreadable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A selection among all cases that were read: filtered, then a sample of these, then a shard of that, then shuffled. Whatever
 * is drawn is drawn from a hash of each case's own id, so that a case added elsewhere moves no other. Immutable.
 *
 * @param filters globs; one without a colon is for the case's name
 * @param sample how many to draw, if not all
 * @param shard one part of several
 * @param shuffle whether to run them in an order drawn by the seed, instead of that of their ids
 * @param seed of the sample and of the order; shards do not depend on it
 */
public record CaseSelection(
        List<String> filters, Optional<Integer> sample, Optional<Selection.Shard> shard, boolean shuffle, long seed) {

    public CaseSelection {
        filters = List.copyOf(filters);
    }

    /**
     * What was chosen.
     *
     * @param cases in the order in which they are to run
     * @param hash SHA-256 over them
     * @param selection how they came to be chosen
     * @param matching how many the filters let through, before any was drawn
     */
    public record Chosen(ConformanceCases cases, String hash, Selection selection, int matching) {}

    /**
     * Chooses.
     *
     * @throws BasculeException {@link ErrorCode#NOTHING_SELECTED_TO_RUN} when nothing is left
     */
    public Chosen from(ConformanceCases all) {
        List<CaseId> ids = Stream.concat(
                        all.cases().stream().map(ConformanceCase::id),
                        all.unreadable().stream().map(Unreadable::id))
                .sorted()
                .toList();
        if (ids.isEmpty()) {
            throw nothing(
                    "the folders hold no case",
                    "name a folder in the backend-test layout (model.onnx, test_data_set_0) or with WebNN graph JSON");
        }
        List<CaseId> matching = ids.stream().filter(this::matches).toList();
        if (matching.isEmpty()) {
            throw nothing(
                    (ids.size() == 1
                                    ? "--filter %1$s does not select the one case, '%3$s'"
                                    : "--filter %1$s selects none of the %2$d cases, such as '%3$s'")
                            .formatted(String.join(" ", filters), ids.size(), ids.get(0)),
                    "widen --filter");
        }
        Optional<Integer> drawing = sample.filter(wanted -> wanted < matching.size());
        List<CaseId> drawn = drawing.map(wanted -> drawn(matching, wanted)).orElse(matching);
        Set<CaseId> kept = drawn.stream().filter(this::inShard).collect(Collectors.toSet());
        if (kept.isEmpty()) {
            throw nothing(
                    "shard %s holds none of %s selected"
                            .formatted(shard.map(String::valueOf).orElse(""), Figures.counted(drawn.size(), "case")),
                    "divide into fewer shards, or widen --filter and --sample");
        }
        ConformanceCases chosen = new ConformanceCases(
                ordered(all.cases().stream()
                        .filter(one -> kept.contains(one.id()))
                        .toList()),
                all.unreadable().stream().filter(one -> kept.contains(one.id())).toList());
        Selection selection = new Selection(ids.size(), ContentHash.of(all), filters, drawing, shard, shuffle);
        return new Chosen(chosen, ContentHash.of(chosen), selection, matching.size());
    }

    private boolean matches(CaseId id) {
        return filters.isEmpty()
                || filters.stream().anyMatch(glob -> id.matches(glob.contains(":") ? glob : "*:*:" + glob));
    }

    private List<CaseId> drawn(List<CaseId> ids, int wanted) {
        return ids.stream()
                .sorted(Comparator.comparing(id -> drawing("sample", id)))
                .limit(wanted)
                .toList();
    }

    private boolean inShard(CaseId id) {
        return shard.map(wanted -> wanted.parts().contains(part(id, wanted.of())))
                .orElse(true);
    }

    /** Which of so many parts a case belongs to, from 1: by its id alone. */
    static int part(CaseId id, int of) {
        return (int) (Long.parseLong(hash("shard " + id).substring(0, 15), 16) % of) + 1;
    }

    private List<ConformanceCase> ordered(List<ConformanceCase> cases) {
        List<ConformanceCase> ordered = new ArrayList<>(cases);
        ordered.sort(
                shuffle
                        ? Comparator.comparing(one -> drawing("shuffle", one.id()))
                        : Comparator.comparing(ConformanceCase::id));
        return ordered;
    }

    private String drawing(String purpose, CaseId id) {
        return hash(purpose + " " + seed + " " + id);
    }

    private static String hash(String text) {
        return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static BasculeException nothing(String message, String remedy) {
        return new BasculeException(ErrorCode.NOTHING_SELECTED_TO_RUN, message, remedy);
    }
}
