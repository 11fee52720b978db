package dev.bascule.bridge.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.interfaces.ECPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CertificateFolderTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final SubjectName LOCALHOST = SubjectName.of("localhost");
    private static final SubjectName LAPTOP = SubjectName.of("192.168.1.7");
    private static final SubjectName SIX = SubjectName.of("[fd00::2]");

    @TempDir
    Path folder;

    private CertificateFolder at(Instant now) {
        return new CertificateFolder(folder.resolve("tls"), Clock.fixed(now, ZoneOffset.UTC));
    }

    @Test
    void it_is_a_p256_server_certificate_for_all_names_that_signs_itself_and_nothing_else() throws Exception {
        TlsIdentity identity = at(NOW).obtain(Set.of(LOCALHOST, LAPTOP, SIX));
        assertThat(identity.subjects()).containsExactlyInAnyOrder(LOCALHOST, LAPTOP, SIX);
        assertThat(identity.certificate().getPublicKey())
                .isInstanceOfSatisfying(
                        ECPublicKey.class,
                        key -> assertThat(key.getParams().getOrder().bitLength())
                                .isEqualTo(256));
        identity.certificate().verify(identity.certificate().getPublicKey());
        assertThat(identity.certificate().getBasicConstraints())
                .as("of no use to sign others")
                .isEqualTo(-1);
        assertThat(identity.certificate().getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        Duration validity = Duration.between(
                identity.certificate().getNotBefore().toInstant(),
                identity.certificate().getNotAfter().toInstant());
        assertThat(validity).isLessThan(Duration.ofDays(825));
        assertThat(identity.fingerprint()).matches("([0-9A-F]{2}:){31}[0-9A-F]{2}");
        assertThat(identity.toString()).doesNotContain("PRIVATE");
    }

    @Test
    void it_is_kept_so_that_a_device_trusts_it_once() {
        TlsIdentity first = at(NOW).obtain(Set.of(LOCALHOST, LAPTOP));
        assertThat(at(NOW.plus(Duration.ofDays(300))).obtain(Set.of(LAPTOP)).fingerprint())
                .isEqualTo(first.fingerprint());
    }

    @Test
    void a_new_address_or_the_end_of_its_time_renews_it() {
        TlsIdentity first = at(NOW).obtain(Set.of(LOCALHOST));
        TlsIdentity wider = at(NOW).obtain(Set.of(LOCALHOST, LAPTOP));
        assertThat(wider.fingerprint()).isNotEqualTo(first.fingerprint());
        TlsIdentity later = at(NOW.plus(Duration.ofDays(370))).obtain(Set.of(LOCALHOST, LAPTOP));
        assertThat(later.fingerprint()).isNotEqualTo(wider.fingerprint());
        TlsIdentity earlier = at(NOW.minus(Duration.ofDays(30))).obtain(Set.of(LOCALHOST));
        assertThat(earlier.fingerprint()).as("not valid yet").isNotEqualTo(later.fingerprint());
    }

    @Test
    void a_damaged_file_or_a_key_of_another_certificate_is_replaced() throws Exception {
        TlsIdentity first = at(NOW).obtain(Set.of(LOCALHOST));
        Path file = folder.resolve("tls/identity.pem");
        String good = Files.readString(file);
        Files.writeString(file, good.substring(0, good.length() / 2));
        TlsIdentity second = at(NOW).obtain(Set.of(LOCALHOST));
        assertThat(second.fingerprint()).isNotEqualTo(first.fingerprint());
        String key = good.substring(0, good.indexOf("-----BEGIN CERTIFICATE"));
        String other = Files.readString(file);
        Files.writeString(file, key + other.substring(other.indexOf("-----BEGIN CERTIFICATE")));
        assertThat(at(NOW).obtain(Set.of(LOCALHOST)).fingerprint()).isNotIn(first.fingerprint(), second.fingerprint());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void only_the_user_may_read_the_key_and_nothing_else_is_left_in_the_folder() throws Exception {
        at(NOW).obtain(Set.of(LOCALHOST));
        try (var files = Files.list(folder.resolve("tls"))) {
            assertThat(files)
                    .singleElement()
                    .satisfies(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    @Tag("attack")
    @DisabledOnOs(OS.WINDOWS)
    void the_folder_is_the_users_alone_and_one_that_was_not_is_closed() throws Exception {
        at(NOW).obtain(Set.of(LOCALHOST));
        Path tls = folder.resolve("tls");
        Path file = tls.resolve("identity.pem");
        assertThat(rights(tls)).isEqualTo("rwx------");

        Files.setPosixFilePermissions(tls, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        String kept = Files.readString(file);
        at(NOW).obtain(Set.of(LOCALHOST));
        assertThat(rights(tls)).isEqualTo("rwx------");
        assertThat(rights(file)).isEqualTo("rw-------");
        assertThat(file).hasContent(kept);
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void a_folder_that_cannot_be_written_is_reported() throws Exception {
        Files.writeString(folder.resolve("tls"), "a file in its place");
        assertThatThrownBy(() -> at(NOW).obtain(Set.of(LOCALHOST)))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.OUTPUT_UNWRITABLE));
    }
}
