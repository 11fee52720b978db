package dev.bascule.app.install;

import dev.bascule.app.install.Recipe.Offer;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.models.packages.Artifact.Jar;
import dev.bascule.models.packages.Artifact.NpmPackage;
import dev.bascule.models.packages.Artifact.Wheel;
import dev.bascule.nativerunner.library.LibrarySet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What can be installed, and of what it is made. Versions are pinned: each was run with the bundled Java binding, or brings
 * the binding of its own version. Stateless.
 */
public final class Recipes {
    private static final long MB = 1_000_000;
    private static final String NODE_VERSION = "1.29.0";
    private static final String LINUX = "manylinux_2_28_x86_64";
    private static final String PLUGIN = "plugin";
    private static final String BUILD = "build";

    private Recipes() {}

    /** What the user may ask for. */
    public static List<String> names() {
        return List.of(
                "openvino",
                "webgpu-native",
                "cuda",
                "cuda-libraries",
                "rocm",
                "pytorch",
                LibrarySet.LLAMA_CPP,
                LibrarySet.ESPEAK,
                LibrarySet.ONNX_RUNTIME_QUANTIZATION);
    }

    /** The ways to a part, where there are several. */
    public static List<String> variants(String name) {
        return switch (name) {
            case "openvino" -> List.of(PLUGIN, BUILD);
            case "cuda", "cuda-libraries" -> List.of("12", "13");
            case LibrarySet.ONNX_RUNTIME_QUANTIZATION -> OnnxRuntimeQuantization.PYTHONS;
            default -> List.of();
        };
    }

    /**
     * What there is of a name here.
     *
     * @param variant which way the user wants; empty for the one that suits this machine
     * @param intel whether the processor is Intel's
     * @return empty for an unknown name
     */
    public static Optional<Offer> find(String name, Optional<String> variant, HostEnvironment host, boolean intel) {
        return switch (name) {
            case "openvino" -> Optional.of(openVino(variant.orElse(intel ? PLUGIN : BUILD), host));
            case "webgpu-native" -> Optional.of(webGpu(host));
            case "cuda" -> Optional.of(cuda(variant.orElse("12"), host));
            case "cuda-libraries" -> Optional.of(cudaLibraries(variant.orElse("12"), host));
            case "rocm" -> Optional.of(rocm(host));
            case "pytorch" -> Optional.of(pyTorch(host));
            case LibrarySet.ESPEAK -> Optional.of(Espeak.offer(host));
            case LibrarySet.ONNX_RUNTIME_QUANTIZATION ->
                Optional.of(
                        OnnxRuntimeQuantization.offer(variant.orElse(OnnxRuntimeQuantization.PYTHONS.get(0)), host));
            case "llama.cpp" -> Optional.of(llamaCpp(host));
            default -> Optional.empty();
        };
    }

    private static boolean isX64(HostEnvironment host) {
        return host.arch().equals("amd64") || host.arch().equals("x86_64");
    }

    private static boolean isLinuxX64(HostEnvironment host) {
        return !host.isWindows() && !host.isMac() && isX64(host);
    }

    private static Offer unavailable(String what, HostEnvironment host, String nextStep) {
        return new Offer.Unavailable(
                "%s is not published for %s on %s".formatted(what, host.os(), host.arch()), nextStep);
    }

