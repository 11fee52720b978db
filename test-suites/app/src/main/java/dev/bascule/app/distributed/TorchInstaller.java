package dev.bascule.app.distributed;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FolderTree;
import dev.bascule.models.packages.Commands;
import dev.bascule.nativerunner.library.LibrarySet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * Brings a Python with PyTorch: where none is here, Debian's package for the CPU alone, a tenth of what PyPI's brings for Linux. It
 * is the system's and not in Bascule's cache, where a note says that it is here. Belongs to one thread.
 */
public final class TorchInstaller {
    /** What is fetched. */
    public static final String WHAT = "PyTorch for the CPU with gloo, as Debian's python3-torch: bascule distributed";

    private static final Path NEUTRAL = Path.of(System.getProperty("java.home"));
    private static final List<String> UPDATE = List.of("apt-get", "update");
    private static final List<String> INSTALL = List.of(
            "env",
            "DEBIAN_FRONTEND=noninteractive",
            "apt-get",
            "install",
            "-y",
            "--no-install-recommends",
            "python3-torch");

    private final HostEnvironment host;
    private final Commands commands;
    private final String user;

    /** @param user whose name it is that this process runs by */
    public TorchInstaller(HostEnvironment host, Commands commands, String user) {
        this.host = host;
        this.commands = commands;
        this.user = user;
    }

    private Path note() {
        return host.libraries().resolve(TorchPython.PART);
    }

    /** What was found or brought before; empty where nobody asked for it yet. */
    public Optional<LibrarySet> noted() {
        return LibrarySet.find(host, TorchPython.PART);
    }

    /**
     * The command lines that an installation would run, where there is no PyTorch yet.
     *
     * @throws BasculeException {@link ErrorCode#PART_UNAVAILABLE} where it cannot be brought
     */
    public List<List<String>> plan() {
        unavailable().ifPresent(why -> {
            throw why;
        });
        return List.of(UPDATE, INSTALL);
    }

    /** Why it cannot be brought here; a Python of the user's own always can be named. */
    public Optional<BasculeException> unavailable() {
        String own = "or name a Python of your own that has it: python3 -m venv DIR && DIR/bin/pip install torch, then"
                + " %s=DIR/bin/python3".formatted(TorchPython.VARIABLE);
        if (host.isWindows() || host.isMac() || !commands.answers(List.of("apt-get"))) {
            return Optional.of(new BasculeException(
                    ErrorCode.PART_UNAVAILABLE,
                    TorchPython.PART + ": it is brought by Debian's apt-get, which is not here",
                    own));
        }
        return user.equals("root")
                ? Optional.empty()
                : Optional.of(new BasculeException(
                        ErrorCode.PART_UNAVAILABLE,
                        TorchPython.PART + ": the system's packages are root's to install",
                        "sudo apt-get install --no-install-recommends python3-torch",
                        own));
    }

    /**
     * Brings it, where there is none yet.
     *
     * @return the Python that has it
     * @throws BasculeException {@link ErrorCode#PART_UNAVAILABLE} or {@link ErrorCode#DOWNLOAD_FAILED}
     */
    public TorchPython install(Consumer<String> told) throws InterruptedException {
        Optional<TorchPython> here = TorchPython.find(host, commands);
        if (here.isEmpty()) {
            for (List<String> line : plan()) {
                told.accept(String.join(" ", line));
                Commands.Result result = commands.run(line, NEUTRAL);
                if (result.code() != 0) {
                    throw new BasculeException(
                            ErrorCode.DOWNLOAD_FAILED, "%s: %s".formatted(String.join(" ", line), result.output()));
                }
            }
            here = TorchPython.find(host, commands);
        }
        TorchPython python = here.orElseThrow(() -> new BasculeException(
                ErrorCode.PART_UNAVAILABLE, "apt-get brought PyTorch, and no Python here finds it with gloo"));
        write(python);
        return python;
    }

    private void write(TorchPython python) {
        Properties about = new Properties();
        about.setProperty("version", python.facts().torch());
        about.setProperty("what", python.facts().python());
        try {
            Files.createDirectories(note());
            try (var out = Files.newBufferedWriter(note().resolve(LibrarySet.ABOUT))) {
                about.store(out, null);
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "%s cannot be written: %s".formatted(note(), e.getMessage()));
        }
    }

    /** Forgets it; the system's package stays. Whether anything was noted. */
    public boolean forget() {
        boolean there = Files.exists(note());
        FolderTree.deleteQuietly(note());
        return there;
    }
}
