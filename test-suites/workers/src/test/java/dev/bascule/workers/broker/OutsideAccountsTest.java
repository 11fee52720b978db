package dev.bascule.workers.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.workers.join.Role;
import dev.bascule.workers.wire.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files for an administrator, without a broker. */
class OutsideAccountsTest {
    @TempDir
    Path folder;

    private OutsideAccounts accounts;

    @BeforeEach
    void open() {
        accounts = new OutsideAccounts(folder);
    }

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(folder.resolve(file));
    }

    private List<String> ids() throws IOException {
        return lines("artemis-users.properties").stream()
                .map(line -> line.substring(0, line.indexOf('=')))
                .toList();
    }

    /** The permissions of one address. */
    private String permissions(String address) throws IOException {
        String all = Files.readString(accounts.permissions());
        String begin = "match=\"" + address + "\"";
        assertThat(all).containsOnlyOnce(begin);
        int at = all.indexOf(begin);
        return all.substring(at, all.indexOf("</security-setting>", at));
    }

    @Test
    void each_has_an_account_with_a_hashed_password_its_roles_and_what_its_role_may_do() throws IOException {
        accounts.add("mac-1", Role.WORKER, "a worker's secret");
        accounts.add("anna-2", Role.SUBMITTER, "a submitter's secret");

        assertThat(ids()).containsExactly("anna-2", "mac-1");
        assertThat(lines("artemis-users.properties"))
                .allSatisfy(line -> assertThat(line).contains("=ENC(").doesNotContain("secret"));
        assertThat(lines("artemis-roles.properties"))
                .containsExactlyInAnyOrder(
                        "bascule-workers=mac-1",
                        "bascule-submitters=anna-2",
                        "bascule-mac-1=mac-1",
                        "bascule-anna-2=anna-2");
        assertThat(permissions("bascule.#")).doesNotContain("workers", "submitters", "mac-1", "anna-2");
        assertThat(permissions(Wire.REPORTS))
                .contains("type=\"send\" roles=\"bascule-coordinator,bascule-workers\"")
                .contains("type=\"consume\" roles=\"bascule-coordinator\"");
        assertThat(permissions(Wire.ASKS))
                .contains("type=\"send\" roles=\"bascule-coordinator,bascule-submitters\"")
                .contains("type=\"consume\" roles=\"bascule-coordinator\"");
        assertThat(permissions(Wire.orders("mac-1")))
                .contains("type=\"send\" roles=\"bascule-coordinator\"")
                .contains("type=\"consume\" roles=\"bascule-coordinator,bascule-mac-1\"");
        assertThat(permissions(Wire.told("anna-2")))
                .contains("type=\"consume\" roles=\"bascule-coordinator,bascule-anna-2\"");
    }

    @Test
    void a_new_start_keeps_them_with_their_roles_and_hashes() throws IOException {
        accounts.add("mac-1", Role.WORKER, "secret");
        accounts.add("anna-2", Role.SUBMITTER, "secret");
        List<String> users = lines("artemis-users.properties");
        List<String> roles = lines("artemis-roles.properties");
        String permissions = Files.readString(accounts.permissions());

        OutsideAccounts again = new OutsideAccounts(folder);

        assertThat(lines("artemis-users.properties")).isEqualTo(users);
        assertThat(lines("artemis-roles.properties")).isEqualTo(roles);
        assertThat(again.permissions()).hasContent(permissions);
    }

    @Test
    void who_is_removed_is_in_none_of_the_files() throws IOException {
        accounts.add("mac-1", Role.WORKER, "secret");
        accounts.add("mac-12", Role.WORKER, "secret");

        accounts.remove("mac-1");

        assertThat(ids()).containsExactly("mac-12");
        assertThat(lines("artemis-roles.properties"))
                .containsExactlyInAnyOrder("bascule-workers=mac-12", "bascule-mac-12=mac-12");
        assertThat(Files.readString(accounts.permissions()))
                .doesNotContain("bascule-mac-1\"")
                .contains("bascule-mac-12\"");
    }

    @Test
    void only_those_stay_whose_tokens_are_good() throws IOException {
        accounts.add("taken-back-1", Role.WORKER, "secret");
        accounts.add("mac-1", Role.WORKER, "secret");
        // Somebody of whom the ledger knows nothing.
        Files.writeString(
                folder.resolve("artemis-users.properties"),
                String.join("\n", lines("artemis-users.properties")) + "\nstranger=ENC(1:ab:cd)\n");

        accounts.keepOnly(Set.of("mac-1", "never-had-one"));

        assertThat(ids()).containsExactly("mac-1");
        assertThat(Files.readString(accounts.permissions())).doesNotContain("taken-back-1");
    }

    @Test
    void it_tells_who_has_no_account_or_none_with_a_role() throws IOException {
        accounts.add("mac-1", Role.WORKER, "secret");
        assertThat(accounts.lacking(Set.of("mac-1", "old-2"))).containsExactly("old-2");
        Files.delete(folder.resolve("artemis-roles.properties"));
        assertThat(accounts.lacking(Set.of("mac-1"))).containsExactly("mac-1");
        // As where somebody lost the folder.
        Files.delete(folder.resolve("artemis-users.properties"));
        assertThat(new OutsideAccounts(folder).lacking(Set.of("mac-1"))).containsExactly("mac-1");
    }
}
