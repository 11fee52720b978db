package dev.bascule.bridge.dashboard.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.bridge.dashboard.SetClock;
import dev.bascule.bridge.dashboard.http.Problem;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class SignInTest {
    private static final String RIGHT = "correct horse battery";
    private static final int MANY = 40;

    private final SetClock clock = SetClock.at("2026-11-22T08:00:00Z", "UTC");

    /** Holds every look until all have begun that are let begin. */
    private static final class SlowUsers implements SignIn.PasswordCheck {
        final AtomicInteger looks = new AtomicInteger();
        final CountDownLatch go = new CountDownLatch(1);

        @Override
        public boolean matches(String user, char[] password) {
            looks.incrementAndGet();
            try {
                assertThat(go.await(100, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new String(password).equals(RIGHT);
        }

        @Override
        public boolean holds(String user, Instant signedInAt) {
            return true;
        }

        @Override
        public boolean isEmpty() {
            return false;
        }
    }

    private static final class NoTokens implements SignIn.TokenCheck {
        @Override
        public Optional<String> owner(String token) {
            return Optional.empty();
        }

        @Override
        public Optional<String> redeem(String token) {
            return Optional.empty();
        }
    }

    private SignIn signIn(SignIn.PasswordCheck users) {
        return new SignIn(users, new NoTokens(), clock);
    }

    private static void fails(SignIn signIn, String user, String address, String code) {
        assertThatThrownBy(() -> signIn.byPassword(user, "wrong".toCharArray(), address))
                .isInstanceOfSatisfying(
                        Problem.Thrown.class,
                        thrown -> assertThat(thrown.problem().code()).isEqualTo(code));
    }

    private static List<String> codes(List<Future<String>> tries) throws InterruptedException {
        List<String> codes = new ArrayList<>();
        for (Future<String> one : tries) {
            try {
                codes.add(one.get());
            } catch (ExecutionException e) {
                codes.add(((Problem.Thrown) e.getCause()).problem().code());
            }
        }
        return codes;
    }

    @Test
    void many_tries_at_once_are_no_more_tries_than_one_after_the_other() throws InterruptedException {
        SlowUsers users = new SlowUsers();
        SignIn signIn = signIn(users);
        ExecutorService threads = Executors.newFixedThreadPool(MANY);
        try {
            List<Future<String>> tries = new ArrayList<>();
            CountDownLatch refused = new CountDownLatch(MANY - 10);
            for (int i = 0; i < MANY; i++) {
                tries.add(threads.submit(() -> {
                    try {
                        return signIn.byPassword("anna", "wrong".toCharArray(), "192.0.2.1");
                    } finally {
                        refused.countDown();
                    }
                }));
            }
            assertThat(refused.await(60, TimeUnit.SECONDS))
                    .as("all but ten are refused unseen")
                    .isTrue();
            users.go.countDown();

            assertThat(codes(tries)).filteredOn("SIGN_IN_REFUSED"::equals).hasSize(10);
            assertThat(users.looks).hasValue(10);
        } finally {
            users.go.countDown();
            threads.shutdownNow();
        }
    }

    @Test
    void nobody_is_locked_out_by_who_fails_under_their_name_from_elsewhere() {
        SlowUsers users = new SlowUsers();
        users.go.countDown();
        SignIn signIn = signIn(users);
        for (int i = 0; i < 10; i++) {
            fails(signIn, "anna", "192.0.2." + (i / 5), "SIGN_IN_REFUSED");
        }
        fails(signIn, "anna", "192.0.2.0", "TOO_MANY_REQUESTS");

        for (int i = 0; i < 30; i++) {
            assertThat(signIn.byPassword("anna", RIGHT.toCharArray(), "198.51.100.7"))
                    .isEqualTo("anna");
        }
        fails(signIn, "anna", "198.51.100.8", "SIGN_IN_REFUSED");
        fails(signIn, "anna", "198.51.100.8", "TOO_MANY_REQUESTS");
    }

    @Test
    void more_sign_ins_at_once_than_there_is_room_for_come_again_and_hold_no_thread(@TempDir Path folder)
            throws InterruptedException {
        UserFile users = new UserFile(folder.resolve("users.json"), clock);
        users.put("anna", RIGHT.toCharArray());
        ExecutorService threads = Executors.newFixedThreadPool(MANY);
        CountDownLatch go = new CountDownLatch(1);
        try {
            List<Future<String>> tries = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                String address = "192.0.2." + i;
                SignIn signIn = signIn(users);
                tries.add(threads.submit(() -> {
                    go.await();
                    return signIn.byPassword("anna", RIGHT.toCharArray(), address);
                }));
            }
            go.countDown();

            assertThat(codes(tries)).contains("anna", "TOO_MANY_REQUESTS").doesNotContain("SIGN_IN_REFUSED");
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @Tag("attack")
    void a_good_token_is_let_in_however_many_wrong_ones_came_before() {
        SignIn signIn =
                new SignIn(new SlowUsers(), new Tokens(Optional.of("the-right-one"), () -> "link", link -> {}), clock);
        for (int i = 0; i < 1_000; i++) {
            assertThatThrownBy(() -> signIn.byBearer("wrong", "192.0.2.7")).isInstanceOf(Problem.Thrown.class);
        }
        assertThat(signIn.byBearer("the-right-one", "192.0.2.7")).isEqualTo(Tokens.TOKEN_USER);
    }
}
