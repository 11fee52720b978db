package dev.bascule.cli;

import static org.awaitility.Awaitility.await;

import dev.bascule.fallback.secret.ChildProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A network of its own, and a link to this one: what runs in it has neither this machine's loopback nor its addresses. It ends with this object, and
 * with this process. For one thread.
 */
final class OtherNetwork implements AutoCloseable {
    private static final List<String> TOOLS = List.of("unshare", "nsenter", "ip");

    private final Process keeper;
    private final String link;
    private final int subnet;

    private OtherNetwork(Process keeper, String link, int subnet) {
        this.keeper = keeper;
        this.link = link;
        this.subnet = subnet;
    }

    /** Why there is none here; empty where there is. */
    static Optional<String> refuses() {
        if (!Files.exists(Path.of("/proc/self/ns/net"))) {
            return Optional.of("network namespaces are Linux's");
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            return Optional.of("only root makes network namespaces with links between them");
        }
        return TOOLS.stream()
                .filter(tool -> Stream.of(
                                System.getenv().getOrDefault("PATH", "").split(":", -1))
                        .noneMatch(folder -> !folder.isEmpty() && Files.isExecutable(Path.of(folder, tool))))
                .findFirst()
                .map("there is no program %s"::formatted);
    }

    static OtherNetwork open() throws IOException, InterruptedException {
        Path own = Files.readSymbolicLink(Path.of("/proc/self/ns/net"));
        // It reads until its input ends, which is with this process.
        Process keeper = ChildProcesses.of("unshare", "-n", "cat")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Path its = Path.of("/proc/%d/ns/net".formatted(keeper.pid()));
        await("a namespace")
                .until(() -> !keeper.isAlive() || !Files.readSymbolicLink(its).equals(own));
        // Of this process: two that test so at a time have links and addresses of their own.
        long number = ProcessHandle.current().pid() % 250;
        OtherNetwork network = new OtherNetwork(keeper, "bascule" + number, Math.toIntExact(number));
        try {
            String pid = Long.toString(keeper.pid());
            run(List.of("ip", "link", "add", network.link, "type", "veth", "peer", "name", "eth0", "netns", pid));
            run(List.of("ip", "addr", "add", network.near() + "/24", "dev", network.link));
            run(List.of("ip", "link", "set", network.link, "up"));
            run(network.inside("ip", "link", "set", "lo", "up"));
            run(network.inside("ip", "addr", "add", "10.78.%d.2/24".formatted(number), "dev", "eth0"));
            run(network.inside("ip", "link", "set", "eth0", "up"));
            return network;
        } catch (UncheckedIOException e) {
            network.close();
            throw e;
        }
    }

    /** This end of the link. */
    String near() {
        return "10.78.%d.1".formatted(subnet);
    }

    /** What a command line that runs there begins with. */
    List<String> inside(String... line) {
        List<String> words = new ArrayList<>(List.of("nsenter", "-t", Long.toString(keeper.pid()), "-n"));
        words.addAll(List.of(line));
        return words;
    }

    /** Plugs the link in, or out. */
    void plug(boolean in) {
        run(List.of("ip", "link", "set", link, in ? "up" : "down"));
    }

    private static void run(List<String> line) {
        try {
            Process process = ChildProcesses.of(line).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new IOException("%s: %s".formatted(String.join(" ", line), said));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        keeper.destroyForcibly();
    }
}
