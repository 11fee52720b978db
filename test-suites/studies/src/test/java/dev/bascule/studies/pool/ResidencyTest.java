package dev.bascule.studies.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ResidencyTest {
    private final List<String> events = FakeReplica.events();
    private final PoolSlot a = new FakeReplica("a", 40, events).slot();
    private final PoolSlot b = new FakeReplica("b", 40, events).slot();
    private final PoolSlot c = new FakeReplica("c", 40, events).slot();

    private static void use(Residency residency, PoolSlot... slots) throws InterruptedException {
        for (PoolSlot slot : slots) {
            assertThat(residency.take(slot)).isEmpty();
            residency.release(slot);
        }
    }

    @Test
    void the_least_recently_used_goes_first_where_memory_is_short() throws InterruptedException {
        Residency residency = new Residency(OptionalLong.of(100), false);

        use(residency, a, b, a, c, a, b);

        assertThat(events).containsExactly("open a", "open b", "close b", "open c", "close c", "open b");
        assertThat(residency.evictions("b")).isEqualTo(1);
        assertThat(residency.loads("b")).isEqualTo(2);
        assertThat(residency
                        .memory(slot -> slot.replica().memory().orElseThrow())
                        .residentBytes())
                .isEqualTo(80);
    }

    @Test
    void where_memory_suffices_none_goes() throws InterruptedException {
        use(new Residency(OptionalLong.of(120), false), a, b, c, a, b, c);

        assertThat(events).containsExactly("open a", "open b", "open c");
    }

    @Test
    void one_at_a_time_is_one_at_a_time() throws InterruptedException {
        use(new Residency(OptionalLong.empty(), true), a, b, a);

        assertThat(events).containsExactly("open a", "close a", "open b", "close b", "open a");
    }

    @Test
    void what_never_fits_is_refused_and_nothing_is_opened() throws InterruptedException {
        Residency residency = new Residency(OptionalLong.of(30), false);

        assertThat(residency.take(a).orElseThrow().message()).contains("a alone takes more memory");
        assertThat(events).isEmpty();
    }

    @Test
    void nothing_goes_for_what_is_only_loaded_beforehand() throws InterruptedException {
        Residency residency = new Residency(OptionalLong.of(50), false);

        assertThat(residency.preload(a)).isEmpty();
        assertThat(residency.preload(b)).isEmpty();

        assertThat(events).containsExactly("open a");
    }

    @Test
    void one_that_cannot_be_opened_is_closed_takes_no_room_and_counts_as_no_load() throws InterruptedException {
        FakeReplica broken = new FakeReplica("x", 90, events);
        broken.broken = true;
        Residency residency = new Residency(OptionalLong.of(100), false);

        assertThat(residency.take(broken.slot())).isPresent();
        use(residency, a, b);

        assertThat(events).containsExactly("open x", "close x", "open a", "open b");
        assertThat(broken.memory()).isEmpty();
        assertThat(residency.loads("x")).isZero();
        assertThat(residency.loads("a")).isEqualTo(1);
    }
}
