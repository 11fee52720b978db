package dev.bascule.models.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class HubClientTest {
    private static final HubReference MODEL = new HubReference("org/repo", "main", Optional.of("onnx/model.onnx"));

    @TempDir
    private Path folder;

    private FakeHub hub;
    private final byte[] content = new byte[300_000];

    @BeforeEach
    void start() throws IOException {
        hub = new FakeHub();
        new Random(3).nextBytes(content);
        hub.files.put("onnx/model.onnx", content);
        Path part = folder.resolve("hub/org/repo/snapshots/" + FakeHub.COMMIT + "/onnx/model.onnx.part");
        hub.beforeBreak = () -> await("some of it is there").until(() -> Files.exists(part) && Files.size(part) > 0);
    }

    @AfterEach
    void stop() {
        hub.close();
    }

    @Test
    void a_file_is_fetched_through_the_redirect_and_kept_under_its_commit() throws IOException {
        HubFile file = client().fetch(MODEL);

        assertThat(Files.readAllBytes(file.path())).isEqualTo(content);
        assertThat(file.commit()).isEqualTo(FakeHub.COMMIT);
        assertThat(file.fromCache()).isFalse();
        assertThat(file.path())
                .isEqualTo(folder.resolve("hub/org/repo/snapshots/" + FakeHub.COMMIT + "/onnx/model.onnx"));
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void the_second_time_only_the_hubs_word_is_asked_for() {
        client().fetch(MODEL);
        hub.log.clear();

        assertThat(client().fetch(MODEL).fromCache()).isTrue();
        assertThat(hub.log).extracting(FakeHub.Asked::method).containsExactly("HEAD");
    }

    @Test
    void without_a_file_the_usual_places_are_tried_in_order() {
        hub.files.clear();
        hub.files.put("model.onnx", content);

        HubFile file = client().fetch(new HubReference("org/repo", "main", Optional.empty()));

        assertThat(file.file()).isEqualTo("model.onnx");
        assertThat(hub.log)
                .filteredOn(asked -> asked.method().equals("HEAD"))
                .extracting(FakeHub.Asked::path)
                .containsExactly("/org/repo/resolve/main/onnx/model.onnx", "/org/repo/resolve/main/model.onnx");
    }

    @Test
    void a_connection_that_breaks_in_the_middle_is_taken_up_where_it_stopped() throws IOException {
        hub.breaks.set(1);

        assertThat(Files.readAllBytes(client().fetch(MODEL).path())).isEqualTo(content);
        assertThat(ranges()).singleElement().asString().matches("bytes=[1-9]\\d*-");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void a_later_process_takes_up_what_an_earlier_one_left() throws IOException {
        hub.breaks.set(100);
        assertThatThrownBy(() -> client().fetch(MODEL))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HUB_UNREACHABLE));
        assertThat(leftovers()).isNotEmpty();
        hub.breaks.set(0);
        hub.log.clear();

        assertThat(Files.readAllBytes(client().fetch(MODEL).path())).isEqualTo(content);
        assertThat(ranges()).hasSize(1);
    }

    @Test
    void a_server_that_stands_still_is_left_and_taken_up_again() throws IOException {
        hub.stalls.set(1);
        HubSettings impatient = new HubSettings(
                hub.endpoint(),
                Optional.empty(),
                false,
                // For an answer, too, on a machine that is busy.
                Duration.ofSeconds(5),
                20,
                Duration.ofMillis(10),
                HubSettings.MOST);

        HubFile file = new HubClient(impatient, new CacheFolder(folder)).fetch(MODEL);
        assertThat(Files.readAllBytes(file.path())).isEqualTo(content);
        assertThat(ranges()).isNotEmpty().allMatch(range -> range.matches("bytes=[1-9]\\d*-"));
    }

    @Test
    void a_file_of_more_than_the_limit_is_refused_and_one_of_just_that_comes() throws IOException {
        for (long most : List.of(content.length - 1L, (long) content.length)) {
            HubSettings bounded = new HubSettings(
                    hub.endpoint(), Optional.empty(), false, Duration.ofSeconds(60), 3, Duration.ofMillis(10), most);
            HubClient client = new HubClient(bounded, new CacheFolder(folder));
            if (most < content.length) {
                assertThatThrownBy(() -> client.fetch(MODEL))
                        .isInstanceOfSatisfying(
                                BasculeException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.HUB_REFUSED))
                        .hasMessageContaining("larger");
                assertThat(leftovers()).isEmpty();
            } else {
                assertThat(client.fetch(MODEL).path()).hasSize(content.length);
            }
        }
    }

    @Test
    void a_part_of_another_version_is_not_continued() throws IOException {
        hub.breaks.set(100);
        assertThatThrownBy(() -> client().fetch(MODEL)).isInstanceOf(BasculeException.class);
        hub.breaks.set(0);
        byte[] newer = new byte[200_000];
        new Random(4).nextBytes(newer);
        hub.files.put("onnx/model.onnx", newer);

        assertThat(Files.readAllBytes(client().fetch(MODEL).path())).isEqualTo(newer);
    }

    @Test
    void a_wrong_hash_is_an_error_and_leaves_nothing_in_the_cache() throws IOException {
        hub.declaredHash = "ab".repeat(32);

        assertThatThrownBy(() -> client().fetch(MODEL))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HASH_MISMATCH))
                .hasMessageContaining("abab");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void a_small_file_is_checked_by_gits_own_hash() throws IOException {
        hub.plain = true;
        hub.files.put("onnx/model.onnx", "hello\n".getBytes(StandardCharsets.US_ASCII));
        // What `git hash-object` says of these six bytes.
        hub.declaredHash = "ce013625030ba8dba906f756967f9e9ca394464a";
        assertThat(client().fetch(MODEL).path()).hasContent("hello");

        hub.declaredHash = "ce013625030ba8dba906f756967f9e9ca394464b";
        HubReference other = new HubReference("org/other", "main", MODEL.file());
        assertThatThrownBy(() -> client().fetch(other)).hasMessageContaining("464b");
    }

    @Test
    void offline_with_a_copy_the_copy_is_used() {
        client().fetch(MODEL);
        hub.close();

        HubFile file = client().fetch(MODEL);
        assertThat(file.fromCache()).isTrue();
        assertThat(file.path()).isRegularFile();
        assertThat(client().fetch(new HubReference("org/repo", "main", Optional.empty()))
                        .file())
                .isEqualTo("onnx/model.onnx");
    }

    @Test
    void offline_without_a_copy_the_error_names_the_way_out() {
        hub.close();
        assertThatThrownBy(() -> client().fetch(MODEL))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.HUB_UNREACHABLE);
                    assertThat(e.failure().remedies()).anyMatch(remedy -> remedy.contains("HF_ENDPOINT"));
                })
                .hasMessageContaining("hf:org/repo/onnx/model.onnx");
    }

    @Test
    void told_to_stay_offline_it_asks_nobody() {
        HubSettings settings = HubSettings.of(
                Map.of("HF_HUB_OFFLINE", "1", "HF_ENDPOINT", hub.endpoint().toString()));
        assertThatThrownBy(() -> new HubClient(settings, new CacheFolder(folder)).fetch(MODEL))
                .hasMessageContaining("HF_HUB_OFFLINE");
        assertThat(hub.log).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "401, HUB_REFUSED, HF_TOKEN",
        "403, HUB_REFUSED, HF_TOKEN",
        "404, HUB_REFUSED, check the name",
        "429, HUB_UNREACHABLE, wait 17 seconds",
        "503, HUB_UNREACHABLE, later",
    })
    void each_refusal_has_its_remedy(int status, ErrorCode code, String remedy) {
        hub.status.set(status);
        hub.statusHeaders.putAll(Map.of("Retry-After", "17", "X-Error-Code", "RepoNotFound"));

        assertThatThrownBy(() -> client().fetch(MODEL))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(code);
                    assertThat(String.join("; ", e.failure().remedies())).contains(remedy);
                })
                .hasMessageContaining(Integer.toString(status));
    }

    @Test
    void a_missing_file_names_the_files_tried() {
        hub.files.clear();
        assertThatThrownBy(() -> client().fetch(new HubReference("org/repo", "main", Optional.empty())))
                .hasMessageContaining("onnx/model.onnx or model.onnx");
    }

    @Test
    void the_endpoint_of_the_environment_must_be_an_address() {
        assertThat(HubSettings.of(Map.of()).endpoint()).isEqualTo(URI.create("https://huggingface.co"));
        assertThatThrownBy(() -> HubSettings.of(Map.of("HF_ENDPOINT", "nonsense")))
                .hasMessageContaining("HF_ENDPOINT");
    }

    @Test
    void a_model_of_the_hub_resolves_with_its_weights_file() throws IOException {
        byte[] model = external();
        hub.files.put("onnx/model.onnx", model);
        hub.files.put("onnx/model.onnx_data", new byte[8]);
        ModelResolver resolver = new ModelResolver(new CacheFolder(folder), settings(Optional.empty()));

        ResolvedModel resolved = resolver.resolve("hf:org/repo", folder);

        assertThat(resolved.inspection().weights().externalData())
                .allSatisfy(path -> assertThat(path).isRegularFile());
        assertThat(resolved.origin())
                .containsEntry("commit", FakeHub.COMMIT)
                .containsEntry("revision", "main")
                .containsEntry("source", "hub");
    }

    private static byte[] external() {
        return ai.onnx.proto.OnnxMl.ModelProto.newBuilder()
                .setIrVersion(8)
                .addOpsetImport(
                        ai.onnx.proto.OnnxMl.OperatorSetIdProto.newBuilder().setVersion(17))
                .setGraph(ai.onnx.proto.OnnxMl.GraphProto.newBuilder()
                        .addInitializer(ai.onnx.proto.OnnxMl.TensorProto.newBuilder()
                                .setName("w")
                                .addDims(2)
                                .setDataType(1)
                                .setDataLocation(ai.onnx.proto.OnnxMl.TensorProto.DataLocation.EXTERNAL)
                                .addExternalData(ai.onnx.proto.OnnxMl.StringStringEntryProto.newBuilder()
                                        .setKey("location")
                                        .setValue("model.onnx_data"))))
                .build()
                .toByteArray();
    }

    @Tag("attack")
    @ParameterizedTest
    @ValueSource(
            strings = {"http://[::1", "::::", "http://a b/c", "file:///etc/passwd", "mailto:x@y", "http:///x", "%zz"})
    void a_redirect_to_what_is_no_address_is_the_hubs_trouble(String location) {
        hub.status.set(302);
        hub.statusHeaders.put("Location", location);
        assertThatThrownBy(() -> client().fetch(MODEL))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HUB_REFUSED))
                .hasMessageContaining("sends on to '" + location + "', which is no http or https address");
    }

    private HubClient client() {
        return client(Optional.empty());
    }

    private HubClient client(Optional<String> token) {
        return new HubClient(settings(token), new CacheFolder(folder));
    }

    private HubSettings settings(Optional<String> token) {
        return new HubSettings(
                hub.endpoint(), token, false, Duration.ofSeconds(60), 3, Duration.ofMillis(10), HubSettings.MOST);
    }

    private List<String> ranges() {
        return hub.log.stream()
                .filter(asked -> asked.path().startsWith("/storage/"))
                .flatMap(asked -> asked.range().stream())
                .toList();
    }

    private List<Path> leftovers() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.toString().contains(".part")).toList();
        }
    }
}
