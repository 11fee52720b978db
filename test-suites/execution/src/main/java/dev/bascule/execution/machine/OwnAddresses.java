package dev.bascule.execution.machine;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/** Tells whether an address is this machine's. Stateless. */
public final class OwnAddresses {
    private OwnAddresses() {}

    /** @param host an address or a name */
    public static boolean has(String host) {
        try {
            InetAddress parsed = InetAddress.getByName(host);
            return parsed.isLoopbackAddress() || NetworkInterface.getByInetAddress(parsed) != null;
        } catch (UnknownHostException | SocketException e) {
            return false;
        }
    }
}
