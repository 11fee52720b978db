package dev.bascule.studies.bisect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What runs showed, for people. Stateless. */
public final class SeenText {
    private static final int LONGEST = 160;

    private SeenText() {}

    /** The figures that the failure is told by: {@code max error 0.25, 41 σ}; may be empty. */
    public static String figures(What what, Seen seen) {
        return switch (what) {
            case WRONG -> errors(seen);
            case SLOW -> ratio(seen);
            case PLACEMENT -> nodes(seen);
            // Of what ran, how far its outputs are off is another question.
            case CRASH, UNSUPPORTED ->
                seen.maxError().isPresent() ? "it ran: " + seen.verdict() : shortened(seen.note());
        };
    }

    /** One run: {@code bad (max error 0.25, 41 σ)}. */
    public static String of(What what, ProbeState state) {
        if (state instanceof ProbeState.Good good) {
            return bracketed("good", figures(what, good.seen()));
        }
        if (state instanceof ProbeState.Bad bad) {
            return bracketed("bad", figures(what, bad.seen()));
        }
        return state instanceof ProbeState.Unclear unclear
                ? bracketed("not clear yet", unclear.why())
                : bracketed("cannot say", shortened(((ProbeState.CannotSay) state).why()));
    }

    /** What a version is held for, and why: {@code 2 runs, max error 0.25, 41 σ}. */
    public static String details(What what, VersionState state) {
        if (state instanceof VersionState.CannotSay silent) {
            return shortened(silent.why());
        }
        Tally tally = state instanceof VersionState.Good good ? good.tally() : ((VersionState.Bad) state).tally();
        List<String> parts = new ArrayList<>();
        tally.seen()
                .map(seen -> figures(what, seen))
                .filter(text -> !text.isEmpty())
                .ifPresent(parts::add);
        parts.add(tally.isFlaky() ? "flaky: " + tally.share() : runs(tally.clear()));
        return String.join("; ", parts);
    }

    static String runs(int count) {
        return count == 1 ? "1 run" : count + " runs";
    }

    private static String bracketed(String word, String more) {
        return more.isEmpty() ? word : "%s (%s)".formatted(word, more);
    }

    private static String errors(Seen seen) {
        List<String> parts = new ArrayList<>();
        seen.maxError().ifPresent(most -> parts.add("max error " + number(most)));
        seen.sigmas().ifPresent(most -> parts.add(number(most) + " σ"));
        return String.join(", ", parts);
    }

    private static String ratio(Seen seen) {
        return seen.slowness()
                .map(ratio -> ratio.ci95()
                        .map(interval -> String.format(
                                Locale.ROOT,
                                "×%.2f of the good end's time (%.2f–%.2f)",
                                ratio.value(),
                                interval.low(),
                                interval.high()))
                        .orElseGet(() -> String.format(Locale.ROOT, "×%.2f", ratio.value())))
                .orElse("");
    }

    private static String nodes(Seen seen) {
        return seen.nodes().entrySet().stream()
                .map(entry -> "%d on %s".formatted(entry.getValue(), entry.getKey()))
                .collect(Collectors.joining(", ", seen.nodes().isEmpty() ? "" : "nodes: ", ""));
    }

    private static String number(double value) {
        return value == 0 ? "0" : String.format(Locale.ROOT, "%.2g", value).replaceAll("e([+-])0", "e$1");
    }

    private static String shortened(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
