package dev.bascule.app.distributed;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.distributed.LinkLimit;
import dev.bascule.studies.distributed.RankRun.Network;
import dev.bascule.studies.distributed.RoundTrips;
import dev.bascule.studies.distributed.RoundTrips.RoundTrip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What lies between ranks: a loopback, of their own where this user may have one, or a link for each. Belongs to one thread. */
final class RankNetwork implements AutoCloseable {
    private static final String LOOPBACK = "lo";
    private static final String LINK = "eth0";
    private static final List<String> TOOLS = List.of("unshare", "nsenter", "ip");

    private final Network kind;
    private final int ranks;
    private final Scripts scripts;
    private Duration latency = Duration.ZERO;
    private Optional<LinkRelay> relay = Optional.empty();
    /** None for the machine's loopback, one for all ranks' own, one for each rank with a link, and then the switch's. */
    private final List<Namespace> namespaces = new ArrayList<>();

    private RankNetwork(Network kind, int ranks, Scripts scripts) {
        this.kind = kind;
        this.ranks = ranks;
        this.scripts = scripts;
    }

    /**
     * What runs beside ranks.
     *
     * @param folder with {@value LinkRelay#SCRIPT} and {@value RoundTripProbe#SCRIPT}
     */
    record Scripts(String python, Path folder) {}

    static RankNetwork open(int ranks, Optional<LinkLimit> link, HostEnvironment host, Scripts scripts)
            throws IOException, InterruptedException {
        boolean links = link.isPresent();
        boolean may = may(host, TOOLS).isEmpty();
        RankNetwork network = new RankNetwork(
                links ? Network.LINKS : may ? Network.OWN_LOOPBACK : Network.SHARED_LOOPBACK, ranks, scripts);
        boolean whole = false;
        try {
            for (int i = 0; i < (links ? ranks + 1 : may ? 1 : 0); i++) {
                network.namespaces.add(Namespace.open());
            }
            if (links) {
                network.connect(link.orElseThrow());
            }
            whole = true;
            return network;
        } finally {
            if (!whole) {
                network.close();
            }
        }
    }

    /** Why there are no such links here. */
    static Optional<Failure> refuses(HostEnvironment host) {
        return may(host, Stream.concat(TOOLS.stream(), Stream.of("tc")).toList())
                .map(why -> Failure.of(
                        ErrorCode.PART_UNAVAILABLE,
                        "--link: " + why,
                        "run it as root on Linux with iproute2 and util-linux",
                        "leave --link out: the ranks talk over the loopback"));
    }

    private static Optional<String> may(HostEnvironment host, List<String> tools) {
        if (host.isWindows() || host.isMac() || !Files.exists(Path.of("/proc/self/ns/net"))) {
            return Optional.of("network namespaces are Linux's");
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            return Optional.of("only root makes network namespaces with links between them");
        }
        return tools.stream()
                .filter(tool -> !onPath(tool, host))
                .findFirst()
                .map(tool -> "there is no program " + tool);
    }

    private static boolean onPath(String tool, HostEnvironment host) {
        return Stream.of(host.environment().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(folder -> !folder.isEmpty() && Files.isExecutable(Path.of(folder, tool)));
    }

    private void connect(LinkLimit limit) throws IOException, InterruptedException {
        latency = limit.latency();
        Namespace between = namespaces.get(ranks);
        boolean kernel = limit.late() && LinkShape.netem(between);
        boolean bridge = !limit.late() || kernel;
        if (bridge) {
            between.run("ip", "link", "add", "br0", "type", "bridge");
            between.run("ip", "link", "set", "br0", "up");
        }
        for (int rank = 0; rank < ranks; rank++) {
            Namespace own = namespaces.get(rank);
            between.run("ip", "link", "add", port(rank), "type", "veth", "peer", "name", LINK, "netns", own.pid());
            if (bridge) {
                between.run("ip", "link", "set", port(rank), "master", "br0");
            }
            between.run("ip", "link", "set", port(rank), "up");
            own.run("ip", "addr", "add", address(rank) + "/24", "dev", LINK);
            own.run("ip", "link", "set", LINK, "up");
            LinkShape.rate(own, LINK, limit);
            if (kernel) {
                LinkShape.lateRate(between, port(rank), limit);
            } else {
                LinkShape.rate(between, port(rank), limit);
            }
        }
        if (!bridge) {
            relay = Optional.of(LinkRelay.start(
                    between,
                    IntStream.range(0, ranks).mapToObj(RankNetwork::port).toList(),
                    limit.latency(),
                    scripts.python(),
                    scripts.folder()));
        }
    }

    private static String port(int rank) {
        return "p" + rank;
    }

    private static String address(int rank) {
        return "10.77.0." + (rank + 1);
    }

    /** Of each pair of ranks; there are links. */
    List<RoundTrip> roundTrips() throws IOException, InterruptedException {
        return RoundTripProbe.measure(
                namespaces,
                IntStream.range(0, ranks).mapToObj(RankNetwork::address).toList(),
                latency,
                scripts);
    }

    /** Both measurements with what made packets late, and what that tells of itself. */
    RoundTrips roundTrips(List<RoundTrip> before, List<RoundTrip> after) {
        return new RoundTrips(
                relay.isPresent() ? "a relay (this kernel has no netem)" : "the kernel's netem",
                before,
                after,
                relay.flatMap(LinkRelay::lateness));
    }

    /** A rank's link, at the switch's end; there are links. */
    void plug(int rank, boolean in) throws IOException, InterruptedException {
        namespaces.get(ranks).run("ip", "link", "set", port(rank), in ? "up" : "down");
    }

    Network kind() {
        return kind;
    }

    String device() {
        return kind == Network.LINKS ? LINK : LOOPBACK;
    }

    /** A rank's command line, run where it belongs. */
    List<String> inside(int rank, List<String> line) {
        return switch (kind) {
            case SHARED_LOOPBACK -> line;
            case OWN_LOOPBACK -> namespaces.get(0).inside(line);
            case LINKS -> namespaces.get(rank).inside(line);
        };
    }

    @Override
    public void close() {
        relay.ifPresent(LinkRelay::close);
        namespaces.forEach(Namespace::close);
    }
}
