package dev.bascule.bridge.tls;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.function.Function;

/** Something that a certificate is for. */
public sealed interface SubjectName {
    /** What either case comes to. */
    <R> R fold(Function<? super String, ? extends R> whenHost, Function<? super InetAddress, ? extends R> whenAddress);

    /** A host name, in lower case. */
    record Host(String name) implements SubjectName {
        @Override
        public <R> R fold(
                Function<? super String, ? extends R> whenHost,
                Function<? super InetAddress, ? extends R> whenAddress) {
            return whenHost.apply(name);
        }
    }

    /** An IP address. */
    record Address(InetAddress address) implements SubjectName {
        @Override
        public <R> R fold(
                Function<? super String, ? extends R> whenHost,
                Function<? super InetAddress, ? extends R> whenAddress) {
            return whenAddress.apply(address);
        }
    }

    /** From the host of a URL; IPv6 may stand in brackets. Asks no name server. */
    static SubjectName of(String host) {
        boolean literal = host.startsWith("[") || host.indexOf(':') >= 0 || host.matches("\\d+(\\.\\d+){3}");
        try {
            // A literal is read, not looked up.
            return literal ? new Address(InetAddress.getByName(host)) : new Host(host.toLowerCase(Locale.ROOT));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'%s' is no address".formatted(host), e);
        }
    }
}
