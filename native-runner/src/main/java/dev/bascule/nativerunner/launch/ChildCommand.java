package dev.bascule.nativerunner.launch;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.process.ChildJvm;
import dev.bascule.nativerunner.child.ChildFolder;
import dev.bascule.nativerunner.child.NativeRunnerMain;
import dev.bascule.nativerunner.library.BundledEngine;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The command line of a child JVM. The class path goes by the environment and the token by standard input: neither is
 * in the list of processes.
 *
 * @param executable the java command
 * @param startOptions how quickly it is to be ready
 * @param feature the Java version, such as 17
 * @param memoryBytes the machine's memory, for the heap's limit
 * @param talkative whether the child may log
 * @param backend the id of the backend that it serves
 * @param format of the models that it opens
 * @param launchSpec what it stands on
 */
record ChildCommand(
        Path executable,
        List<String> startOptions,
        int feature,
        long memoryBytes,
        boolean talkative,
        String backend,
        ModelFormat format,
        ChildLaunchSpec launchSpec) {
    private static final long MIB = 1 << 20;
    private static final String ENGINE_PROPERTIES = "onnxruntime.native.";

    static ChildCommand ofThisJvm(boolean talkative) {
        return new ChildCommand(
                ChildJvm.executable(),
                ChildJvm.startOptions(),
                Runtime.version().feature(),
                physicalMemory(),
                talkative,
                Backends.NATIVE_CPU.id(),
                ModelFormat.ONNX,
                ChildLaunchSpec.STANDARD);
    }

    /** The same for another backend or format, which may need other libraries. */
    ChildCommand serving(String other, ModelFormat models, ChildLaunchSpec needs) {
        return new ChildCommand(executable, startOptions, feature, memoryBytes, talkative, other, models, needs);
    }

    /** The same with the bundled engine's libraries already unpacked, where it stands on those and they can be. */
    ChildCommand unpacked(BundledEngine engine) {
        boolean bundled = format == ModelFormat.ONNX
                && launchSpec.classPath().isEmpty()
                && Stream.concat(
                                launchSpec.properties().keySet().stream(),
                                System.getProperties().stringPropertyNames().stream())
                        .noneMatch(name -> name.startsWith(ENGINE_PROPERTIES));
        return bundled ? engine.folder().map(this::withEngine).orElse(this) : this;
    }

    private ChildCommand withEngine(Path folder) {
        Map<String, String> properties = new TreeMap<>(launchSpec.properties());
        properties.put(ENGINE_PROPERTIES + "path", folder.toString());
        return serving(
                backend,
                format,
                new ChildLaunchSpec(
                        launchSpec.libraries(), properties, launchSpec.environment(), launchSpec.classPath()));
    }

    private static long physicalMemory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : 2048 * MIB;
    }

    /** @param folder for temporary files, crash reports and unpacked libraries */
    List<String> line(URI socket, Path folder) {
        List<String> line = new ArrayList<>();
        line.add(executable.toString());
        line.addAll(startOptions);
        // Room for the profile's largest working set on servers; only what is touched is taken.
        long most = Math.max(256, Math.min(24 << 10, memoryBytes / MIB / 4));
        // A heap of one size and a collector of one thread keep the timed loop steady; tensors live outside the heap.
        line.add("-Xmx" + most + "m");
        line.add("-Xms" + Math.min(512, most) + "m");
        line.add("-Xmn" + Math.min(256, most / 2) + "m");
        line.add("-XX:+UseSerialGC");
        // Its file would stay behind in the system's temporary folder when the child is killed.
        line.add("-XX:-UsePerfData");
        line.add("-XX:+DisplayVMOutputToStderr");
        line.add("-XX:-CreateCoredumpOnCrash");
        line.add("-XX:ErrorFile=" + folder.resolve("crash.log"));
        line.addAll(ChildJvm.nativeAccess(feature));
        property(line, "java.io.tmpdir", folder.toString());
        property(line, ChildFolder.PROPERTY, folder.toString());
        property(line, "java.awt.headless", "true");
        property(line, "OPT_OUT_TRACKING", "true");
        property(line, "ai.djl.offline", "true");
        property(line, "DJL_CACHE_DIR", folder.resolve("djl").toString());
        property(line, "ENGINE_CACHE_DIR", folder.resolve("djl").toString());
        if (!talkative) {
            // Setting up a logging library costs a quarter of the start.
            property(line, "slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
        }
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(ENGINE_PROPERTIES)
                        && !launchSpec.properties().containsKey(name))
                .sorted()
                .forEach(name -> property(line, name, System.getProperty(name)));
        property(line, NativeRunnerMain.BACKEND, backend);
        property(line, NativeRunnerMain.FORMAT, format.name());
        property(line, NativeRunnerMain.LIBRARIES, launchSpec.libraries());
        launchSpec.properties().forEach((name, value) -> property(line, name, value));
        line.add(NativeRunnerMain.class.getName());
        line.add(socket.toString());
        return line;
    }

    private static void property(List<String> line, String name, String value) {
        line.add("-D" + name + "=" + value);
    }

    /** The launch spec's jars before this process's class path, all absolute, for the child has another working folder. */
    String classPath() {
        return ChildJvm.classPath(launchSpec.classPath());
    }
}
