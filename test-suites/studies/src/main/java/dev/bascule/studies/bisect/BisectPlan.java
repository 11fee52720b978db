package dev.bascule.studies.bisect;

import java.util.List;
import java.util.Optional;

/**
 * What is searched. Immutable.
 *
 * @param engine the engines, or only one
 * @param browser the browsers, or only one
 * @param fix whether the first good version after bad ones is looked for, and not the first bad after good ones
 */
public record BisectPlan(Side engine, Side browser, boolean fix, BisectLimits limits) {

    /** One axis: a line of versions, or a version that stays. */
    public sealed interface Side {
        record Line(VersionLine line) implements Side {}

        record Fixed(String version) implements Side {}

        default String oldest() {
            return this instanceof Line line ? line.line().from() : ((Fixed) this).version();
        }

        default String newest() {
            return this instanceof Line line ? line.line().to() : ((Fixed) this).version();
        }

        default Optional<VersionLine> moving() {
            return this instanceof Line line ? Optional.of(line.line()) : Optional.empty();
        }
    }

    public BisectPlan {
        if (engine.moving().isEmpty() && browser.moving().isEmpty()) {
            throw new IllegalArgumentException("nothing to search in");
        }
    }

    /** The end that is good, by what is looked for. */
    public VersionPair good() {
        return fix ? newest() : oldest();
    }

    public VersionPair oldest() {
        return new VersionPair(engine.oldest(), browser.oldest());
    }

    public VersionPair newest() {
        return new VersionPair(engine.newest(), browser.newest());
    }

    public Side side(Axis axis) {
        return axis == Axis.ENGINE ? engine : browser;
    }

    public List<Axis> axes() {
        return List.of(Axis.values()).stream()
                .filter(axis -> side(axis).moving().isPresent())
                .toList();
    }
}
