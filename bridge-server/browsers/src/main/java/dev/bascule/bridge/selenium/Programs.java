package dev.bascule.bridge.selenium;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Small things that starting a server needs. Stateless. */
final class Programs {

    private Programs() {}

    static Optional<Path> onPath(String name, Map<String, String> environment) {
        return Stream.of(environment.getOrDefault("PATH", "").split(Pattern.quote(File.pathSeparator), -1))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /**
     * Another name for a program, in this folder: a process whose options take no path shows by its own path to which
     * launch it belongs.
     */
    static Path linked(Path program, Path folder) throws IOException {
        return Files.createSymbolicLink(folder.resolve(program.getFileName()), program.toAbsolutePath());
    }

    /** What reads as empty. */
    static File nothing() {
        return new File(File.separatorChar == '/' ? "/dev/null" : "NUL");
    }

    /** A port of the loopback interface that nobody listens on now. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
