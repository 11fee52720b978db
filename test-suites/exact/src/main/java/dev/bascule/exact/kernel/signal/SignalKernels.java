package dev.bascule.exact.kernel.signal;

import dev.bascule.exact.kernel.Kernel;
import java.util.Map;

/** Signals and small linear algebra. Stateless. */
public final class SignalKernels {
    private SignalKernels() {}

    public static Map<String, Kernel> all() {
        return Map.of(
                "DFT", Kernel.of(Spectra::dft),
                "STFT", Kernel.of(Spectra::stft),
                "HannWindow", Kernel.of(call -> Tapers.taper(call, 0.5, 0.5, 0)),
                "HammingWindow", Kernel.of(call -> Tapers.taper(call, 25.0 / 46, 21.0 / 46, 0)),
                "BlackmanWindow", Kernel.of(call -> Tapers.taper(call, 0.42, 0.5, 0.08)),
                "MelWeightMatrix", Kernel.of(MelWeights::melWeightMatrix),
                "Det", Kernel.of(Determinants::det));
    }
}
