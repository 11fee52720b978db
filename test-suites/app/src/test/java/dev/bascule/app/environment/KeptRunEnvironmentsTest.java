package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.environment.KeptRunEnvironments.Limits;
import dev.bascule.app.local.NativeOnly;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Which of too many ends. */
class KeptRunEnvironmentsTest {
    private final AtomicLong now = new AtomicLong(5);
    private final Map<String, Integer> slow = new HashMap<>();
    private final List<String> opened = new ArrayList<>();
    private final ScriptedLauncher launcher = ScriptedLauncher.of(number -> ScriptedRunner.named("native-" + number)
            .on(Backends.NATIVE_CPU, Script.right(Backends.NATIVE_CPU))
            .build());

    private KeptRunEnvironments kept(int most, long bytes) {
        return new KeptRunEnvironments(
                (setup, sides, times, listener) -> {
                    opened.add(name(setup));
                    pass(Optional.ofNullable(slow.get(name(setup))).orElse(1));
                    return new NativeOnly(launcher, times, List.of());
                },
                new Limits(most, bytes, Duration.ofSeconds(30)),
                Clock.systemUTC(),
                now::get);
    }

    private static String name(BrowserSetup setup) {
        return ((BrowserChoice.Named) setup.choice()).ids().get(0);
    }

    private void pass(int seconds) {
        now.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    /** As a job does. */
    private void use(KeptRunEnvironments kept, String name) {
        RunEnvironment lent = kept.open(
                BrowserSetup.of(new BrowserChoice.Named(List.of(name))).untimed(),
                Set.of(Side.NATIVE),
                new TimeBreakdown(),
                RunListener.silent());
        lent.nativeSource().lane(Backends.NATIVE_CPU).start();
        lent.close();
    }

    @Test
    void of_too_many_the_longest_idle_ends_where_all_start_as_quickly() {
        KeptRunEnvironments kept = kept(2, Long.MAX_VALUE);
        for (String name : List.of("a", "b", "a", "c")) {
            use(kept, name);
            pass(2);
        }

        opened.clear();
        use(kept, "a");
        use(kept, "c");
        assertThat(opened).isEmpty();
        use(kept, "b");
        assertThat(opened).containsExactly("b");
    }

    @Test
    void what_takes_long_to_start_is_worth_longer_keeping() {
        slow.put("slow", 20);
        KeptRunEnvironments kept = kept(2, Long.MAX_VALUE);
        use(kept, "slow");
        pass(4);
        use(kept, "quick");
        pass(2);
        use(kept, "other");

        opened.clear();
        use(kept, "slow");

        assertThat(opened).as("idle for longer, and ten times as dear").isEmpty();
    }

    @Test
    void what_starts_on_it_is_booked_by_who_borrows_it_then() {
        KeptRunEnvironments kept = kept(2, Long.MAX_VALUE);
        BrowserSetup setup =
                BrowserSetup.of(new BrowserChoice.Named(List.of("a"))).untimed();
        TimeBreakdown first = new TimeBreakdown();
        kept.open(setup, Set.of(Side.NATIVE), first, RunListener.silent()).close();
        assertThat(first.spent()).isEmpty();
        TimeBreakdown second = new TimeBreakdown();
        RunEnvironment lent = kept.open(setup, Set.of(Side.NATIVE), second, RunListener.silent());

        lent.nativeSource().lane(Backends.NATIVE_CPU).start();
        lent.close();

        assertThat(opened).containsExactly("a");
        assertThat(first.spent()).isEmpty();
        assertThat(second.spent()).containsOnlyKeys("starting browsers and native runners");
        assertThat(lent.nativeSource().launchesTook())
                .as("which counts for what it is worth")
                .isPositive();
    }

    @Test
    void what_they_take_is_held_to_the_limit_of_memory() {
        launcher.taking(300);
        KeptRunEnvironments kept = kept(9, 700);
        for (String name : List.of("a", "b", "c")) {
            use(kept, name);
            pass(1);
        }

        assertThat(launcher.alive()).isEqualTo(2);
        launcher.taking(1000);
        use(kept, "c");
        assertThat(kept.isEmpty()).as("even alone it is too large").isTrue();
        assertThat(launcher.alive()).isZero();
    }

    @Test
    void it_is_kept_for_as_long_as_was_said_since_it_came_back() {
        KeptRunEnvironments kept = kept(2, Long.MAX_VALUE);
        use(kept, "a");
        pass(29);
        use(kept, "a");
        pass(29);
        kept.tidy();
        assertThat(kept.isEmpty()).isFalse();

        pass(1);
        kept.tidy();

        assertThat(kept.isEmpty()).isTrue();
        assertThat(opened).containsExactly("a");
    }
}
