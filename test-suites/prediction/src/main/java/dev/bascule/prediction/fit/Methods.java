package dev.bascule.prediction.fit;

import java.util.List;
import java.util.stream.Stream;

/**
 * The layers, simple ones first. A layer is used only where it lowered the errors of what it never saw on two machines
 * (docs/design/prediction.md); {@code predict --validate} holds all of them against each other on the data at hand. Stateless.
 */
public final class Methods {
    static final Method BLEND = Blend.of("class-blend", ClassWork.METHOD, ClassTimes.METHOD);

    private static final Method WORK_AND_RELATIVES = RelativesShift.over(ClassWork.METHOD);
    private static final Method BLEND_AND_RELATIVES = RelativesShift.over(BLEND);
    private static final Method SIBLINGS = JointResiduals.over(BLEND_AND_RELATIVES);
    private static final Method WORK_BY_MINIMUM = MinimumFactor.over(WORK_AND_RELATIVES);
    private static final Method BLEND_BY_MINIMUM = MinimumFactor.over(BLEND_AND_RELATIVES);
    private static final Method SIBLINGS_BY_MINIMUM = MinimumFactor.over(SIBLINGS);
    /** Of the graph alone. */
    private static final List<Method> L0 = List.of(ClassWork.METHOD, WORK_AND_RELATIVES, WORK_BY_MINIMUM);

    /** With native CPU measured. */
    private static final List<Method> L1 = List.of(ClassTimes.METHOD, BLEND, BLEND_AND_RELATIVES, BLEND_BY_MINIMUM);

    /** With other targets measured. */
    private static final List<Method> L2 = List.of(SIBLINGS, SIBLINGS_BY_MINIMUM);

    /**
     * A level's method, and the same by way of minima.
     *
     * @param level of both
     */
    record Rung(Level level, Method plain, Method byMinimum) {}

    /** Simple ones first: each is to pay beside what answers below it. */
    static final List<Rung> RUNGS = List.of(
            new Rung(Level.L0, WORK_AND_RELATIVES, WORK_BY_MINIMUM),
            new Rung(Level.L1, BLEND_AND_RELATIVES, BLEND_BY_MINIMUM),
            new Rung(Level.L2, SIBLINGS, SIBLINGS_BY_MINIMUM));

    private Methods() {}

    /** All that there are. */
    public static List<Method> all() {
        return Stream.of(L0, L1, L2).flatMap(List::stream).toList();
    }

    /**
     * Those that may answer, the one that knows most first. Class-times alone is as near as the blend on the shipped data, but not on a
     * second machine (30.5 % against 23.3 %, docs/design/prediction.md): what decides is both. Which of them do answer on a machine is
     * what {@link Layers} says of its data.
     */
    public static List<Method> used() {
        return List.of(
                SIBLINGS_BY_MINIMUM,
                SIBLINGS,
                BLEND_BY_MINIMUM,
                BLEND_AND_RELATIVES,
                WORK_BY_MINIMUM,
                WORK_AND_RELATIVES);
    }
}
