package dev.bascule.bridge.dashboard.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.bridge.dashboard.SetClock;
import dev.bascule.bridge.limit.AddressKey;
import dev.bascule.bridge.limit.RateLimiter;
import dev.bascule.fallback.error.BasculeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class UserFileTest {
    private static final String PASSWORD = "correct horse battery";

    @TempDir
    Path folder;

    private final SetClock clock = SetClock.at("2026-11-22T08:00:00Z", "UTC");

    private UserFile users() {
        return new UserFile(folder.resolve("bascule/users.json"), clock);
    }

    private static boolean matches(UserFile users, String name, String password) {
        return users.matches(name, password.toCharArray());
    }

    @Test
    void a_password_is_known_again_and_no_other() {
        UserFile users = users();
        assertThat(users.isEmpty()).isTrue();
        assertThat(users.put("anna", PASSWORD.toCharArray())).isTrue();
        assertThat(users.put("anna", (PASSWORD + "!").toCharArray())).isFalse();

        UserFile another = users();
        assertThat(matches(another, "anna", PASSWORD + "!")).isTrue();
        assertThat(matches(another, "anna", PASSWORD)).isFalse();
        assertThat(matches(another, "Anna", PASSWORD + "!")).isFalse();
        assertThat(matches(another, "nobody", PASSWORD)).isFalse();
        assertThat(another.names()).containsExactly("anna");
        assertThat(another.remove("anna")).isTrue();
        assertThat(another.remove("anna")).isFalse();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void the_file_is_its_owners_alone_and_holds_no_password() throws IOException {
        users().put("anna", PASSWORD.toCharArray());
        Path file = folder.resolve("bascule/users.json");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("bascule"))))
                .isEqualTo("rwx------");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(users().names()).containsExactly("anna");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .as("open to others until it was read")
                .isEqualTo("rw-------");
        assertThat(Files.readString(file))
                .contains("$argon2id$v=19$m=19456,t=2,p=1$")
                .doesNotContain(PASSWORD);
        try (var files = Files.list(file.getParent())) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void a_server_that_runs_notices_a_change() throws IOException {
        UserFile server = users();
        assertThat(matches(server, "anna", PASSWORD)).isFalse();
        users().put("anna", PASSWORD.toCharArray());
        Files.setLastModifiedTime(
                folder.resolve("bascule/users.json"), FileTime.from(Instant.parse("2026-11-22T08:00:01Z")));

        assertThat(matches(server, "anna", PASSWORD)).isTrue();
    }

    @Test
    void names_and_passwords_that_will_not_do_are_refused() {
        UserFile users = users();

        for (String name : List.of("", "a b", "../anna", "token", "local", "x".repeat(65))) {
            assertThatThrownBy(() -> users.put(name, PASSWORD.toCharArray()))
                    .as(name)
                    .isInstanceOf(BasculeException.class);
        }
        assertThatThrownBy(() -> users.put("anna", "short".toCharArray())).hasMessageContaining("5 letters");
    }

    @Test
    void a_file_that_is_no_such_file_is_told_and_lets_nobody_in() throws IOException {
        users().put("anna", PASSWORD.toCharArray());
        Path file = folder.resolve("bascule/users.json");
        Files.writeString(file, "{\"version\":1,");
        assertThatThrownBy(() -> matches(users(), "anna", PASSWORD))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("users.json");
        for (String hash : List.of(
                "", "plain", "$argon2id$v=19$m=99999999,t=2,p=1$AAAA$AAAA", "$argon2id$v=19$m=4,t=2,p=1$AAAA$AAAA")) {
            Files.writeString(
                    file,
                    "{\"version\":1,\"users\":[{\"name\":\"anna\",\"hash\":\"%s\",\"since\":\"2026-01-01T00:00:00Z\"}]}"
                            .formatted(hash));
            assertThat(matches(users(), "anna", PASSWORD)).as(hash).isFalse();
        }
    }

    @Test
    void hashes_are_salted_and_a_known_one_of_the_reference_implementation_is_understood() {
        // Of the reference implementation's own tests: echo -n password | argon2 somesalt -id -t 2 -k 256 -p 1
        isUnderstood("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4");
        SecureRandom random = new SecureRandom();

        assertThat(PasswordHash.of(PASSWORD.toCharArray(), random).toString())
                .isNotEqualTo(PasswordHash.of(PASSWORD.toCharArray(), random).toString());
    }

    private static void isUnderstood(String hash) {
        PasswordHash known = PasswordHash.parse(hash).orElseThrow();

        assertThat(known.matches("password".toCharArray())).isTrue();
        assertThat(known.matches("Password".toCharArray())).isFalse();
    }

    @Test
    @Tag("full")
    void so_is_one_that_takes_64_mebibytes() {
        isUnderstood("$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc");
    }

    @Test
    void a_file_of_something_else_is_told_as_such() throws IOException {
        for (String text : List.of("{}", "[]", "{\"version\":1,\"users\":[{\"name\":\"anna\"}]}", "no json")) {
            Path file = Files.writeString(folder.resolve("other-%d.json".formatted(text.length())), text);
            assertThatThrownBy(() -> new UserFile(file, clock).isEmpty())
                    .as(text)
                    .isInstanceOf(BasculeException.class)
                    .hasMessageContaining("cannot be read");
        }
    }

    /** The parameters of its function, and the length of what it makes. */
    private static String cost(PasswordHash hash) {
        String[] parts = hash.toString().split("\\$");
        return "%s %s %s %d".formatted(parts[1], parts[2], parts[3], parts[5].length());
    }

    /** The work is what takes the time: whoever is unknown gets the same. Times are printed, not judged: nothing timed is pass or fail. */
    @Test
    void somebody_unknown_costs_a_hash_too() {
        UserFile users = users();
        users.put("anna", PASSWORD.toCharArray());
        long[] took = new long[2];
        for (int round = 0; round < 2; round++) {
            for (int who = 0; who < 2; who++) {
                long start = System.nanoTime();
                matches(users, who == 0 ? "anna" : "nobody", "not the password");
                took[who] += System.nanoTime() - start;
            }
        }
        System.err.printf(
                "wrong password of a known user %.1f ms, of an unknown one %.1f ms%n", took[0] / 2e6, took[1] / 2e6);

        assertThat(cost(PasswordHash.ofNobody()))
                .isEqualTo(cost(PasswordHash.of(PASSWORD.toCharArray(), new SecureRandom())));
    }

    @Test
    void a_bucket_fills_up_again_with_time_and_not_when_the_clock_is_set_back() {
        RateLimiter limiter = new RateLimiter(clock, 3, Duration.ofSeconds(30));
        for (int i = 0; i < 3; i++) {
            assertThat(limiter.take("a")).isEmpty();
        }
        assertThat(limiter.take("a")).contains(Duration.ofSeconds(10));
        assertThat(limiter.take("b")).isEmpty();
        clock.advance(Duration.ofSeconds(-100));
        assertThat(limiter.take("a")).isPresent();
        clock.advance(Duration.ofSeconds(110));
        assertThat(limiter.take("a")).isEmpty();
        assertThat(AddressKey.of("2001:db8::1"))
                .isEqualTo(AddressKey.of("2001:db8::2"))
                .isNotEqualTo(AddressKey.of("2001:db9::1"));
        assertThat(AddressKey.of("192.0.2.1")).isNotEqualTo(AddressKey.of("192.0.2.2"));
    }
}
