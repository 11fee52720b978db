package dev.bascule.scheduling.job;

import dev.bascule.scheduling.worker.Inventory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a job asks of a machine. Immutable. Equal where it was put together alike. */
public sealed interface Requirement {

    /** Whether this machine has all of it. */
    boolean metBy(Inventory inventory);

    /** Each thing that it asks and this machine lacks, one sentence part each; empty where it has all. */
    List<String> lacking(Inventory inventory);

    /** As {@link #parse} reads it again. */
    String text();

    /**
     * Reads {@code backend=cuda and (vram>=16GB or label=big) and not os=windows}.
     *
     * @throws dev.bascule.fallback.error.BasculeException {@code USAGE_ERROR}, saying where it cannot be read, and the nearest known word
     */
    static Requirement parse(String text) {
        return new RequirementParser(text).read();
    }

    /** Each of these; what asks nothing is left out, and what is in another such one is taken out of it. */
    static Requirement all(List<Requirement> parts) {
        List<Requirement> flat = parts.stream()
                .flatMap(part -> part instanceof All all ? all.parts().stream() : Stream.of(part))
                .filter(part -> !(part instanceof Anything))
                .distinct()
                .toList();
        return flat.isEmpty() ? new Anything() : flat.size() == 1 ? flat.get(0) : new All(flat);
    }

    /** One of these at least. */
    static Requirement any(List<Requirement> parts) {
        List<Requirement> flat = parts.stream()
                .flatMap(part -> part instanceof Any any ? any.parts().stream() : Stream.of(part))
                .distinct()
                .toList();
        if (flat.isEmpty()) {
            throw new IllegalArgumentException("one of none can never be had");
        }
        return flat.contains(new Anything()) ? new Anything() : flat.size() == 1 ? flat.get(0) : new Any(flat);
    }

    /** This, and that. */
    default Requirement and(Requirement other) {
        return all(List.of(this, other));
    }

    /** Asks nothing. */
    record Anything() implements Requirement {
        @Override
        public boolean metBy(Inventory inventory) {
            return true;
        }

        @Override
        public List<String> lacking(Inventory inventory) {
            return List.of();
        }

        @Override
        public String text() {
            return "anything";
        }
    }

    /** A backend that was verified at least so that a session ran. */
    record Backend(String id) implements Requirement {
        private static final Set<String> RAN = Set.of("session", "placed");

        @Override
        public boolean metBy(Inventory inventory) {
            return ran(inventory.backends().getOrDefault(id, ""));
        }

        /** Whether what was verified as far as this tier has run a session. */
        public static boolean ran(String tier) {
            return RAN.contains(tier);
        }

        @Override
        public List<String> lacking(Inventory inventory) {
            return metBy(inventory)
                    ? List.of()
                    : List.of(Optional.ofNullable(inventory.backends().get(id))
                            .map(tier -> "needs backend %s: no session of it ran here, it was verified as far as %s"
                                    .formatted(id, tier))
                            .orElse("needs backend %s: has %s"
                                    .formatted(id, these(inventory.backends().keySet()))));
        }

        @Override
        public String text() {
            return "backend=" + Words.quoted(id);
        }
    }

    /** A browser, of whatever version. */
    record Browser(String id) implements Requirement {
        @Override
        public boolean metBy(Inventory inventory) {
            return inventory.browsers().containsKey(id);
        }

        @Override
        public List<String> lacking(Inventory inventory) {
            return metBy(inventory)
                    ? List.of()
                    : List.of("needs browser %s: has %s"
                            .formatted(id, these(inventory.browsers().keySet())));
        }

        @Override
        public String text() {
            return "browser=" + Words.quoted(id);
        }
    }

    /** A browser in such a version. One whose version is no number is not taken. */
    record BrowserVersion(String id, Relation relation, Version bound) implements Requirement {
        @Override
        public boolean metBy(Inventory inventory) {
            return Optional.ofNullable(inventory.browsers().get(id))
                    .flatMap(Version::parse)
                    .filter(version -> relation.holds(version.comparedTo(bound)))
                    .isPresent();
        }

        @Override
        public List<String> lacking(Inventory inventory) {
            if (metBy(inventory)) {
                return List.of();
            }
            String has = Optional.ofNullable(inventory.browsers().get(id))
                    .map(version -> version.isBlank() ? "its version is not known" : "has " + version)
                    .orElseGet(() -> "has " + these(inventory.browsers().keySet()));
            return List.of("needs browser %s%s%s: %s".formatted(id, relation.sign(), bound, has));
        }

