package dev.bascule.bridge.selenium;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;

/** A check of whether machines can reach one another, as far as addresses tell. Stateless. */
final class Reachability {

    private Reachability() {}

    /** A bridge on a loopback address can be reached from this machine only. */
    static boolean canReach(List<URI> from, URI bridge) {
        return !isLoopback(bridge) || from.stream().allMatch(Reachability::isThisMachine);
    }

    static boolean isLoopback(URI address) {
        try {
            return address.getHost() != null && address(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static boolean isThisMachine(URI address) {
        try {
            if (address.getHost() == null) {
                return false;
            }
            InetAddress host = address(address);
            return host.isLoopbackAddress() || NetworkInterface.getByInetAddress(host) != null;
        } catch (UnknownHostException | SocketException e) {
            return false;
        }
    }

    private static InetAddress address(URI address) throws UnknownHostException {
        return InetAddress.getByName(address.getHost());
    }
}
