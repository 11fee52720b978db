package dev.bascule.nativerunner.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.nativerunner.library.BundledEngine;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildCommandTest {
    private static final URI SOCKET = URI.create("ws://127.0.0.1:1/runner");
    private static final Path FOLDER = Path.of("folder");
    private static final long GIB = 1L << 30;

    @Test
    void the_heap_is_a_quarter_of_the_memory_within_bounds() {
        assertThat(line(17, 16 * GIB)).contains("-Xmx4096m", "-Xms512m", "-Xmn256m");
        assertThat(line(17, 4 * GIB)).contains("-Xmx1024m", "-Xms512m");
        assertThat(line(17, GIB / 2)).contains("-Xmx256m", "-Xms256m", "-Xmn128m");
    }

    @Test
    void native_access_is_allowed_by_name_where_the_jvm_asks_for_it() {
        assertThat(line(17, GIB)).doesNotContain("--enable-native-access=ALL-UNNAMED");
        assertThat(line(25, GIB)).contains("--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void what_makes_this_jvm_start_quickly_is_its_first_option() {
        List<String> line = new ChildCommand(
                        Path.of("java"),
                        List.of("-XX:TieredStopAtLevel=1"),
                        17,
                        GIB,
                        false,
                        "cpu",
                        ModelFormat.ONNX,
                        ChildLaunchSpec.STANDARD)
                .line(SOCKET, FOLDER);
        assertThat(line).startsWith("java", "-XX:TieredStopAtLevel=1");
    }

    @Test
    void the_line_holds_the_socket_and_neither_class_path_nor_token() {
        List<String> line = line(17, GIB);
        assertThat(line.get(line.size() - 1)).isEqualTo(SOCKET.toString());
        assertThat(line).noneMatch(argument -> argument.equals("-cp") || argument.contains(".jar"));
        // ONNX Runtime 1.29's start-up overflows its stack on a line of some thousand characters.
        assertThat(String.join(" ", line).length()).isLessThan(2000);
    }

    @Test
    void a_quiet_child_loads_no_logging_and_a_talkative_one_does() {
        assertThat(line(17, GIB)).anyMatch(argument -> argument.startsWith("-Dslf4j.provider="));
        assertThat(new ChildCommand(
                                Path.of("java"),
                                List.of(),
                                17,
                                GIB,
                                true,
                                "cpu",
                                ModelFormat.ONNX,
                                ChildLaunchSpec.STANDARD)
                        .line(SOCKET, FOLDER))
                .noneMatch(argument -> argument.startsWith("-Dslf4j.provider="));
    }

    @Test
    void a_child_of_another_backend_stands_on_its_own_libraries() {
        ChildLaunchSpec launchSpec = new ChildLaunchSpec(
                "set 1",
                Map.of("onnxruntime.native.onnxruntime.path", "lib/x"),
                Map.of("A", "b"),
                List.of(Path.of("own.jar")));
        ChildCommand command = new ChildCommand(
                        Path.of("java"), List.of(), 17, GIB, false, "cpu", ModelFormat.ONNX, ChildLaunchSpec.STANDARD)
                .serving("openvino", ModelFormat.ONNX, launchSpec);
        assertThat(command.line(SOCKET, FOLDER))
                .contains(
                        "-Dbascule.child.backend=openvino",
                        "-Dbascule.child.libraries=set 1",
                        "-Donnxruntime.native.onnxruntime.path=lib/x");
        assertThat(command.classPath())
                .startsWith(Path.of("own.jar").toAbsolutePath().toString());
    }

    @Test
    void a_child_on_the_bundled_engine_takes_the_one_that_is_unpacked_and_one_on_another_does_not(@TempDir Path cache) {
        HostEnvironment host = new HostEnvironment(
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Map.of(),
                cache.resolve("native"),
                cache.resolve("browsers"));
        BundledEngine engine = BundledEngine.of(host);
        ChildCommand bundled = new ChildCommand(
                Path.of("java"), List.of(), 17, GIB, false, "cpu", ModelFormat.ONNX, ChildLaunchSpec.STANDARD);
        ChildLaunchSpec own = new ChildLaunchSpec(
                "set 1", Map.of("onnxruntime.native.onnxruntime.path", "lib/x"), Map.of(), List.of());
        ChildLaunchSpec binding = new ChildLaunchSpec("set 2", Map.of(), Map.of(), List.of(Path.of("own.jar")));

        assertThat(bundled.serving("openvino", ModelFormat.ONNX, own)
                        .unpacked(engine)
                        .line(SOCKET, FOLDER))
                .noneMatch(ChildCommandTest::namesTheEngine);
        assertThat(bundled.serving("cuda", ModelFormat.ONNX, binding)
                        .unpacked(engine)
                        .line(SOCKET, FOLDER))
                .noneMatch(ChildCommandTest::namesTheEngine);
        assertThat(bundled.serving("cpu", ModelFormat.TORCHSCRIPT, ChildLaunchSpec.STANDARD)
                        .unpacked(engine)
                        .line(SOCKET, FOLDER))
                .noneMatch(ChildCommandTest::namesTheEngine);
        assertThat(cache.resolve("bundled")).doesNotExist();
        List<String> line = bundled.unpacked(engine).line(SOCKET, FOLDER);
        assertThat(line)
                .contains("-Donnxruntime.native.path=" + engine.folder().orElseThrow())
                .contains("-Dbascule.child.libraries=bundled");
        assertThat(engine.folder().orElseThrow().resolve(System.mapLibraryName("onnxruntime")))
                .isNotEmptyFile();
    }

    private static boolean namesTheEngine(String argument) {
        return argument.startsWith("-Donnxruntime.native.path");
    }

    private static List<String> line(int feature, long memory) {
        return new ChildCommand(
                        Path.of("java"),
                        List.of(),
                        feature,
                        memory,
                        false,
                        "cpu",
                        ModelFormat.ONNX,
                        ChildLaunchSpec.STANDARD)
                .line(SOCKET, FOLDER);
    }
}
