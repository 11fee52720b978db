package dev.bascule.models.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.bridge.tls.CertificateFolder;
import dev.bascule.bridge.tls.SubjectName;
import dev.bascule.bridge.tls.TlsIdentity;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets the token, where a redirect may lead, and what becomes of a file that is another one the second time. */
@Tag("attack")
class HubTrustTest {
    private static final HubReference MODEL = new HubReference("org/repo", "main", Optional.of("model.onnx"));
    private static final byte[] CONTENT = "a model".getBytes(StandardCharsets.US_ASCII);
    private static final char[] PASSWORD = "in memory".toCharArray();

    @TempDir
    static Path certificates;

    @TempDir
    Path folder;

    private static SSLContext tls;
    private FakeHub plain;
    private FakeHub secure;

    @BeforeAll
    static void certify() throws GeneralSecurityException, IOException {
        TlsIdentity identity = new CertificateFolder(certificates.resolve("tls"), Clock.systemUTC())
                .obtain(Set.of(SubjectName.of("127.0.0.1"), SubjectName.of("localhost")));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(identity.keyStore(PASSWORD), PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("hub", identity.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        tls = SSLContext.getInstance("TLS");
        tls.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    }

    @BeforeEach
    void start() throws IOException {
        plain = new FakeHub();
        secure = FakeHub.secure(tls);
        plain.files.put("model.onnx", CONTENT);
        secure.files.put("model.onnx", CONTENT);
    }

    @AfterEach
    void stop() {
        plain.close();
        secure.close();
    }

    @Test
    void the_token_goes_to_the_hub_and_to_no_other_host() {
        client(secure).fetch(MODEL);
        assertThat(secure.log).anySatisfy(asked -> assertThat(asked.path()).startsWith("/storage/"));
        assertThat(secure.log).allSatisfy(asked -> {
            boolean storage = asked.path().startsWith("/storage/");
            assertThat(asked.authorization()).isEqualTo(storage ? Optional.empty() : Optional.of("Bearer secret"));
        });
        assertThat(settings(secure).toString()).doesNotContain("secret");
    }

    @Test
    void the_token_never_goes_by_http_and_a_refusal_says_so() {
        client(plain).fetch(MODEL);
        assertThat(plain.log)
                .isNotEmpty()
                .allSatisfy(asked -> assertThat(asked.authorization()).isEmpty());

        plain.status.set(401);
        assertThatThrownBy(() -> client(plain).fetch(MODEL)).isInstanceOfSatisfying(BasculeException.class, refused -> {
            assertThat(refused.code()).isEqualTo(ErrorCode.HUB_REFUSED);
            assertThat(refused.failure().remedies()).anyMatch(remedy -> remedy.contains("not sent by http"));
        });
    }

    @Test
    void the_token_follows_to_no_other_port_of_the_same_host() throws IOException {
        try (FakeHub other = FakeHub.secure(tls)) {
            other.files.put("model.onnx", CONTENT);
            secure.location = Optional.of(other.endpoint() + "/storage/model.onnx");
            client(secure).fetch(MODEL);
            assertThat(other.log)
                    .isNotEmpty()
                    .allSatisfy(asked -> assertThat(asked.authorization()).isEmpty());
        }
    }

    @Test
    void a_redirect_from_tls_down_to_http_is_refused_and_nothing_is_asked_there() {
        secure.location = Optional.of(plain.endpoint() + "/storage/model.onnx");
        refused("anybody on the way");
        assertThat(plain.log).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://[bad",
                "ht!tp://x",
                "mailto:a@b",
                "file:///etc/passwd",
                "https://",
                "https://me:pw@127.0.0.1/x",
                "%%%",
                "https://a b/"
            })
    void a_location_that_is_no_address_is_a_clear_error(String location) {
        secure.location = Optional.of(location);
        refused("no http or https address");
    }

    @Test
    void a_setting_that_is_no_address_or_no_token_is_refused_without_telling_it() {
        for (String endpoint : new String[] {"https://me:secret@hub", "https://a b", "http://", "https://[x"}) {
            assertThatThrownBy(() -> HubSettings.of(Map.of("HF_ENDPOINT", endpoint)))
                    .as(endpoint)
                    .isInstanceOfSatisfying(BasculeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.CONFIG_INVALID);
                        assertThat(e.getMessage()).doesNotContain("secret");
                    });
        }
        assertThatThrownBy(() -> HubSettings.of(Map.of("HF_TOKEN", "hf_secret\nX-Other: 1")))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.CONFIG_INVALID);
                    assertThat(e.getMessage()).doesNotContain("secret");
                });
        assertThat(HubSettings.of(Map.of("HF_TOKEN", "hf_x\n")).token()).contains("hf_x");
    }

    @Test
    void a_file_of_a_commit_that_is_another_one_later_is_refused() throws IOException {
        HubFile first = client(secure).fetch(MODEL);
        assertThat(client(secure).fetch(MODEL).fromCache()).isTrue();
        Files.delete(first.path());
        assertThat(client(secure).fetch(MODEL).fromCache()).isFalse();

        // The hub names the other file's own hash: only what was seen before tells.
        Files.delete(first.path());
        secure.files.put("model.onnx", "another".getBytes(StandardCharsets.US_ASCII));
        otherThanFirst(secure);
        assertThat(first.path()).doesNotExist();

        // Whoever knows why may say so.
        try (Stream<Path> kept = Files.list(folder.resolve("first-seen"))) {
            Files.delete(kept.findFirst().orElseThrow());
        }
        assertThat(client(secure).fetch(MODEL).path()).hasContent("another");
    }

    @Test
    void a_mirror_that_gives_no_hash_is_trusted_at_the_first_time_alone() throws IOException {
        plain.plain = true;
        plain.declaredHash = "no-hash";
        Files.delete(client(plain).fetch(MODEL).path());
        plain.files.put("model.onnx", "another".getBytes(StandardCharsets.US_ASCII));
        otherThanFirst(plain);
    }

    private void otherThanFirst(FakeHub hub) {
        assertThatThrownBy(() -> client(hub).fetch(MODEL))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.HASH_MISMATCH);
                    assertThat(e.code().exitCode().status()).isEqualTo(3);
                    assertThat(e.failure().remedies()).anyMatch(remedy -> remedy.contains("first-seen"));
                })
                .hasMessageContaining("for the first time");
    }

    private void refused(String why) {
        assertThatThrownBy(() -> client(secure).fetch(MODEL))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HUB_REFUSED))
                .hasMessageContaining(why);
    }

    private HubClient client(FakeHub hub) {
        return new HubClient(
                settings(hub), new CacheFolder(folder), HttpClient.newBuilder().sslContext(tls));
    }

    private static HubSettings settings(FakeHub hub) {
        return new HubSettings(
                hub.endpoint(),
                Optional.of("secret"),
                false,
                Duration.ofSeconds(60),
                2,
                Duration.ofMillis(10),
                HubSettings.MOST);
    }
}
