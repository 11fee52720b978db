package dev.bascule.fallback.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real JVM that has secrets begins real children, which print what they inherited. */
@Tag("attack")
class ChildProcessesTest {
    private static final Map<String, String> SECRETS = Map.of(
            "HF_TOKEN", "one-secret",
            "BASCULE_SERVE_TOKEN", "two-secret",
            "GITHUB_TOKEN", "three-secret",
            "ACTIONS_ID_TOKEN_REQUEST_URL", "four-secret",
            "AWS_SESSION", "five-secret",
            "MY_PASSWORD", "six-secret",
            "SIGNING_KEY", "seven-secret",
            "DATABASE_URL", "postgres://me:eight-secret@db/x",
            "HARMLESS_NAME", "hf_ninesecretninesecret",
            "https_proxy", "http://me:ten-secret@proxy:8080");

    private static final Map<String, String> NEEDED = Map.of(
            "LD_LIBRARY_PATH", "/opt/lib",
            "CUDA_VISIBLE_DEVICES", "0",
            "VK_ICD_FILENAMES", "/icd.json",
            "XDG_RUNTIME_DIR", "/run/user/1",
            "DISPLAY", ":7",
            "ODD_DRIVER_SWITCH", "yes");

    @Test
    void a_child_inherits_no_secret_and_all_else() throws Exception {
        String printed = printedBy("any", Map.of());
        assertThat(printed).doesNotContain("-secret", "ninesecret");
        NEEDED.forEach((name, value) -> assertThat(printed).contains(name + "=" + value));
        assertThat(printed).contains("PATH=");
    }

    @Test
    void a_package_manager_keeps_what_is_its_own_and_no_other_secret() throws Exception {
        String printed = printedBy(
                "manager",
                Map.of(
                        "NPM_TOKEN",
                        "npm-own",
                        "PIP_INDEX_URL",
                        "https://me:pip-own@index/simple",
                        "MAVEN_KEY",
                        "mvn-own"));
        assertThat(printed).contains("npm-own", "pip-own", "mvn-own", "ten-secret");
        assertThat(printed.replace("ten-secret", "")).doesNotContain("-secret", "ninesecret");
    }

    @Test
    void negative_control_a_child_that_is_begun_otherwise_inherits_them() throws Exception {
        assertThat(printedBy("plain", Map.of())).contains("one-secret", "ten-secret");
    }

    @Test
    void what_only_adds_puts_nothing_in_a_secrets_place() {
        assertThat(ChildEnvironment.blanks(Map.of("HF_TOKEN", "secret", "HOME", "/home/me")))
                .isEqualTo(Map.of("HF_TOKEN", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "TOKEN",
        "GH_TOKENS",
        "npm_config__authToken",
        "CLIENT_SECRET",
        "DBPASSWORD",
        "GOOGLE_API_KEY",
        "OPENAIAPIKEY",
        "GOOGLE_APPLICATION_CREDENTIALS",
        "CI_JOB_JWT",
        "SSH_AUTH_SOCK",
        "DB_PWD",
        "AZURE_CLIENT_ID",
        "gh_pat"
    })
    void a_name_that_says_secret(String name) {
        assertThat(ChildEnvironment.isSecret(name, "value")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "PATH",
        "PWD",
        "HOME",
        "XAUTHORITY",
        "DBUS_SESSION_BUS_ADDRESS",
        "KEYBOARD",
        "ORT_LOGGING_LEVEL",
        "HIP_VISIBLE_DEVICES",
        "OMP_NUM_THREADS",
        "MESA_LOADER_DRIVER_OVERRIDE",
        "LP_NUM_THREADS",
        "ROCR_VISIBLE_DEVICES",
        "LANG",
        "BYPASS_CHECK",
        "AUTHOR",
        "HSA_OVERRIDE_GFX_VERSION",
        "BASCULE_WITHOUT",
        "http_proxy"
    })
    void a_name_that_does_not(String name) {
        assertThat(ChildEnvironment.isSecret(name, "http://plain:8080/path@2")).isFalse();
    }

    private static String printedBy(String how, Map<String, String> more) throws IOException, InterruptedException {
        ProcessBuilder java = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), Parent.class.getName(), how);
        java.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        java.environment().putAll(SECRETS);
        java.environment().putAll(NEEDED);
        java.environment().putAll(more);
        Process process = java.redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    /** Begins a child that prints its environment, in the way that is named. */
    static final class Parent {
        private Parent() {}

        public static void main(String[] how) throws Exception {
            List<String> child = List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), Printer.class.getName());
            ProcessBuilder builder = switch (how[0]) {
                case "any" -> ChildProcesses.of(child);
                case "manager" -> ChildProcesses.ofPackageManager(child);
                default -> new ProcessBuilder(child);
            };
            if (builder.inheritIO().start().waitFor() != 0) {
                throw new AssertionError("the child failed");
            }
        }
    }

    /** Prints its environment. */
    static final class Printer {
        private Printer() {}

        public static void main(String[] none) {
            System.out.println(new TreeMap<>(System.getenv()).toString().replace(", ", "\n"));
        }
    }
}
