package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.GradientRules;
import java.util.List;

/** All rules that there are. Stateless. */
public final class StandardRules {
    private static final GradientRules ALL = new GradientRules(List.of(
            new AbsRule(),
            new AveragePoolRule(),
            new BatchNormalizationRule(),
            new BlockRule(),
            new CastRule(),
            new ClipRule(),
            new ConcatRule(),
            new ConvRule(),
            new ConvTransposeRule(),
            new DivRule(),
            new DropoutRule(),
            new EluRule(),
            new ErfRule(),
            new ExpRule(),
            new ExpandRule(),
            new ExtremeRule(),
            new GatherRule(),
            new GemmRule(),
            new GlobalAveragePoolRule(),
            new GlobalMaxPoolRule(),
            new HardSigmoidRule(),
            new HardSwishRule(),
            new InstanceNormalizationRule(),
            new LayerNormalizationRule(),
            new LeakyReluRule(),
            new LogRule(),
            new LogSoftmaxRule(),
            new MatMulRule(),
            new MaxPoolRule(),
            new MulRule(),
            new NegRule(),
            new NormRule(),
            new PReluRule(),
            new PadRule(),
            new PowRule(),
            new ReciprocalRule(),
            new ReducedExtremeRule(),
            new ReluRule(),
            new ReshapeRule(),
            new ResizeRule(),
            new RoundRule(),
            new SigmoidRule(),
            new SinRule(),
            new SliceRule(),
            new SoftmaxRule(),
            new SoftplusRule(),
            new SoftsignRule(),
            new SplitRule(),
            new SqrtRule(),
            new StepRule(),
            new SumRule(),
            new TanhRule(),
            new TileRule(),
            new TotalRule(),
            new TransposeRule(),
            new WhereRule()));

    private StandardRules() {}

    public static GradientRules all() {
        return ALL;
    }
}