    private static Offer openVino(String variant, HostEnvironment host) {
        Predicate<String> libraries =
                entry -> entry.contains(".so") || entry.endsWith(".dll") || entry.endsWith("cache.json");
        boolean windows = host.isWindows() && isX64(host);
        if (variant.equals(PLUGIN) && (isLinuxX64(host) || windows)) {
            return new Offer.Available(new Recipe(
                    "openvino",
                    Optional.of(PLUGIN),
                    LibrarySet.OPENVINO_PLUGIN,
                    "1.8.1",
                    "openvino",
                    "OpenVINO 2026.4 as a plugin of the bundled ONNX Runtime; Intel's devices only",
                    53 * MB,
                    List.of(new Wheel(
                            "onnxruntime-ep-openvino",
                            "1.8.1",
                            List.of(windows ? "win_amd64" : LINUX),
                            Optional.of(
                                    windows
                                            ? "1acd878be173b02bb8b953460f2f59b121e5f6e47ebc6aad490c0590cf6718fb"
                                            : "3832643158c8c187fcab6db661cde2a8c06a2b3559d95d0f2411ac0e51c5e924"),
                            entry -> entry.startsWith("onnxruntime_ep_openvino/") && libraries.test(entry)))));
        }
        if (variant.equals(BUILD) && isLinuxX64(host)) {
            return new Offer.Available(new Recipe(
                    "openvino",
                    Optional.of(BUILD),
                    LibrarySet.OPENVINO,
                    "1.24.1",
                    "openvino",
                    "ONNX Runtime 1.24.1 with OpenVINO 2025.4 compiled in; any x86-64 processor",
                    104 * MB,
                    List.of(
                            new Wheel(
                                    "onnxruntime-openvino",
                                    "1.24.1",
                                    List.of(LINUX),
                                    Optional.of("3007c803634cc69c6d52af1dea7ce729d9bb62b9a11070fd2f959119199007a8"),
                                    entry -> entry.startsWith("onnxruntime/capi/lib")),
                            new Jar(
                                    "com.microsoft.onnxruntime:onnxruntime:1.24.1",
                                    Optional.of("efb14ecef954cabef31d34ef4494f0684872744cef58317aff000d5a53de7fd2"),
                                    Optional.empty()))));
        }
        return variant.equals(PLUGIN) || variant.equals(BUILD)
                ? unavailable(
                        "OpenVINO's " + variant,
                        host,
                        "use a machine with an x86-64 processor and Linux, or Windows with an Intel processor")
                : noVariant("openvino", variant, PLUGIN, BUILD);
    }

    private static Offer webGpu(HostEnvironment host) {
        String os = host.isWindows() ? "win32" : host.isMac() ? "darwin" : "linux";
        String arch = isX64(host) ? "x64" : "arm64";
        if (host.isMac() && isX64(host)) {
            return unavailable("ONNX Runtime with WebGPU", host, "use a Mac with Apple silicon");
        }
        String folder = "package/bin/napi-v6/%s/%s/".formatted(os, arch);
        return new Offer.Available(new Recipe(
                "webgpu-native",
                Optional.empty(),
                LibrarySet.WEBGPU,
                NODE_VERSION,
                "webgpu-native",
                "ONNX Runtime %s with WebGPU (Dawn) on Vulkan, Metal or Direct3D 12".formatted(NODE_VERSION),
                112 * MB,
                List.of(new NpmPackage(
                        "onnxruntime-node",
                        NODE_VERSION,
                        Optional.of("cfdfb45ec4044b1fdca43e5d2e180fb6817e649ff8ad1e0dfc90e18e51b67037"),
                        entry -> entry.startsWith(folder) && !entry.endsWith(".node")))));
    }

    private static Offer cuda(String variant, HostEnvironment host) {
        boolean windows = host.isWindows() && isX64(host);
        if (!isLinuxX64(host) && !windows) {
            return unavailable("ONNX Runtime with CUDA", host, "use Linux or Windows on x86-64 with an NVIDIA GPU");
        }
        String natives = "ai/onnxruntime/native/%s/".formatted(windows ? "win-x64" : "linux-x64");
        if (variant.equals("12")) {
            return new Offer.Available(new Recipe(
                    "cuda",
                    Optional.of("12"),
                    LibrarySet.CUDA_12,
                    "1.29.0",
                    "cuda",
                    "ONNX Runtime 1.29.0 with CUDA 12 and TensorRT providers; needs CUDA 12 and cuDNN 9",
                    642 * MB,
                    List.of(new Jar(
                            "com.microsoft.onnxruntime:onnxruntime_gpu:1.29.0",
                            Optional.of("fe39a98c499fc9be3944dd2bf2fb77d7dc5f152668bf95d8beb1c3d7b22f2a89"),
                            Optional.of(entry -> entry.startsWith(natives))))));
        }
        if (variant.equals("13") && !windows) {
            return new Offer.Available(new Recipe(
                    "cuda",
                    Optional.of("13"),
                    LibrarySet.CUDA_13,
                    "1.28.0",
                    "cuda",
                    "ONNX Runtime 1.28.0 with a CUDA 13 provider; needs CUDA 13 and cuDNN 9",
                    907 * MB,
                    List.of(
                            new Jar(
                                    "org.bytedeco:onnxruntime:1.28.0-1.5.14:jar:linux-x86_64-gpu",
                                    Optional.of("a1775c67abc5864dcaa3771eff343be804cd0d0232f0b187e6c9867c15d6167f"),
                                    Optional.of(entry -> entry.contains("/libonnxruntime")
                                            && !entry.endsWith("_openvino.so")
                                            && !entry.endsWith("_dnnl.so"))),
                            // The binding of that version, built with CUDA, without its own engine.
                            new Jar(
                                    "com.microsoft.onnxruntime:onnxruntime_gpu:1.28.0",
                                    Optional.of("554134b4b5a26baa62f54cac61f1dcf339515d26b1a13d8b8c9b77cdf0e17111"),
                                    Optional.of(entry -> entry.equals(natives + "libonnxruntime4j_jni.so"))),
                            new Jar(
                                    "com.microsoft.onnxruntime:onnxruntime:1.28.0",
                                    Optional.of("3a9dc00bed7ee467ded8a257f99fc216570d385f8b06053570d33e9b5d7c7a37"),
                                    Optional.empty()))));
        }
        return noVariant("cuda", variant, "12", windows ? "12" : "13");
    }

