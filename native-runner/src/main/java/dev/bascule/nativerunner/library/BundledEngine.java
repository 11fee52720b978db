package dev.bascule.nativerunner.library;

import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.driver.HostEnvironment;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ONNX Runtime's libraries as its jar brings them, unpacked once into the cache: else every child unpacks some 30 MB of its
 * own. They are held against the jar's lengths and checksums before the first child of this process, and put right where they
 * differ; that finds damage, while who may write into the cache may also change the sets of libraries there. What killed starts
 * and other versions left is {@link UnpackedSweep swept}. Thread-safe, and safe beside other processes.
 */
public final class BundledEngine {
    private static final Logger LOG = LoggerFactory.getLogger(BundledEngine.class);
    private static final String NATIVE = "ai/onnxruntime/native/";

    private final Path cache;
    private final Optional<URL> resources;
    private final Clock clock;
    private Optional<Unpacked> known = Optional.empty();

    /** A library in the jar. */
    private record Library(String name, long bytes, long checksum) {}

    private record Unpacked(Path folder, List<Library> libraries) {
        /** Without reading them: whether nobody took them away since they were checked. */
        boolean isThere() {
            return libraries.stream().allMatch(library -> hasLength(folder.resolve(library.name()), library));
        }
    }

    BundledEngine(Path cache, Optional<URL> resources) {
        this(cache, resources, Clock.systemUTC());
    }

    BundledEngine(Path cache, Optional<URL> resources, Clock clock) {
        this.cache = cache;
        this.resources = resources;
        this.clock = clock;
    }

    /** Those for this platform in the jar on the class path. Nothing is written yet. */
    public static BundledEngine of(HostEnvironment host) {
        String platform = platform(host.os(), host.arch());
        return new BundledEngine(
                host.libraries().resolveSibling("bundled"),
                Optional.ofNullable(BundledEngine.class.getClassLoader())
                        .flatMap(loader -> Optional.ofNullable(loader.getResource(NATIVE + platform + "/"))));
    }

    /** As ONNX Runtime's own loader names it. */
    static String platform(String os, String arch) {
        String system = os.toLowerCase(Locale.ROOT);
        String name = system.contains("mac") ? "osx" : system.startsWith("windows") ? "win" : "linux";
        String processor = arch.equals("amd64") || arch.equals("x86_64") ? "x64" : arch;
        return name + "-" + processor;
    }

    /** The folder with all of them; empty where a child has to unpack its own, as it does by itself. */
    public synchronized Optional<Path> folder() {
        if (!known.map(Unpacked::isThere).orElse(false)) {
            known = unpacked();
        }
        known.ifPresent(unpacked -> sweep().use(unpacked.folder()));
        if (known.isPresent() && !known.map(Unpacked::isThere).orElse(false)) {
            // Swept between the look and the use.
            known = unpacked();
        }
        return known.map(Unpacked::folder);
    }

    private UnpackedSweep sweep() {
        return new UnpackedSweep(cache, clock.instant());
    }

    private Optional<Unpacked> unpacked() {
        try {
            if (resources.isPresent() && resources.get().openConnection() instanceof JarURLConnection connection) {
                // A cached one would stay open, and could not be replaced on Windows.
                connection.setUseCaches(false);
                try (JarFile jar = connection.getJarFile()) {
                    return unpack(jar, connection.getEntryName());
                }
            }
        } catch (IOException e) {
            LOG.debug("ONNX Runtime's libraries stay in their jar", e);
        }
        return Optional.empty();
    }

    private Optional<Unpacked> unpack(JarFile jar, String prefix) throws IOException {
        List<Library> libraries = jar.stream()
                .filter(entry -> isDirectlyIn(prefix, entry))
                .map(entry -> new Library(entry.getName().substring(prefix.length()), entry.getSize(), entry.getCrc()))
                .sorted(Comparator.comparing(Library::name))
                .toList();
        if (libraries.isEmpty()) {
            return Optional.empty();
        }
        Path folder = Files.createDirectories(cache.resolve(UnpackedSweep.ENGINE
                + libraries.stream()
                        .map(library -> "%08x".formatted(library.checksum()))
                        .collect(Collectors.joining("-"))));
        // Before its files are looked at, which takes a while: another version's start may sweep meanwhile.
        sweep().use(folder);
        sweep().run(folder);
        for (Library library : libraries) {
            Path file = folder.resolve(library.name());
            if (!isWhole(file, library)) {
                try (InputStream in = jar.getInputStream(new ZipEntry(prefix + library.name()))) {
                    write(in, file, library);
                }
                if (!isWhole(file, library)) {
                    throw new IOException("'%s' is not what the jar says".formatted(file));
                }
            }
            // False also where the file system executes nothing, and the loader would refuse.
            if (!Files.isExecutable(file)) {
                throw new IOException("'%s' cannot be executed".formatted(file));
            }
        }
        return Optional.of(new Unpacked(folder, libraries));
    }

    private static boolean isDirectlyIn(String prefix, ZipEntry entry) {
        String name = entry.getName();
        return !entry.isDirectory() && name.startsWith(prefix) && name.indexOf('/', prefix.length()) < 0;
    }

    /** Beside it first, so that another process sees it whole or not at all; nobody needs to write it again. */
    private static void write(InputStream in, Path file, Library library) throws IOException {
        Path part =
                Files.createTempFile(file.toAbsolutePath().getParent(), file.getFileName() + ".", UnpackedSweep.PART);
        try {
            try (OutputStream out = Files.newOutputStream(part)) {
                in.transferTo(out);
            }
            if (!part.toFile().setExecutable(true) || !part.toFile().setReadOnly()) {
                LOG.debug("the permissions of {} stay as they are", part);
            }
            place(part, file, library);
        } finally {
            if (Files.exists(part)) {
                UnpackedSweep.delete(part);
            }
        }
    }

    /** Over what is there, or in its place: Windows does not replace a file that is read-only or in use, and renames it. */
    private static void place(Path part, Path file, Library library) throws IOException {
        try {
            AtomicFile.move(part, file);
        } catch (IOException e) {
            // Another process may have been faster.
            if (isWhole(file, library)) {
                return;
            }
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
            Path aside = part.resolveSibling(part.getFileName() + UnpackedSweep.PART);
            Files.move(file, aside);
            AtomicFile.move(part, file);
            UnpackedSweep.delete(aside);
        }
    }

    private static boolean isWhole(Path file, Library library) throws IOException {
        if (!hasLength(file, library)) {
            return false;
        }
        CRC32 checksum = new CRC32();
        try (InputStream in = new CheckedInputStream(Files.newInputStream(file), checksum)) {
            byte[] piece = new byte[1 << 16];
            while (in.read(piece) >= 0) {
                // Only the checksum is wanted.
            }
        }
        return checksum.getValue() == library.checksum();
    }

    private static boolean hasLength(Path file, Library library) {
        return file.toFile().length() == library.bytes();
    }
}
