package dev.bascule.app.orders;

import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.backend.DeviceType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What an order says of browsers. It names no binary, flag, launcher or Grid: these are the worker's own. Of versions it names those
 * that are installed there already. Immutable.
 *
 * @param browsers {@code auto}, {@code all} or {@code none} alone, or ids of browsers
 * @param gpu whether they use the machine's GPU: {@code auto}, {@code hardware} or {@code software}
 * @param webNnDevice {@code cpu}, {@code gpu} or {@code npu}; the best otherwise
 * @param build of the engine that pages load
 * @param versions that the worker has installed; its own otherwise
 * @param beside those that the case is measured in turn with, on the same machine
 */
record BrowserWish(
        List<String> browsers,
        String gpu,
        Optional<String> webNnDevice,
        Optional<String> build,
        Optional<VersionWish> versions,
        Optional<VersionWish> beside) {
    private static final List<String> BUILDS = List.of("ort.wasm", "ort.jspi", "ort.webgpu", "ort.all");

    BrowserWish {
        browsers = List.copyOf(browsers);
    }

    /** In the versions that the worker has in use. */
    BrowserWish(List<String> browsers, String gpu, Optional<String> webNnDevice, Optional<String> build) {
        this(browsers, gpu, webNnDevice, build, Optional.empty(), Optional.empty());
    }

    BrowserWish in(Optional<VersionWish> wanted, Optional<VersionWish> standard) {
        return new BrowserWish(browsers, gpu, webNnDevice, build, wanted, standard);
    }

    static BrowserWish of(BrowserSetup setup) {
        return new BrowserWish(
                words(setup.choice()),
                setup.gpu().name().toLowerCase(Locale.ROOT),
                setup.webNnDevice().map(device -> device.name().toLowerCase(Locale.ROOT)),
                setup.build());
    }

    private static List<String> words(BrowserChoice choice) {
        if (choice instanceof BrowserChoice.Named named) {
            return named.ids();
        }
        return List.of(
                choice instanceof BrowserChoice.None ? "none" : choice instanceof BrowserChoice.All ? "all" : "auto");
    }

    /**
     * As this machine starts them.
     *
     * @param own how the worker's owner lets browsers take part
     * @param known ids of browsers; asked only where some are named
     * @throws dev.bascule.fallback.error.BasculeException for a word that is none of those above
     */
    BrowserSetup on(BrowserSetup own, Supplier<List<String>> known) {
        BrowserSetup.Gpu wanted = Words.oneOf(BrowserSetup.Gpu.class, gpu, "gpu");
        build.filter(word -> !BUILDS.contains(word)).ifPresent(word -> {
            throw Words.refused("a build of the engine that there is not");
        });
        return new BrowserSetup(
                choice(own.choice(), known),
                own.binary(),
                own.launcher(),
                own.remote(),
                wanted == BrowserSetup.Gpu.AUTO ? own.gpu() : wanted,
                own.flags(),
                webNnDevice.map(word -> Words.oneOf(DeviceType.class, word, "webNnDevice")),
                build,
                own.engineVersion(),
                true);
    }

    private BrowserChoice choice(BrowserChoice own, Supplier<List<String>> known) {
        if (browsers.isEmpty() || browsers.size() > Words.MANY) {
            throw Words.refused("no browsers, or too many");
        }
        boolean none = browsers.equals(List.of("none"));
        if (none || own instanceof BrowserChoice.None) {
            return new BrowserChoice.None();
        }
        if (browsers.equals(List.of("auto"))) {
            return own;
        }
        if (browsers.equals(List.of("all"))) {
            return own instanceof BrowserChoice.Auto ? new BrowserChoice.All() : own;
        }
        List<String> allowed = own instanceof BrowserChoice.Named named ? named.ids() : known.get();
        if (!allowed.containsAll(browsers)) {
            throw Words.refused("a browser that this worker does not have");
        }
        return new BrowserChoice.Named(browsers);
    }
}
