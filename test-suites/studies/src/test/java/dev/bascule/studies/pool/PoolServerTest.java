package dev.bascule.studies.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
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
        assertThat(served.peak().residentBytes()).isLessThanOrEqualTo(40);
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

    private ServedModel ofTwins(FakeReplica one, FakeReplica other, List<ServedReplica> replicas) {
        ServedPool served = new PoolServer(
                        List.of(one.slot("m", 0), other.slot("m", 1)),
                        OptionalLong.empty(),
                        false,
                        Duration.ofMinutes(1),
                        System::nanoTime)
                .serve(Arrival.poisson(new TreeMap<>(Map.of("m", 300.0)), Duration.ofMillis(300), 5));
        replicas.addAll(served.replicas());
        return served.models().get(0);
    }

    @Test
    void what_a_replica_that_died_was_asked_is_answered_by_others_and_the_loss_is_told() {
        a.diesAfter = 10;
        List<ServedReplica> replicas = new ArrayList<>();

        ServedModel model = ofTwins(a, b, replicas);

        assertThat(model.latency().size()).isEqualTo(model.offered());
        assertThat(model.failed()).isZero();
        assertThat(model.losses()).isPositive();
        assertThat(model.firstFailure()).contains("a died");
        assertThat(replicas.get(0).losses()).isEqualTo(model.losses());
        assertThat(replicas.get(0).loads()).isGreaterThan(1);
        assertThat(replicas.get(1).losses()).isZero();
        assertThat(replicas.stream().mapToInt(ServedReplica::answered).sum()).isEqualTo(model.offered());
        assertThat(replicas).allSatisfy(each -> assertThat(each.checked()).isEqualTo(each.answered()));
    }

    @Test
    void a_request_that_no_replica_lives_through_fails_in_the_end() {
        a.diesAfter = 0;
        b.diesAfter = 0;

        ServedModel model = ofTwins(a, b, new ArrayList<>());

        assertThat(model.failed()).isEqualTo(model.offered());
        assertThat(model.losses()).isEqualTo(3 * model.offered());
    }

    @Test
    void one_that_cannot_be_opened_leaves_everything_to_the_others() {
        a.broken = true;
        List<ServedReplica> replicas = new ArrayList<>();

        ServedModel model = ofTwins(a, b, replicas);

        assertThat(model.latency().size()).isEqualTo(model.offered());
        assertThat(model.firstFailure()).contains("a is broken");
        assertThat(replicas.get(0).answered()).isZero();
        assertThat(replicas.get(1).grownBytes()).hasValue(20);
    }
}