    /** Of NVIDIA's own wheels, for machines with a driver and without CUDA's toolkit. */
    private static Offer cudaLibraries(String variant, HostEnvironment host) {
        if (!isLinuxX64(host)) {
            return unavailable(
                    "CUDA as wheels", host, "install CUDA and cuDNN 9 as NVIDIA publishes them for this system");
        }
        if (variant.equals("13")) {
            return new Offer.Available(new Recipe(
                    "cuda-libraries",
                    Optional.of("13"),
                    LibrarySet.CUDA_13_LIBRARIES,
                    "13.5",
                    "cuda",
                    "CUDA 13.5 and cuDNN 9, where the machine has NVIDIA's driver and not its toolkit",
                    1_311 * MB,
                    List.of(
                            nvidia(
                                    "nvidia-cuda-runtime",
                                    "13.5.37",
                                    "df2b79a8852f10d1fef8c848489c49eebb5754051bf870202a862831412b179d"),
                            nvidia(
                                    "nvidia-cublas",
                                    "13.10.0.20",
                                    "dcc6d63884c53d07e267ce7e6feac17b2538cebaafec5db865736c3e28e4dc84"),
                            nvidia(
                                    "nvidia-cudnn-cu13",
                                    "9.28.1.4",
                                    "a54f205b1db1f2895d99f398754db1369816f0569dd459731f925635cf7b65ec"),
                            nvidia(
                                    "nvidia-cufft",
                                    "12.5.0.14",
                                    "b8be26837a5abad2b5b74f3e92dd29f622a42934b355be0961a48712cbba23ad"),
                            nvidia(
                                    "nvidia-curand",
                                    "10.4.5.25",
                                    "22bb226a857e5888fe6b54ae465fc4371296bcff13a35f79e19691bcf454f529"),
                            nvidia(
                                    "nvidia-cuda-nvrtc",
                                    "13.5.37",
                                    "86b4d68058807988b7d9af5b44917a0601e9c337f35ccd657bfb3c759ff8d8bc"),
                            nvidia(
                                    "nvidia-nvjitlink",
                                    "13.5.37",
                                    "280d7cb9649704145f074b8dbde500de04ce02d0872e066e20a83c17bcaa93eb"))));
        }
        if (!variant.equals("12")) {
            return noVariant("cuda-libraries", variant, "12", "13");
        }
        return new Offer.Available(new Recipe(
                "cuda-libraries",
                Optional.of("12"),
                LibrarySet.CUDA_12_LIBRARIES,
                "12.9",
                "cuda",
                "CUDA 12.9 and cuDNN 9, where the machine has NVIDIA's driver and not its toolkit",
                1_700 * MB,
                List.of(
                        nvidia(
                                "nvidia-cuda-runtime-cu12",
                                "12.9.79",
                                "25bba2dfb01d48a9b59ca474a1ac43c6ebf7011f1b0b8cc44f54eb6ac48a96c3"),
                        nvidia(
                                "nvidia-cublas-cu12",
                                "12.9.3.13",
                                "d7d51055f161b317c7105ddaae90e71eda059026074ffef93cf7cde2886bfe72"),
                        nvidia(
                                "nvidia-cudnn-cu12",
                                "9.28.0.42",
                                "9ff58b7f36dacd0a93e89f8f2957b52466889217963701daa15e577317cfa375"),
                        nvidia(
                                "nvidia-cufft-cu12",
                                "11.4.1.4",
                                "c67884f2a7d276b4b80eb56a79322a95df592ae5e765cf1243693365ccab4e28"),
                        nvidia(
                                "nvidia-curand-cu12",
                                "10.3.10.19",
                                "49b274db4780d421bd2ccd362e1415c13887c53c214f0d4b761752b8f9f6aa1e"),
                        nvidia(
                                "nvidia-cuda-nvrtc-cu12",
                                "12.9.86",
                                "210cf05005a447e29214e9ce50851e83fc5f4358df8b453155d5e1918094dcb4"),
                        nvidia(
                                "nvidia-nvjitlink-cu12",
                                "12.9.86",
                                "e3f1171dbdc83c5932a45f0f4c99180a70de9bd2718c1ab77d14104f6d7147f9"))));
    }

