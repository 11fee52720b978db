package dev.bascule.app.install;

import dev.bascule.app.install.Recipe.Offer;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.models.packages.Artifact;
import dev.bascule.models.packages.Artifact.PythonWheel;
import dev.bascule.nativerunner.library.LibrarySet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * ONNX Runtime's own quantiser, which is Python, with all that it imports: wheels of PyPI beside each other in a folder of their own. Those of Python
 * 3.11 were tried. Stateless.
 */
public final class OnnxRuntimeQuantization {
    /** Pythons that it is pinned for, oldest first. */
    public static final List<String> PYTHONS = List.of("3.11", "3.12", "3.13", "3.14");

    private static final long BYTES = 62_000_000;
    private static final List<String> PLATFORMS =
            List.of("manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux2014_x86_64");

    /** A file of PyPI's. */
    private record Pinned(String project, String version, String sha256) {
        Artifact wheel(String python) {
            return new PythonWheel(project, version, python, PLATFORMS, Optional.of(sha256));
        }
    }

    private static final List<Pinned> EVERY = List.of(
            new Pinned("protobuf", "7.36.2", "89f23aa53c24553a2416fd4fd1ec06f74fa42b14b546d8883128813f775bbfd2"),
            new Pinned("flatbuffers", "25.12.19", "7634f50c427838bb021c2d66a3d1168e9d199b0607e6329399f04846d42e20b4"),
            new Pinned("packaging", "26.4", "81383611a09c1bc0b08b76e0fd5829d7c6824c65b27a6aee339da133f4233ea2"),
            new Pinned(
                    "typing-extensions", "4.16.0", "481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8"),
            new Pinned("onnx-ir", "1.1.0", "76cc313a788c073b75271c1b6abb172aaf90fcc6335ed40f9f3238b2064a2fa3"),
            new Pinned("sympy", "1.14.0", "e091cc3e99d2141a0ba2847328f5479b05d94a6635cb96148ccb3f34671bd8f5"),
            new Pinned("mpmath", "1.3.0", "a0b2b9fe80bbcd81a6647ff13108738cfb482d481d826cc0e02f5b35e5c88d2c"));

    private static final Map<String, List<Pinned>> BY_PYTHON = Map.of(
            "3.11",
            List.of(
                    new Pinned(
                            "onnxruntime",
                            "1.29.0",
                            "85f8e8406c52658735fe5c7fbfd3ebaa1ed340768324f6252e4274e374580a23"),
                    new Pinned("onnx", "1.23.2", "c03ecf6b835d136108eeaeeafbd0026fc7b3cf98661409fbc6b63d5a29361348"),
                    new Pinned("numpy", "2.4.6", "89cd468399cfd2504718f0ba50e410dca55a170b61a02ad92bb18c8a65186e93"),
                    new Pinned(
                            "ml-dtypes", "0.6.0", "6c8e39b53e90afda8ce52859c93de4dba3e02b76d85dcf091cc469f9184c6dae")),
            "3.12",
            List.of(
                    new Pinned(
                            "onnxruntime",
                            "1.29.0",
                            "2b80d8c7ec2cc7438e4da3760b88c24568cba72c9ace96d668800a6c79419acb"),
                    new Pinned("onnx", "1.23.2", "7abf381d278f31ac62487fddedc9dd42da842dce94d5d43536836ee3efdf4a2b"),
                    new Pinned("numpy", "2.4.6", "90f9849678c75fe7afa2d348ac842c168b0a4d3d61919687216dfc547976d853"),
                    new Pinned(
                            "ml-dtypes", "0.6.0", "3b4a480aa8fd54a1805b8ac10f3f91763926a74f73c0c364c10f9231854f4170")),
            "3.13",
            List.of(
                    new Pinned(
                            "onnxruntime",
                            "1.29.0",
                            "e2128f31f449e922c62dbe5d8b6b7b079f0bcaf2d56a102fa203cb6e5bb5ab19"),
                    new Pinned("onnx", "1.23.2", "7abf381d278f31ac62487fddedc9dd42da842dce94d5d43536836ee3efdf4a2b"),
                    new Pinned("numpy", "2.4.6", "a7830bab239b79cda9c08c2da014761cafb48da6150e1da17ac06283f43b6089"),
                    new Pinned(
                            "ml-dtypes", "0.6.0", "26b1f1fa4f0435a2946859823f6e2bf06796f1e9f10f5a05b08a5e3c8f46ff69")),
            "3.14",
            List.of(
                    new Pinned(
                            "onnxruntime",
                            "1.29.0",
                            "6c0c37b92f67ed68dd36221ce0403e1d9bd4f7efce724439978a2597848530e5"),
                    new Pinned("onnx", "1.23.2", "7abf381d278f31ac62487fddedc9dd42da842dce94d5d43536836ee3efdf4a2b"),
                    new Pinned("numpy", "2.4.6", "a2c306dea656c12c68f51f4cea133cbe78ca7435eb28c735eac1d3ebe73be6e8"),
                    new Pinned(
                            "ml-dtypes", "0.6.0", "8f490c003369ce60e514a0c3b12374f05274c101fee1bead6740ec8a564032b0")));

    private OnnxRuntimeQuantization() {}

    /** The set of a Python. */
    public static String set(String python) {
        return LibrarySet.ONNX_RUNTIME_QUANTIZATION + "-" + python;
    }

    /** @param python that imports it, such as {@code 3.11} */
    static Offer offer(String python, HostEnvironment host) {
        boolean x64 = host.arch().equals("amd64") || host.arch().equals("x86_64");
        if (host.isWindows() || host.isMac() || !x64) {
            return new Offer.Unavailable(
                    "ONNX Runtime's quantiser is not among the parts of this version for %s on %s"
                            .formatted(host.os(), host.arch()),
                    "compare on Linux with an x86-64 processor");
        }
        if (!PYTHONS.contains(python)) {
            return new Offer.Unavailable(
                    "ONNX Runtime's quantiser is not among the parts of this version for Python " + python,
                    "put python3 of one of %s on PATH, and say --variant".formatted(String.join(", ", PYTHONS)));
        }
        List<Artifact> wheels = Stream.concat(Objects.requireNonNull(BY_PYTHON.get(python)).stream(), EVERY.stream())
                .map(pinned -> pinned.wheel(python))
                .toList();
        return new Offer.Available(new Recipe(
                LibrarySet.ONNX_RUNTIME_QUANTIZATION,
                Optional.of(python),
                set(python),
                "1.29.0",
                Optional.empty(),
                "ONNX Runtime's own quantiser for Python %s, with onnx 1.23.2: a peer of bascule quantize"
                        .formatted(python),
                BYTES,
                wheels));
    }
}
