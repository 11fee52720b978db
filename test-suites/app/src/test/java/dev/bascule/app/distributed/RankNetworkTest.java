package dev.bascule.app.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.studies.distributed.LinkLimit;
import dev.bascule.studies.distributed.RoundTrips;
import dev.bascule.studies.distributed.RoundTrips.RoundTrip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real namespaces, links and packets; no ranks. */
@Tag("torch-distributed")
class RankNetworkTest {
    private static final HostEnvironment HOST = HostEnvironment.ofProcess();

    @TempDir
    private Path folder;

    @BeforeEach
    void unpack() throws IOException {
        for (String name : List.of(LinkRelay.SCRIPT, RoundTripProbe.SCRIPT)) {
            try (var in = Objects.requireNonNull(TorchRun.class.getResourceAsStream(name), name)) {
                Files.copy(in, folder.resolve(name));
            }
        }
    }

    private RankNetwork open(int ranks, String link) throws IOException, InterruptedException {
        RankNetwork.refuses(HOST).ifPresent(why -> Assumptions.abort(why.message()));
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "no Python runs the relay");
        return RankNetwork.open(
                ranks,
                Optional.of(LinkLimit.parse(link).orElseThrow()),
                HOST,
                new RankNetwork.Scripts("/usr/bin/python3", folder));
    }

    @Test
    void packets_between_all_ranks_are_as_late_as_they_are_to_be() throws IOException, InterruptedException {
        try (RankNetwork network = open(3, "100mbit,20ms")) {
            List<RoundTrip> trips = network.roundTrips();

            assertThat(RoundTrips.off(Duration.ofMillis(20), 3, trips)).isEmpty();
            assertThat(network.roundTrips(trips, trips).by()).isNotBlank();
        }
    }

    @Test
    void a_link_that_is_sooner_than_it_is_said_to_be_is_noticed() throws IOException, InterruptedException {
        try (RankNetwork network = open(2, "100mbit,8ms")) {
            assertThat(RoundTrips.off(Duration.ofMillis(20), 2, network.roundTrips()))
                    .hasValueSatisfying(why -> assertThat(why).contains("and not 40.00"));
        }
        try (RankNetwork network = open(2, "100mbit")) {
            assertThat(RoundTrips.off(Duration.ofMillis(20), 2, network.roundTrips()))
                    .hasValueSatisfying(why -> assertThat(why).contains("and not 40.00"));
        }
    }

    @Test
    void a_link_that_is_set_down_lets_nothing_through_until_it_is_up_again() throws IOException, InterruptedException {
        try (RankNetwork network = open(2, "100mbit,1ms")) {
            network.plug(1, false);
            assertThat(network.roundTrips()).allMatch(trip -> trip.millis().isEmpty());

            network.plug(1, true);
            assertThat(network.roundTrips()).anyMatch(trip -> trip.millis().isPresent());
        }
    }
}
