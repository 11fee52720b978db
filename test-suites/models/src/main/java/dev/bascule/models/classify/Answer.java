package dev.bascule.models.classify;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * An answer, or that there is none and why. Immutable.
 *
 * @param value empty where it is unknown
 * @param likelihood what the answer's probability rests on; empty where it is unknown, or rests on names, of which none was counted
 * @param evidence in words that a reader can check in the graph
 * @param reason why it is unknown, or why it has no probability; blank where neither is so
 * @param <L> the answers
 */
public record Answer<L>(Optional<L> value, Optional<Likelihood> likelihood, List<String> evidence, String reason) {
    /** An answer that is as often wrong as right is none. */
    private static final double LEAST = 0.5;

    public Answer {
        evidence = List.copyOf(evidence);
    }

    static <L> Answer<L> unknown(String reason) {
        return new Answer<>(Optional.empty(), Optional.empty(), List.of(), reason);
    }

    /** The finding's answer where its evidence is strong enough and such evidence was mostly right. */
    static <L> Answer<L> of(Axis axis, Finding<L> finding, Function<L, String> word, Calibration calibration) {
        Optional<String> leaning = finding.leaning().map(word);
        if (leaning.isEmpty()) {
            return unknown(finding.against());
        }
        String against = finding.against().isBlank() ? "" : "; against it: " + finding.against();
        if (finding.strength() == Strength.THIN) {
            return unknown("the evidence is thin: %s (%s)%s"
                    .formatted(leaning.get(), String.join("; ", finding.evidence()), against));
        }
        Likelihood likelihood = calibration.of(axis, finding.strength());
        if (likelihood.probability() <= LEAST) {
            return unknown("it looks like %s, but answers on such evidence were %s"
                    .formatted(leaning.get(), likelihood.basis()));
        }
        return new Answer<>(finding.leaning(), Optional.of(likelihood), finding.evidence(), "");
    }

    /** What names say, where the graph says nothing. */
    Answer<L> or(Optional<Named<L>> named) {
        return value.isPresent() || named.isEmpty()
                ? this
                : new Answer<>(
                        named.map(Named::answer),
                        Optional.empty(),
                        named.map(Named::why).stream().toList(),
                        "names alone say so, and how often they are right was not counted; the graph: " + reason);
    }

    /**
     * What a name says.
     *
     * @param why which name
     * @param <L> the answers
     */
    record Named<L>(L answer, String why) {}
}
