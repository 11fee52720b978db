package dev.bascule.reports.compatibility;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What others document of families and backends: a data file, each line with its source. It holds what was read at its source
 * and no more, so far OpenVINO's list of verified models: where it says nothing, nobody looked. Immutable.
 */
public record KnownCompatibility(List<Entry> entries) {

    public KnownCompatibility {
        entries = List.copyOf(entries);
    }

    /**
     * @param claim {@code runs}, {@code limited} or {@code fails}
     * @param what the source says, in a few words
     * @param source its address
     */
    public record Entry(String family, String backend, String claim, String what, String source) {}

    /** The file of this build. */
    public static KnownCompatibility published() {
        try (InputStream in = KnownCompatibility.class.getResourceAsStream("known.json")) {
            if (in == null) {
                throw new IllegalStateException("known.json is not in this build");
            }
            return new KnownCompatibility(List.of(Json.MAPPER.readValue(in, Entry[].class)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the file is about, for people. */
    public String holds() {
        return "known.json holds %d documented claims, of %s; where it says nothing, nobody looked"
                .formatted(
                        entries.size(),
                        entries.stream().map(Entry::backend).distinct().sorted().collect(Collectors.joining(", ")));
    }

    Optional<FamilyCell> of(Family family, String backend) {
        return entries.stream()
                .filter(entry ->
                        entry.family().equals(family.id()) && entry.backend().equals(backend))
                .<FamilyCell>map(entry -> new FamilyCell.Known(entry.claim(), entry.what(), entry.source()))
                .findFirst();
    }
}
