package dev.bascule.workers;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.workers.broker.OutsideBrokerSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Optional;

/** An Artemis in a process of its own with its administrator, who does what the coordinator wrote down. For one thread. */
final class TestOutsideBroker implements AutoCloseable {
    private static final String USER = "team-bascule";
    private static final String PASSWORD = "a password of the team's";
    private static final String OWN_PERMISSIONS = """
            <security-settings>
              <security-setting match="bascule.#">
                <permission type="createAddress" roles="bascule-coordinator"/>
                <permission type="createDurableQueue" roles="bascule-coordinator"/>
                <permission type="send" roles="bascule-coordinator"/>
                <permission type="consume" roles="bascule-coordinator"/>
              </security-setting>
            </security-settings>
            """;

    private final Path folder;
    private final int port;
    private final boolean validated;
    private TestProcess process;

    /** @param validated whether it says who sent a message */
    TestOutsideBroker(Path folder, boolean validated) throws Exception {
        this.folder = Files.createDirectories(folder);
        this.validated = validated;
        try (ServerSocket free = new ServerSocket(0)) {
            this.port = free.getLocalPort();
        }
        TestKeys.make(folder.resolve("keys.p12"));
        Files.writeString(folder.resolve("login.config"), """
                outside {
                  org.apache.activemq.artemis.spi.core.security.jaas.PropertiesLoginModule required
                    reload=true baseDir="%s"
                    org.apache.activemq.jaas.properties.user="users.properties"
                    org.apache.activemq.jaas.properties.role="roles.properties";
                };
                """.formatted(folder));
        configure("", "", OWN_PERMISSIONS);
        this.process = start();
    }

    private TestProcess start() throws Exception {
        TestProcess started =
                TestProcess.start(OutsideBrokerMain.class, folder.resolve("broker.log"), folder.toString());
        TestWaits.until(() -> answers());
        return started;
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void configure(String users, String roles, String permissions) throws IOException {
        Files.writeString(folder.resolve("users.properties"), USER + "=" + PASSWORD + "\n" + users);
        Files.writeString(folder.resolve("roles.properties"), "bascule-coordinator=" + USER + "\n" + roles);
        Files.writeString(folder.resolve("broker.xml"), """
                <configuration xmlns="urn:activemq">
                  <core xmlns="urn:activemq:core">
                    <configuration-file-refresh-period>200</configuration-file-refresh-period>
                    <populate-validated-user>%s</populate-validated-user>
                    <security-invalidation-interval>0</security-invalidation-interval>
                    <bindings-directory>%s/bindings</bindings-directory>
                    <journal-directory>%s/journal</journal-directory>
                    <large-messages-directory>%s/large</large-messages-directory>
                    <paging-directory>%s/paging</paging-directory>
                    <journal-type>NIO</journal-type>
                    <critical-analyzer>false</critical-analyzer>
                    <acceptors>
                      <acceptor name="tls">tcp://127.0.0.1:%d?sslEnabled=true;keyStorePath=%s/keys.p12;keyStorePassword=%s;keyStoreType=PKCS12;protocols=CORE</acceptor>
                    </acceptors>
                    %s
                    <address-settings>
                      <address-setting match="bascule.#">
                        <address-full-policy>FAIL</address-full-policy>
                        <max-size-bytes>268435456</max-size-bytes>
                        <max-delivery-attempts>-1</max-delivery-attempts>
                        <auto-create-queues>false</auto-create-queues>
                        <auto-create-addresses>false</auto-create-addresses>
                        <auto-delete-queues>false</auto-delete-queues>
                        <auto-delete-addresses>false</auto-delete-addresses>
                      </address-setting>
                    </address-settings>
                  </core>
                </configuration>
                """.formatted(
                validated, folder, folder, folder, folder, port, folder, new String(TestKeys.PASSWORD), permissions));
    }

    /** Takes over what the coordinator wrote for the administrator. */
    void administer() throws IOException {
        Path from = settings().folder();
        configure(
                Files.readString(from.resolve("artemis-users.properties")),
                Files.readString(from.resolve("artemis-roles.properties")),
                Files.readString(from.resolve("security-settings.xml")));
    }

    /** As an administrator who makes it easy for himself: workers may do everything with this address. */
    void open(String address) throws IOException {
        Path from = settings().folder();
        String permissions = Files.readString(from.resolve("security-settings.xml"));
        int at = permissions.indexOf("match=\"%s\"".formatted(address));
        int end = permissions.indexOf("</security-setting>", at);
        configure(
                Files.readString(from.resolve("artemis-users.properties")),
                Files.readString(from.resolve("artemis-roles.properties")),
                permissions.substring(0, at)
                        + permissions.substring(at, end).replace("roles=\"", "roles=\"bascule-workers,")
                        + permissions.substring(end));
    }

    /** As an administrator who forgets the permissions. */
    void accountsAlone() throws IOException {
        Path from = settings().folder();
        configure(
                Files.readString(from.resolve("artemis-users.properties")),
                Files.readString(from.resolve("artemis-roles.properties")),
                OWN_PERMISSIONS);
    }

    OutsideBrokerSettings settings() {
        try {
            var certificate = TestKeys.read(folder.resolve("keys.p12")).getCertificate("bascule");
            return new OutsideBrokerSettings(
                    "127.0.0.1",
                    port,
                    USER,
                    PASSWORD,
                    Optional.of(HexFormat.of().formatHex(Sha256.digest().digest(certificate.getEncoded()))),
                    folder.resolveSibling("outside"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    void kill() throws InterruptedException {
        process.kill();
    }

    void startAgain() throws Exception {
        process = start();
    }

    String said() {
        return process.said();
    }

    @Override
    public void close() {
        process.close();
    }
}
