package dev.bascule.exact.kernel.window;

import dev.bascule.exact.kernel.Kernel;
import java.util.Map;

/** Operators that look through windows: pooling, sampling, regions. Stateless. */
public final class WindowKernels {
    private WindowKernels() {}

    public static Map<String, Kernel> all() {
        return Map.ofEntries(
                Map.entry("AveragePool", Kernel.of(AveragePooling::averagePool)),
                Map.entry("GlobalAveragePool", Kernel.of(AveragePooling::globalAveragePool)),
                Map.entry("LpPool", Kernel.of(NormPooling::lpPool)),
                Map.entry("GlobalLpPool", Kernel.of(NormPooling::globalLpPool)),
                Map.entry("MaxPool", MaxPooling::maxPool),
                Map.entry("GlobalMaxPool", Kernel.of(MaxPooling::globalMaxPool)),
                Map.entry("MaxUnpool", Kernel.of(MaxPooling::maxUnpool)),
                Map.entry("Col2Im", Kernel.of(ColumnFolding::col2im)),
                Map.entry("Resize", Kernel.of(Resize::resize)),
                Map.entry("Upsample", Kernel.of(Resize::upsample)),
                Map.entry("GridSample", Kernel.of(GridSampling::gridSample)),
                Map.entry("AffineGrid", Kernel.of(GridSampling::affineGrid)),
                Map.entry("DeformConv", Kernel.of(DeformableConvolution::deformConv)),
                Map.entry("RoiAlign", Kernel.of(RegionAlignment::roiAlign)),
                Map.entry("MaxRoiPool", Kernel.of(RegionPooling::maxRoiPool)),
                Map.entry("NonMaxSuppression", Kernel.of(BoxSuppression::nonMaxSuppression)));
    }
}
