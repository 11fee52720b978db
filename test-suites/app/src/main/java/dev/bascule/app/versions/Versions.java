package dev.bascule.app.versions;

import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.models.packages.Commands;
import dev.bascule.models.packages.SystemCommands;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The versions of engine and browser: which there are, and each of them here when asked for. Belongs to one thread. */
public final class Versions {
    private final VersionStore store;
    private final VersionCatalog catalog;
    private final VersionInstaller installer;

    public Versions(HostEnvironment host, VersionStore store, Commands commands) {
        this.store = store;
        this.catalog = new VersionCatalog(host, commands);
        this.installer = new VersionInstaller(host, store, commands);
    }

    public static Versions ofThisMachine() {
        return new Versions(HostEnvironment.ofProcess(), VersionStore.ofProcess(), new SystemCommands());
    }

    /** What asking for a version came to. */
    public sealed interface Answer {
        /**
         * It is here.
         *
         * @param path an engine's folder, a browser's executable
         */
        record Here(Path path) implements Answer {}

        /** There is none, or none that can be used on this machine. */
        record NotAvailable(String why) implements Answer {}
    }

    /** The releases that npm has, the oldest first; as {@link VersionCatalog#stable}. */
    public List<ReleaseVersion> stable(VersionedPart part) throws InterruptedException {
        return catalog.stable(part);
    }

    /** The versions that are here, the oldest first. */
    public List<ReleaseVersion> installed(VersionedPart part) {
        return store.installed(part);
    }

    /**
     * A version, fetched if it is not here.
     *
     * @throws BasculeException where it could not be fetched, which says nothing of the version; {@link
     *     ErrorCode#HASH_MISMATCH} where its files are not those that came
     */
    public Answer ensure(PartVersion wanted, Consumer<String> told) throws InterruptedException {
        try {
            Optional<Path> here = store.verified(wanted);
            Path folder = here.isPresent() ? here.get() : installer.install(wanted, told);
            return new Answer.Here(
                    wanted.part() == VersionedPart.BROWSER ? folder.resolve("chrome-headless-shell") : folder);
        } catch (BasculeException e) {
            if (e.code() == ErrorCode.PART_UNAVAILABLE) {
                return new Answer.NotAvailable(e.failure().message());
            }
            throw e;
        }
    }

    /**
     * What pages are to load for a version; empty where that is the bundled one, and no other of that number is installed.
     *
     * @throws BasculeException {@link ErrorCode#PART_UNAVAILABLE} where it is not installed, or its layout is unknown
     */
    public static Optional<EnginePackage> engine(VersionStore store, ReleaseVersion version) {
        PartVersion wanted = new PartVersion(VersionedPart.ENGINE, version);
        Optional<Path> folder = store.verified(wanted);
        if (folder.isEmpty()) {
            if (BridgeServer.bundledEngine().equals(Optional.of(version.toString()))) {
                return Optional.empty();
            }
            throw new BasculeException(
                    ErrorCode.PART_UNAVAILABLE, "%s is not installed".formatted(wanted), wanted.remedy());
        }
        return Optional.of(EnginePackage.in(folder.get()).orThrow());
    }
}