    private static Wheel nvidia(String project, String version, String sha256) {
        return new Wheel(
                project,
                version,
                List.of("manylinux_2_27_x86_64", "manylinux2014_x86_64", "manylinux2010_x86_64"),
                Optional.of(sha256),
                entry -> entry.startsWith("nvidia/") && entry.contains("/lib/lib") && entry.contains(".so"));
    }

    private static Offer rocm(HostEnvironment host) {
        return new Offer.Unavailable(
                "no package manager brings an ONNX Runtime with MIGraphX whose Java binding is published",
                "put libonnxruntime.so, its providers, libonnxruntime4j_jni.so and the jar of the same build into %s, and a set.properties with its version"
                        .formatted(host.libraries().resolve(LibrarySet.ROCM)));
    }

    private static Offer pyTorch(HostEnvironment host) {
        if (isLinuxX64(host)) {
            return new Offer.Available(new Recipe(
                    "pytorch",
                    Optional.empty(),
                    LibrarySet.PYTORCH,
                    "2.7.1",
                    "cpu",
                    "PyTorch 2.7.1 for the CPU through DJL 0.35.1, for TorchScript models and as a reference of training",
                    115 * MB,
                    List.of(
                            new Jar(
                                    "ai.djl.pytorch:pytorch-engine:0.35.1",
                                    Optional.of("9f8b38a3820facbbdef09b4e691900da5860bb7d7bf2e068d9be205c471ae02f"),
                                    Optional.empty()),
                            new Jar(
                                    "ai.djl.pytorch:pytorch-jni:2.7.1-0.35.1",
                                    Optional.of("ec85fc26b76fb6919c38a5caccc96e2fc139d9e6919ffa65bed3d54e6ea8e380"),
                                    Optional.empty()),
                            new Jar(
                                    "ai.djl.pytorch:pytorch-native-cpu:2.7.1:jar:linux-x86_64",
                                    Optional.of("1769928feaaa2389b4aa68390e7787ce1707290258b167d016a200fced4b8c39"),
                                    Optional.of(entry -> entry.startsWith("pytorch/cpu/linux-x86_64/"))))));
        }
        return new Offer.Unavailable(
                "PyTorch is not among the parts of this version for %s"
                        .formatted(host.os().toLowerCase(Locale.ROOT)),
                "export the model to ONNX");
    }

    /** What one published addon for Node carries; its licence lies beside it. */
    private static Offer llamaCpp(HostEnvironment host) {
        if (!isLinuxX64(host)) {
            return unavailable("llama.cpp as a part", host, "compare on Linux with an x86-64 processor");
        }
        String libraries = "package/bins/linux-x64/";
        return new Offer.Available(new Recipe(
                "llama.cpp",
                Optional.empty(),
                LibrarySet.LLAMA_CPP,
                "3.22.1",
                Optional.empty(),
                "llama.cpp v0.5.0 of node-llama-cpp 3.22.1 (both MIT), CPU only: a peer of bascule decode, run by Node 20",
                11 * MB,
                List.of(new NpmPackage(
                        "@node-llama-cpp/linux-x64",
                        "3.22.1",
                        Optional.of("0d953e1503d5ab4608d8ed5b739132308c81ac05ffeb760d2a7f30e08a9f90e0"),
                        entry -> entry.startsWith(libraries) || entry.equals("package/LICENSE")))));
    }

    private static Offer noVariant(String name, String variant, String first, String second) {
        return new Offer.Unavailable(
                "there is no variant '%s' of %s here".formatted(variant, name),
                "bascule install %s --variant %s".formatted(name, first.equals(second) ? first : first + "|" + second));
    }
}