        @Override
        public String text() {
            return RequirementParser.isBrowserWord(id)
                    ? id + relation.sign() + bound
                    : "(browser=%s and version%s%s)".formatted(Words.quoted(id), relation.sign(), bound);
        }
    }

    /**
     * So much of something.
     *
     * @param bound in bytes, or a count; not below 0
     */
    record Figure(Amount amount, Relation relation, long bound) implements Requirement {
        public Figure {
            if (bound < 0) {
                throw new IllegalArgumentException("no machine has less than nothing");
            }
        }

        @Override
        public boolean metBy(Inventory inventory) {
            OptionalLong has = amount.of(inventory);
            return has.isPresent() && relation.holds(Long.compare(has.getAsLong(), bound));
        }

        @Override
        public List<String> lacking(Inventory inventory) {
            if (metBy(inventory)) {
                return List.of();
            }
            OptionalLong has = amount.of(inventory);
            return List.of("needs %s%s: has %s"
                    .formatted(
                            relation == Relation.AT_LEAST
                                    ? ""
                                    : relation == Relation.EQUAL ? "exactly " : relation.sign() + " ",
                            amount.people(bound),
                            has.isPresent() ? amount.figure(has.getAsLong()) : amount.absent()));
        }

        @Override
        public String text() {
            return amount.word() + relation.sign() + (amount.isBytes() ? Bytes.exact(bound) : String.valueOf(bound));
        }
    }

    /** An operating system, an architecture, a label. */
    record Named(Trait trait, String value) implements Requirement {
        @Override
        public boolean metBy(Inventory inventory) {
            return trait.of(inventory).contains(value);
        }

        @Override
        public List<String> lacking(Inventory inventory) {
            return metBy(inventory)
                    ? List.of()
                    : List.of("needs %s %s: has %s".formatted(trait.word(), value, these(trait.of(inventory))));
        }

        @Override
        public String text() {
            return trait.word() + "=" + Words.quoted(value);
        }
    }

    /** Each of these, two at least. */
    record All(List<Requirement> parts) implements Requirement {
        public All {
            parts = List.copyOf(parts);
            atLeastTwo(parts);
        }

        @Override
        public boolean metBy(Inventory inventory) {
            for (Requirement part : parts) {
                if (!part.metBy(inventory)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public List<String> lacking(Inventory inventory) {
            return parts.stream()
                    .flatMap(part -> part.lacking(inventory).stream())
                    .toList();
        }

        @Override
        public String text() {
            return parts.stream()
                    .map(part -> part instanceof Any || part instanceof All ? "(" + part.text() + ")" : part.text())
                    .collect(Collectors.joining(" and "));
        }
    }

    /** One of these, two at least. */
    record Any(List<Requirement> parts) implements Requirement {
        public Any {
            parts = List.copyOf(parts);
            atLeastTwo(parts);
        }

        @Override
        public boolean metBy(Inventory inventory) {
            return parts.stream().anyMatch(part -> part.metBy(inventory));
        }

        @Override
        public List<String> lacking(Inventory inventory) {
            if (metBy(inventory)) {
                return List.of();
            }
            return List.of(parts.stream()
                    .map(part -> String.join(" and ", part.lacking(inventory)))
                    .collect(Collectors.joining(", or ")));
        }

        @Override
        public String text() {
            return parts.stream()
                    .map(part -> part instanceof Any ? "(" + part.text() + ")" : part.text())
                    .collect(Collectors.joining(" or "));
        }
    }

    /** Not this. */
    record Not(Requirement part) implements Requirement {
        @Override
        public boolean metBy(Inventory inventory) {
            return !part.metBy(inventory);
        }

        @Override
        public List<String> lacking(Inventory inventory) {
            return metBy(inventory) ? List.of() : List.of("must not be " + part.text());
        }

        @Override
        public String text() {
            return "not " + (part instanceof All || part instanceof Any ? "(" + part.text() + ")" : part.text());
        }
    }

    private static String these(Set<String> words) {
        return words.isEmpty() ? "none" : String.join(", ", new ArrayList<>(words));
    }

    private static void atLeastTwo(List<Requirement> parts) {
        if (parts.size() < 2) {
            throw new IllegalArgumentException("two parts at least; Requirement.all and any take fewer");
        }
    }
}
