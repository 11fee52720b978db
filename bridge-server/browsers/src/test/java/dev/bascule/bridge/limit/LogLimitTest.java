package dev.bascule.bridge.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("attack")
class LogLimitTest {
    private final LogLimit limit = new LogLimit(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

    @Test
    void of_one_address_five_are_told_a_minute() {
        assertThat(IntStream.range(0, 100).filter(i -> limit.tells("192.0.2.1")).count())
                .isEqualTo(5);
        assertThat(limit.tells("192.0.2.2")).isTrue();
    }

    @Test
    void of_all_addresses_twenty_are_told_a_minute_and_a_network_of_ipv6_is_one() {
        assertThat(IntStream.range(0, 100)
                        .filter(i -> limit.tells("198.51.100." + i))
                        .count())
                .isEqualTo(20);
        LogLimit other = new LogLimit(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        assertThat(IntStream.range(0, 100)
                        .filter(i -> other.tells("2001:db8::" + i))
                        .count())
                .isEqualTo(5);
    }
}
