package dev.bascule.bridge.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.bridge.tls.CertificateFolder;
import dev.bascule.bridge.tls.OwnNames;
import dev.bascule.bridge.tls.TlsIdentity;
import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.FrameChannel;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.runner.RunnerGateway.Invitation;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bridge as other devices of the network see it, asked by an address of this machine that is not loopback. */
@Timeout(180)
class OffLoopbackTest {
    private static final BridgeConfig ANYWHERE = BridgeConfig.defaults().withHost("0.0.0.0");

    @TempDir
    Path folder;

    private static String outside() {
        Optional<String> outside = OwnNames.ofThisMachine().addressHosts().findFirst();
        assumeTrue(outside.isPresent(), "this machine has no address but loopback");
        return outside.get();
    }

    private static URI outside(BridgeServer bridge) {
        String host = outside();
        return bridge.addresses().stream()
                .filter(address -> address.getHost().equals(host))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void it_is_reached_by_this_machines_address_and_by_no_other_name() throws Exception {
        try (BridgeServer bridge = Bridges.start(ANYWHERE)) {
            URI outside = outside(bridge);
            assertThat(RawHttp.get(outside, "/runner.html").status()).isEqualTo(200);
            for (String host :
                    List.of("evil.example:" + outside.getPort(), outside.getHost(), outside.getHost() + ":1")) {
                assertThat(RawHttp.send(outside, "GET", "/runner.html", Map.of("Host", host))
                                .status())
                        .as(host)
                        .isEqualTo(403);
            }
            Map<String, String> foreign = Map.of("Host", outside.getAuthority(), "Origin", "http://evil.example");
            assertThat(RawHttp.send(outside, "GET", "/runner.html", foreign).status())
                    .isEqualTo(403);
            assertThat(bridge.origin().getHost()).isEqualTo("127.0.0.1");
            assertThat(bridge.addresses().get(bridge.addresses().size() - 1)).isEqualTo(bridge.origin());
        }
    }

    @Test
    void negative_control_the_default_bridge_does_not_listen_there() {
        String host = outside();
        try (BridgeServer bridge = Bridges.start()) {
            assertThat(bridge.addresses()).containsExactly(bridge.origin());
            URI closed =
                    URI.create("http://%s:%d".formatted(host, bridge.origin().getPort()));
            assertThatThrownBy(() -> RawHttp.get(closed, "/runner.html")).isInstanceOf(java.net.ConnectException.class);
        }
    }

    @Test
    void a_stranger_may_send_no_more_than_a_greeting() throws Exception {
        try (BridgeServer bridge = Bridges.start()) {
            SocketRunner stranger = SocketRunner.connect(bridge);
            stranger.send(new Frame.Text("x".repeat(65 * 1024)));
            assertThat(stranger.closed.handle((reason, error) -> "ended").get(30, TimeUnit.SECONDS))
                    .isEqualTo("ended");
            Invitation invitation = bridge.invite("guest", bridge.assets());
            SocketRunner guest = SocketRunner.connect(bridge).join(invitation.token());
            assertThat(guest.next()).isInstanceOf(Message.Welcome.class);
            assertThat(invitation.joined().get(30, TimeUnit.SECONDS)).isNotNull();
            // Known by its token, it may send large frames; this one breaks the protocol and not the limit.
            guest.send(new Frame.Text("x".repeat(65 * 1024)));
            assertThat(guest.closeReason()).contains("protocol error").doesNotContain("too large");
        }
    }

    @Test
    void by_tls_pages_and_sockets_come_to_those_who_trust_the_certificate_and_to_nobody_else() throws Exception {
        TlsIdentity identity = new CertificateFolder(folder, Clock.systemUTC())
                .obtain(OwnNames.ofThisMachine().subjects());
        try (BridgeServer bridge = Bridges.start(ANYWHERE.withTls(identity))) {
            URI outside = outside(bridge);
            assertThat(outside.getScheme()).isEqualTo("https");
            HttpClient trusting =
                    HttpClient.newBuilder().sslContext(trusting(identity)).build();
            HttpRequest page =
                    HttpRequest.newBuilder(outside.resolve("/runner.html")).build();
            HttpResponse<String> answer = trusting.send(page, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("cross-origin-embedder-policy"))
                    .contains("require-corp");
            assertThatThrownBy(() -> HttpClient.newHttpClient().send(page, HttpResponse.BodyHandlers.ofString()))
                    .isInstanceOf(SSLHandshakeException.class);

            Invitation invitation = bridge.invite("phone", bridge.assets());
            URI socket = URI.create("wss://" + outside.getAuthority() + "/runner");
            SocketRunner.connect(trusting, socket, Optional.of(outside.toString()))
                    .join(invitation.token());
            assertThat(invitation.joined().get(30, TimeUnit.SECONDS)).isNotNull();
            assertThatThrownBy(() ->
                            SocketRunner.connect(trusting, socket, Optional.of("http://" + outside.getAuthority())))
                    .as("an origin that is not https")
                    .isInstanceOf(java.util.concurrent.CompletionException.class);

            // This machine's own runners need not trust anything.
            assertThat(bridge.origin().getScheme()).isEqualTo("http");
            Invitation child = bridge.invite("child", bridge.assets());
            SocketRunner.connect(bridge).join(child.token());
            assertThat(child.joined().get(30, TimeUnit.SECONDS)).isNotNull();
        }
    }

    @Test
    void runner_pages_may_stand_in_frames_only_where_a_desk_takes_them_in() throws Exception {
        try (BridgeServer plain = Bridges.start();
                BridgeServer attaching = Bridges.start(BridgeConfig.defaults(), List.of(new NoDesk()))) {
            assertThat(policy(plain, "/runner.html"))
                    .contains("frame-ancestors 'none'")
                    .doesNotContain("frame-src");
            assertThat(policy(attaching, "/runner.html"))
                    .contains("frame-ancestors 'self'")
                    .doesNotContain("frame-src");
            assertThat(policy(attaching, "/attach.html"))
                    .contains("frame-ancestors 'none'", "frame-src 'self'")
                    .doesNotContain("unsafe");
        }
    }

    private static String policy(BridgeServer bridge, String path) throws Exception {
        return RawHttp.get(bridge.origin(), path).headers().getOrDefault("content-security-policy", "");
    }

    private static SSLContext trusting(TlsIdentity identity) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("bascule", identity.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    /** A handler that nobody comes to. */
    private record NoDesk() implements SocketHandler {
        @Override
        public String path() {
            return "/attach";
        }

        @Override
        public BridgeLimits limits() {
            return BridgeLimits.defaults();
        }

        @Override
        public SocketListener visit(FrameChannel channel, String address) {
            throw new AssertionError("somebody came");
        }
    }
}
