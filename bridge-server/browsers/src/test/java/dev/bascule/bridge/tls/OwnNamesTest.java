package dev.bascule.bridge.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnNamesTest {
    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (java.net.UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static List<InetAddress> addresses(String... texts) {
        return Arrays.stream(texts).map(OwnNamesTest::address).toList();
    }

    @Test
    void the_address_that_packets_leave_by_comes_first_then_private_then_others() {
        OwnNames names = OwnNames.of(
                addresses("fd00::2", "203.0.113.9", "172.17.0.1", "127.0.0.1", "::1", "fe80::1", "192.168.1.7"),
                Optional.of(address("192.168.1.7")),
                Optional.empty());
        assertThat(names.addressHosts()).containsExactly("192.168.1.7", "172.17.0.1", "203.0.113.9", "[fd00::2]");
    }

    @Test
    void a_link_local_address_without_a_zone_comes_last_and_one_that_needs_a_zone_is_left_out() {
        OwnNames names =
                OwnNames.of(addresses("169.254.3.4", "fe80::1", "10.0.0.2"), Optional.empty(), Optional.empty());
        assertThat(names.addressHosts()).containsExactly("10.0.0.2", "169.254.3.4");
    }

    @Test
    void the_host_name_is_known_alone_and_as_multicast_dns_has_it() {
        OwnNames names = OwnNames.of(List.of(), Optional.empty(), Optional.of("Laptop"));
        assertThat(names.hosts()).containsExactly("localhost", "127.0.0.1", "[::1]", "laptop", "laptop.local");
        assertThat(OwnNames.of(List.of(), Optional.empty(), Optional.of("a.example"))
                        .hostNames())
                .containsExactly("a.example");
        assertThat(OwnNames.of(List.of(), Optional.empty(), Optional.of("evil\nname"))
                        .hostNames())
                .isEmpty();
    }

    @Test
    void ipv6_is_written_as_browsers_write_it() {
        for (String text :
                List.of("::1", "::", "fd00::2", "2001:db8:0:1:1:1:1:1", "2001:db8::1:0:0:1", "1:2:3:4:5:6:7:8")) {
            assertThat(OwnNames.host(address(text))).isEqualTo("[" + text + "]");
        }
    }

    @Test
    void a_certificate_is_for_loopback_too() {
        assertThat(OwnNames.of(addresses("10.0.0.2"), Optional.empty(), Optional.empty())
                        .subjects())
                .containsExactlyInAnyOrder(
                        new SubjectName.Host("localhost"),
                        new SubjectName.Address(address("127.0.0.1")),
                        new SubjectName.Address(address("::1")),
                        new SubjectName.Address(address("10.0.0.2")));
    }

    @Test
    void this_machine_has_names() {
        assertThat(OwnNames.ofThisMachine().hosts()).contains("localhost", "127.0.0.1");
    }
}
