package dev.bascule.bridge.limit;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;

/** What limits count as one address. Stateless. */
public final class AddressKey {
    /** Whoever has one IPv6 address mostly has the other 2^64 of its network too. */
    private static final int NETWORK_BYTES = 8;

    private AddressKey() {}

    /** @param address a literal, as a socket gives it */
    public static String of(String address) {
        try {
            InetAddress parsed = InetAddress.getByName(address);
            return parsed instanceof Inet6Address
                    ? HexFormat.of().formatHex(parsed.getAddress(), 0, NETWORK_BYTES)
                    : parsed.getHostAddress();
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
