package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.local.ServeService;
import dev.bascule.cli.FakeServeService.FakeDevice;
import dev.bascule.cli.output.Terminal;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunService;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.history.RunFilter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command with devices that are played. */
@Timeout(300)
class ServeCommandTest {
    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();
    private final FakeServeService serve = new FakeServeService();

    private CliHarness.Result run(String... arguments) {
        services.serve = serve;
        return new CliHarness(folder, services).run(arguments);
    }

    @Test
    void one_device_runs_the_browser_side_and_its_results_are_kept() {
        FakeDevice anna = new FakeDevice("Anna's phone");
        serve.with(anna);

        CliHarness.Result result = run("serve", "--once");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).startsWith("http://127.0.0.1:4711/attach.html#token=secret\n");
        assertThat(result.err())
                .contains("Anna's phone: attached: Chrome 153 on Android 15, from 192.168.1.9")
                .doesNotContain("token=secret")
                .doesNotContain("█");
        RunRequest asked = anna.fake.asked.orElseThrow();
        assertThat(asked.cases()).isNotEmpty().allSatisfy(wanted -> {
            assertThat(wanted.comparisons().pairs()).isEmpty();
            assertThat(wanted.scenarios()).isEmpty();
            assertThat(wanted.chains())
                    .isNotEmpty()
                    .allMatch(chain -> chain.first().side() == Side.BROWSER);
        });
        assertThat(asked.setup().launcher()).contains("attach");
        assertThat(anna.told()).anyMatch(text -> text.startsWith("running 1 of "));
        assertThat(anna.farewell).hasValueSatisfying(text -> assertThat(text).contains(" cells: ", " PASS"));
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(1);
        assertThat(folder.resolve(".bascule/reports/anna-s-phone-" + asked.id() + "/run.json"))
                .exists();
        assertThat(serve.closed).isTrue();
    }

    @Test
    void devices_load_the_engine_that_is_asked_for_wherever_that_is_said() {
        services.serve = serve;
        CliHarness harness = new CliHarness(folder, services);
        for (boolean typed : List.of(true, false)) {
            FakeDevice device = new FakeDevice("A");
            serve.with(device);
            CliHarness.Result result = typed
                    ? harness.run("serve", "--once", "--engine-version", "1.23.2")
                    : harness.with("BASCULE_ENGINE_VERSION", "1.23.2").run("serve", "--once");

            assertThat(result.exit()).as(result.err()).isZero();
            assertThat(serve.entry.orElseThrow().engine())
                    .map(ReleaseVersion::toString)
                    .contains("1.23.2");
            assertThat(device.fake.asked.orElseThrow().setup().engineVersion())
                    .isEqualTo(serve.entry.orElseThrow().engine());
        }
    }

    @Test
    void three_devices_have_three_runs_and_the_worst_decides_the_exit_code() {
        FakeDevice bad = new FakeDevice("Bad").from("10.0.0.2");
        bad.fake.outcome = CaseRuns::failed;
        serve.with(new FakeDevice("A").from("10.0.0.1")).with(bad).with(new FakeDevice("C").from("10.0.0.3"));
        FakeDevice late = new FakeDevice("Late").from("10.0.0.4");
        serve.with(late);

        CliHarness.Result result = run("serve", "--devices", "3", "--out", "phones");

        assertThat(result.exit()).as(result.err()).isEqualTo(1);
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(3);
        assertThat(late.fake.asked).isEmpty();
        assertThat(result.err()).contains("Bad: error[").containsPattern("\nA: \\d+ cells: ");
        assertThat(folder.resolve("phones").toFile().list()).hasSize(3);
    }

    @Test
    void json_is_one_document_with_a_run_for_each_device() throws Exception {
        serve.with(new FakeDevice("A").from("10.0.0.1")).with(new FakeDevice("B").from("10.0.0.2"));

        CliHarness.Result result = run("serve", "--devices", "2", "--json");

        JsonNode document = Json.MAPPER.readTree(result.out());
        assertThat(document.path("runs")).hasSize(2);
        assertThat(document.path("runs").get(0).path("cells")).isNotEmpty();
        assertThat(result.err()).contains("http://127.0.0.1:4711/attach.html#token=secret");
    }

    @Test
    void devices_of_one_address_are_measured_one_after_the_other() {
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        for (String name : List.of("Chrome", "Firefox", "Safari")) {
            FakeDevice guest = new FakeDevice(name);
            RunService inner = guest.fake;
            guest.service = (request, turn, listener) -> {
                most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                sleep(100);
                atOnce.decrementAndGet();
                return inner.run(request, turn, listener);
            };
            serve.with(guest);
        }

        assertThat(run("serve", "--devices", "3").exit()).isZero();
        assertThat(most).hasValue(1);
    }

    @Test
    void negative_control_devices_of_two_addresses_run_side_by_side() {
        CountDownLatch both = new CountDownLatch(2);
        for (String address : List.of("10.0.0.1", "10.0.0.2")) {
            FakeDevice guest = new FakeDevice(address).from(address);
            RunService inner = guest.fake;
            guest.service = (request, turn, listener) -> {
                both.countDown();
                assertThat(await(both)).isTrue();
                return inner.run(request, turn, listener);
            };
            serve.with(guest);
        }

        assertThat(run("serve", "--devices", "2").exit()).isZero();
    }

    @Test
    void a_device_that_left_before_its_turn_does_not_count() {
        FakeDevice gone = new FakeDevice("Gone");
        gone.gone = Optional.of("it left");
        serve.with(gone).with(new FakeDevice("Stays"));

        CliHarness.Result result = run("serve", "--once");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(gone.fake.asked).isEmpty();
    }

    @Test
    void what_breaks_one_devices_run_ends_no_others() {
        FakeDevice broken = new FakeDevice("Broken").from("10.0.0.1");
        broken.service = (request, turn, listener) -> {
            throw new IllegalStateException("a bug");
        };
        serve.with(broken).with(new FakeDevice("Good").from("10.0.0.2"));

        CliHarness.Result result = run("serve", "--devices", "2");

        assertThat(result.exit()).isEqualTo(70);
        assertThat(result.err()).contains("Broken: error[INTERNAL_ERROR]");
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(1);
        assertThat(broken.farewell).isPresent();
    }

    @Test
    void ctrl_c_ends_serving_and_is_no_failure_once_devices_have_come() {
        FakeDevice anna = new FakeDevice("Anna");
        serve.with(anna);
        serve.interruptWhen = () -> anna.farewell.isPresent();

        assertThat(run("serve").exit()).isZero();
        assertThat(serve.closed).isTrue();
    }

    @Test
    void
            where_no_backend_of_a_browser_is_wanted_the_dashboard_is_served_and_a_device_is_told_why_it_has_nothing_to_do() {
        FakeDevice anna = new FakeDevice("Anna");
        serve.with(anna);
        serve.interruptWhen = () -> anna.farewell.isPresent();

        CliHarness.Result result = run("serve", "--backends", "cpu");
        assertThat(result.exit()).isZero();
        assertThat(result.err())
                .contains("the dashboard", "devices would run nothing here")
                .doesNotContain("scan");
        assertThat(anna.farewell.orElseThrow()).contains("no case has a backend of a browser");
        assertThat(serve.closed).isTrue();
    }

    @Test
    void ctrl_c_while_a_device_runs_keeps_what_it_has_and_says_interrupted() {
        FakeDevice anna = new FakeDevice("Anna");
        CountDownLatch running = new CountDownLatch(1);
        anna.service = (request, turn, listener) -> {
            running.countDown();
            sleep(50_000);
            return anna.fake.run(request, turn, listener);
        };
        serve.with(anna);
        serve.interruptWhen = () -> running.getCount() == 0;

        CliHarness.Result result = run("serve");

        assertThat(result.exit()).isEqualTo(130);
        assertThat(result.err()).contains("Anna: error[RUN_INTERRUPTED]");
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(1);
        assertThat(serve.closed).isTrue();
    }

    @Test
    void ctrl_c_before_anybody_came_is_an_interrupted_command() {
        serve.interruptWhen = () -> true;

        assertThat(run("serve").exit()).isEqualTo(130);
        assertThat(serve.closed).isTrue();
    }

    @Test
    void the_code_is_drawn_on_a_terminal_only_and_not_when_unwanted() {
        serve.with(new FakeDevice("A"));
        services.serve = serve;
        CliHarness.Result drawn = new CliHarness(folder, services)
                .on(new Terminal(true, true, 100))
                .run("serve", "--once");
        assertThat(drawn.err()).contains("\u001b[30;107m", "█");
        serve.with(new FakeDevice("B"));
        CliHarness.Result plain = new CliHarness(folder, services)
                .on(new Terminal(true, true, 100))
                .run("serve", "--once", "--no-qr");
        assertThat(plain.err()).doesNotContain("█");
        serve.with(new FakeDevice("C"));
        CliHarness.Result narrow = new CliHarness(folder, services)
                .on(new Terminal(true, true, 30))
                .run("serve", "--once");
        assertThat(narrow.err()).contains("too narrow");
    }

    @Test
    void an_insecure_way_in_is_warned_of_with_the_remedy_and_a_certificate_is_shown_by_its_fingerprint() {
        serve.links = List.of(
                new ServeService.Link(URI.create("http://192.168.1.7:4711/attach.html#token=secret"), false),
                new ServeService.Link(URI.create("http://127.0.0.1:4711/attach.html#token=secret"), true));
        FakeDevice insecure = new FakeDevice("A");
        insecure.secure = Optional.of(false);
        serve.with(insecure);
        CliHarness.Result plain = run("serve", "--once", "--host", "0.0.0.0", "--port", "4711");
        assertThat(plain.err()).contains("warning: by plain http", "remedy: --https", "no secure context");
        assertThat(plain.out().lines().limit(2)).allMatch(line -> line.endsWith("#token=secret"));
        ServeService.ListenAddress entry = serve.entry.orElseThrow();
        assertThat(entry)
                .isEqualTo(new ServeService.ListenAddress(
                        "0.0.0.0", 4711, Optional.empty(), Duration.ofSeconds(30), Optional.empty()));

        serve.links =
                List.of(new ServeService.Link(URI.create("https://192.168.1.7:4711/attach.html#token=secret"), true));
        serve.fingerprint = Optional.of("AB:CD");
        serve.with(new FakeDevice("B"));
        CliHarness.Result secure = run("serve", "--once", "--host", "0.0.0.0", "--https", "--grace", "5s");
        assertThat(secure.err()).contains("SHA-256 fingerprint", "AB:CD").doesNotContain("warning");
        assertThat(serve.entry.orElseThrow().certificates()).contains(folder.resolve("home/.config/bascule/tls"));
    }

    @Test
    void what_makes_no_sense_is_refused_before_anything_is_opened() {
        for (List<String> words : List.of(
                List.of("--devices", "0"),
                List.of("--devices", "2", "--once"),
                List.of("--port", "70000"),
                List.of("--grace", "soon"),
                List.of("--comparisons", "on"),
                List.of("--reporter", "junit=one.xml"),
                List.of("--devices", "x"))) {
            String[] line = new String[words.size() + 1];
            line[0] = "serve";
            System.arraycopy(words.toArray(), 0, line, 1, words.size());
            CliHarness.Result result = run(line);
            assertThat(result.exit()).as(words.toString()).isEqualTo(2);
            assertThat(result.err()).as(words.toString()).contains("error[USAGE_ERROR]", "remedy: ");
        }
        assertThat(run("serve", "--backends", "cpu", "--once").exit()).isEqualTo(4);
        assertThat(run("serve", "no-such-model.onnx").exit()).isEqualTo(3);
        assertThat(serve.entry).isEmpty();
    }

    @Test
    void with_one_device_a_report_may_have_a_path_of_its_own() {
        serve.with(new FakeDevice("A"));
        assertThat(run("serve", "--once", "--reporter", "junit=one.xml").exit()).isZero();
        assertThat(Files.exists(folder.resolve("one.xml"))).isTrue();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(120, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
