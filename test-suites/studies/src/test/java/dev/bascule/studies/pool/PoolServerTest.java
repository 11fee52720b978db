package dev.bascule.studies.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PoolServerTest {
    private static final List<Arrival> REQUESTS =
            Arrival.poisson(new TreeMap<>(Map.of("a", 300.0, "b", 300.0)), Duration.ofMillis(200), 5);

    private final List<String> events = FakeReplica.events();
    private final FakeReplica a = new FakeReplica("a", 40, events);
    private final FakeReplica b = new FakeReplica("b", 40, events);

    private ServedPool served(OptionalLong most, boolean oneAtATime) {
        return new PoolServer(List.of(a.slot(), b.slot()), most, oneAtATime, Duration.ofMinutes(1), System::nanoTime)
                .serve(REQUESTS);
    }

    private static int of(String model) {
        return (int)
                REQUESTS.stream().filter(each -> each.model().equals(model)).count();
    }

    @Test
    void every_request_is_answered_once_and_everything_is_closed_at_the_end() {
        ServedPool served = served(OptionalLong.empty(), false);

        assertThat(served.models()).extracting(ServedModel::offered).containsExactly(of("a"), of("b"));
        assertThat(served.models()).allSatisfy(model -> {
            assertThat(model.latency().size()).isEqualTo(model.offered());
            assertThat(model.computed().size()).isEqualTo(model.offered());
            assertThat(model.failed()).isZero();
            assertThat(model.unanswered()).isZero();
            assertThat(model.loads()).isEqualTo(1);
        });
        assertThat(served.interrupted()).isFalse();
        assertThat(events).contains("close a", "close b");
    }

    @Test
    void with_one_at_a_time_models_take_turns_and_still_all_is_answered() {
        ServedPool served = served(OptionalLong.empty(), true);

        assertThat(served.models())
                .allSatisfy(model -> assertThat(model.latency().size()).isEqualTo(model.offered()));
        assertThat(served.models().stream().mapToInt(ServedModel::evictions).sum())
                .isPositive();
        assertThat(served.peakResidentBytes()).isLessThanOrEqualTo(40);
    }

    @Test
    void a_replica_that_cannot_be_opened_fails_its_requests_and_no_others() {
        b.broken = true;

        ServedPool served = served(OptionalLong.empty(), false);

        assertThat(served.models().get(0).failed()).isZero();
        assertThat(served.models().get(1).failed()).isEqualTo(of("b"));
        assertThat(served.models().get(1).firstFailure()).contains("b is broken");
    }

    @Test
    void a_wrong_answer_is_none() {
        a.lies = true;

        ServedModel model = served(OptionalLong.empty(), false).models().get(0);

        assertThat(model.failed()).isEqualTo(of("a"));
        assertThat(model.latency().isEmpty()).isTrue();
        assertThat(model.firstFailure()).contains("a is wrong");
    }
}
