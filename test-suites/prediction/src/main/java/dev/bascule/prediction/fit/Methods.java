package dev.bascule.prediction.fit;

import java.util.List;

/**
 * The layers, simple ones first. Which of them are used is decided by their errors on architectures that they never saw: a layer
 * that does not lower these is left out, as {@code predict --validate} shows. Stateless.
 */
public final class Methods {
    private Methods() {}

    /** Of the graph alone. */
    public static final List<Method> L0 = List.of(ClassWork.METHOD, ResidualForest.over(ClassWork.METHOD));

    private static final Method BLEND = Blend.of("class-blend", ClassWork.METHOD, ClassTimes.METHOD);

    /** With native CPU measured. */
    public static final List<Method> L1 = List.of(ClassTimes.METHOD, BLEND, ResidualForest.over(BLEND));

    /** With other targets measured. */
    public static final List<Method> L2 = List.of(ResidualTransfer.over(BLEND));

    /** Those of a level. */
    public static List<Method> of(Level level) {
        return switch (level) {
            case L0 -> L0;
            case L1 -> L1;
            case L2 -> L2;
        };
    }
}
