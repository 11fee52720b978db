package dev.bascule.bridge.tls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How other devices may call this machine. Immutable.
 *
 * @param addresses off loopback, the one that others most likely reach it by first
 * @param hostNames in lower case
 */
public record OwnNames(List<InetAddress> addresses, List<String> hostNames) {
    /** Where nobody is; asking for the way there sends nothing. */
    private static final String FAR_AWAY = "198.51.100.1";

    public OwnNames {
        addresses = List.copyOf(addresses);
        hostNames = List.copyOf(hostNames);
    }

    public static OwnNames ofThisMachine() {
        try {
            List<InetAddress> all = NetworkInterface.networkInterfaces()
                    .filter(OwnNames::isUp)
                    .flatMap(NetworkInterface::inetAddresses)
                    .toList();
            return of(all, routed(), hostName());
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * @param all every address of the machine
     * @param routed the one that packets to far away leave by; empty without a network
     * @param hostName what the machine calls itself
     */
    static OwnNames of(Collection<InetAddress> all, Optional<InetAddress> routed, Optional<String> hostName) {
        List<InetAddress> reachable = all.stream()
                // A link-local IPv6 address is of no use in a link: it needs a zone, which has another name elsewhere.
                .filter(address -> !address.isLoopbackAddress()
                        && !address.isAnyLocalAddress()
                        && !address.isMulticastAddress()
                        && !(address instanceof Inet6Address && address.isLinkLocalAddress()))
                .distinct()
                .sorted(Comparator.comparingInt(address -> rank(address, routed)))
                .toList();
        Set<String> names = new LinkedHashSet<>();
        hostName.map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> name.matches("[a-z0-9]([a-z0-9.-]*[a-z0-9])?") && !name.equals("localhost"))
                .ifPresent(name -> {
                    names.add(name);
                    if (name.indexOf('.') < 0) {
                        // As phones find it, by multicast DNS.
                        names.add(name + ".local");
                    }
                });
        return new OwnNames(reachable, List.copyOf(names));
    }

    private static int rank(InetAddress address, Optional<InetAddress> routed) {
        if (routed.isPresent() && routed.get().equals(address)) {
            return 0;
        }
        boolean old = address instanceof Inet4Address;
        if (address.isLinkLocalAddress()) {
            return 4;
        }
        return old ? (address.isSiteLocalAddress() ? 1 : 2) : 3;
    }

    private static boolean isUp(NetworkInterface each) {
        try {
            return each.isUp();
        } catch (SocketException vanished) {
            return false;
        }
    }

    private static Optional<InetAddress> routed() {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(FAR_AWAY), 9));
            return Optional.ofNullable(socket.getLocalAddress());
        } catch (IOException | UncheckedIOException offline) {
            return Optional.empty();
        }
    }

    private static Optional<String> hostName() {
        try {
            return Optional.of(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException nameless) {
            return Optional.empty();
        }
    }

    /** Everything that may stand as a host in a URL, loopback included, IPv6 in brackets. */
    public Set<String> hosts() {
        Set<String> hosts = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", "[::1]"));
        addresses.forEach(address -> hosts.add(host(address)));
        hosts.addAll(hostNames);
        return hosts;
    }

    /** What a certificate for this machine must name. */
    public Set<SubjectName> subjects() {
        List<SubjectName> subjects = new ArrayList<>();
        hosts().forEach(host -> subjects.add(SubjectName.of(host)));
        return new LinkedHashSet<>(subjects);
    }

    /** As the host of a URL; IPv6 as browsers shorten it (RFC 5952), for they send it so in Host and Origin. */
    public static String host(InetAddress address) {
        return address instanceof Inet6Address six ? "[" + shortened(six.getAddress()) + "]" : address.getHostAddress();
    }

    private static String shortened(byte[] bytes) {
        int[] groups = new int[8];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = (bytes[2 * i] & 0xff) << 8 | bytes[2 * i + 1] & 0xff;
        }
        int gap = -1;
        int longest = 1;
        for (int from = 0; from < groups.length; from++) {
            int to = from;
            while (to < groups.length && groups[to] == 0) {
                to++;
            }
            if (to - from > longest) {
                gap = from;
                longest = to - from;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < groups.length; i++) {
            if (i == gap) {
                text.append("::");
                i += longest - 1;
                continue;
            }
            if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
                text.append(':');
            }
            text.append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }

    /** All addresses as hosts of URLs, best first. */
    public Stream<String> addressHosts() {
        return addresses.stream().map(OwnNames::host);
    }
}
