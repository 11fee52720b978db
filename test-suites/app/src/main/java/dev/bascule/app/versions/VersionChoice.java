package dev.bascule.app.versions;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.text.Nearest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Which versions of a part somebody wants to see beside each other. Immutable.
 *
 * @param part whose
 * @param chosen how they were chosen
 */
public record VersionChoice(VersionedPart part, Chosen chosen) {

    /** How they were chosen. */
    public sealed interface Chosen {
        /** By name, known or not. */
        record Named(List<ReleaseVersion> versions) implements Chosen {
            public Named {
                versions = List.copyOf(versions);
            }
        }

        /**
         * From the older end to the newer one, both of them among those chosen.
         *
         * @param from the oldest one where empty
         * @param to the newest one where empty
         */
        record Between(Optional<ReleaseVersion> from, Optional<ReleaseVersion> to, Thinning thinning)
                implements Chosen {}
    }

    /** How many of those between the ends. */
    public sealed interface Thinning {
        record All() implements Thinning {}

        /** Every so manieth, counted from the older end. */
        record Step(int every) implements Thinning {}

        /** So many, ends included, evenly spread. */
        record Samples(int count) implements Thinning {}
    }

    /**
     * The versions, oldest first.
     *
     * @param known those that can be had, in any order
     * @throws BasculeException {@link ErrorCode#NOTHING_SELECTED_TO_RUN} where there are not two different ones, {@link
     *     ErrorCode#USAGE_ERROR} where an end is none of them or the ends are turned round
     */
    public List<ReleaseVersion> of(List<ReleaseVersion> known) {
        List<ReleaseVersion> wanted = chosen instanceof Chosen.Named named
                ? named(named.versions())
                : between((Chosen.Between) chosen, List.copyOf(new TreeSet<>(known)));
        if (wanted.size() < 2) {
            throw nothing(
                    wanted.isEmpty()
                            ? "no version of %s was named".formatted(part.id())
                            : "%s is one version only".formatted(new PartVersion(part, wanted.get(0))));
        }
        return wanted;
    }

    private List<ReleaseVersion> named(List<ReleaseVersion> versions) {
        HashSet<ReleaseVersion> seen = new HashSet<>();
        versions.stream().filter(version -> !seen.add(version)).findFirst().ifPresent(twice -> {
            throw nothing("%s was named twice".formatted(new PartVersion(part, twice)));
        });
        return versions.stream().sorted().toList();
    }

    private List<ReleaseVersion> between(Chosen.Between span, List<ReleaseVersion> known) {
        if (known.isEmpty()) {
            throw nothing("there is no version of %s on this machine".formatted(part.id()));
        }
        ReleaseVersion from = end(span.from(), known, known.get(0));
        ReleaseVersion to = end(span.to(), known, known.get(known.size() - 1));
        if (from.compareTo(to) > 0) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%s %s is not older than %s".formatted(part.id(), from, to),
                    "name the older version with --from and the newer one with --to");
        }
        return thinned(known.subList(known.indexOf(from), known.indexOf(to) + 1), span.thinning());
    }

    private ReleaseVersion end(Optional<ReleaseVersion> said, List<ReleaseVersion> known, ReleaseVersion otherwise) {
        said.filter(version -> !known.contains(version)).ifPresent(version -> {
            List<String> names = known.stream().map(ReleaseVersion::toString).toList();
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "there is no %s %s%s".formatted(part.id(), version, Nearest.hint(version.toString(), names)),
                    "versions from %s to %s are known".formatted(names.get(0), names.get(names.size() - 1)),
                    "--fetch knows those of npm as well");
        });
        return said.orElse(otherwise);
    }

    private static List<ReleaseVersion> thinned(List<ReleaseVersion> span, Thinning thinning) {
        int last = span.size() - 1;
        TreeSet<Integer> kept = new TreeSet<>();
        if (thinning instanceof Thinning.Step step) {
            for (int i = 0; i < last; i += step.every()) {
                kept.add(i);
            }
        } else if (thinning instanceof Thinning.Samples samples) {
            for (int i = 0; i < samples.count(); i++) {
                kept.add((int) Math.round((double) last * i / (samples.count() - 1)));
            }
        } else {
            return List.copyOf(span);
        }
        kept.add(last);
        List<ReleaseVersion> thinned = new ArrayList<>();
        kept.forEach(index -> thinned.add(span.get(index)));
        return List.copyOf(thinned);
    }

    private BasculeException nothing(String why) {
        return new BasculeException(
                ErrorCode.NOTHING_SELECTED_TO_RUN,
                why + "; a matrix over versions needs two different ones",
                "--versions A,B,C or --from A --to B, with --fetch where they are not on this machine",
                "bascule install %s@VERSION fetches one".formatted(part.id()));
    }
}
