package dev.bascule.exact.kernel.shape;

import static java.util.Map.entry;

import dev.bascule.exact.kernel.Kernel;
import java.util.Map;

/** Operators that move elements and compute none. Stateless. */
public final class ShapeKernels {
    private ShapeKernels() {}

    public static Map<String, Kernel> all() {
        return Map.ofEntries(
                entry("CenterCropPad", Kernel.of(Pads::centerCropPad)),
                entry("Compress", Kernel.of(Conditions::compress)),
                entry("Concat", Kernel.of(Slices::concat)),
                entry("Constant", Kernel.of(Constants::constant)),
                entry("ConstantOfShape", Kernel.of(Constants::constantOfShape)),
                entry("DepthToSpace", Kernel.of(Moves::depthToSpace)),
                entry("Expand", Kernel.of(Moves::expand)),
                entry("EyeLike", Kernel.of(Constants::eyeLike)),
                entry("Flatten", Kernel.of(Reshapes::flatten)),
                entry("Gather", Kernel.of(Gathers::gather)),
                entry("GatherElements", Kernel.of(Gathers::gatherElements)),
                entry("GatherND", Kernel.of(Gathers::gatherNd)),
                entry("Identity", Kernel.of(Reshapes::identity)),
                entry("NonZero", Kernel.of(Conditions::nonZero)),
                entry("OneHot", Kernel.of(Constants::oneHot)),
                entry("Pad", Kernel.of(Pads::pad)),
                entry("Range", Kernel.of(Constants::range)),
                entry("Reshape", Kernel.of(Reshapes::reshape)),
                entry("ReverseSequence", Kernel.of(Moves::reverseSequence)),
                entry("Scatter", Kernel.of(Scatters::scatterElements)),
                entry("ScatterElements", Kernel.of(Scatters::scatterElements)),
                entry("ScatterND", Kernel.of(Scatters::scatterNd)),
                entry("Shape", Kernel.of(Reshapes::shape)),
                entry("Size", Kernel.of(Reshapes::size)),
                entry("Slice", Kernel.of(Slices::slice)),
                entry("SpaceToDepth", Kernel.of(Moves::spaceToDepth)),
                entry("Split", Slices::split),
                entry("Squeeze", Kernel.of(Reshapes::squeeze)),
                entry("Tile", Kernel.of(Moves::tile)),
                entry("Transpose", Kernel.of(Moves::transpose)),
                entry("Trilu", Kernel.of(Moves::trilu)),
                entry("Unique", Uniques::unique),
                entry("Unsqueeze", Kernel.of(Reshapes::unsqueeze)),
                entry("Where", Kernel.of(Conditions::where)));
    }
}
