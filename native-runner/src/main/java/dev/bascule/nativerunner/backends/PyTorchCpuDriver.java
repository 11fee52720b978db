package dev.bascule.nativerunner.backends;

import ai.djl.Device;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.engine.PyTorchEngine;
import dev.bascule.nativerunner.evidence.TorchProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** PyTorch's CPU kernels, for TorchScript models. Thread-safe. */
public final class PyTorchCpuDriver extends PyTorchDriver {

    /** For {@link java.util.ServiceLoader}. */
    public PyTorchCpuDriver() {
        super(Backends.NATIVE_CPU);
    }

    @Override
    void look(Detection.Builder found, PyTorchEngine started) {
        int processors = Runtime.getRuntime().availableProcessors();
        found.passed(Tier.DEVICE, processors == 1 ? "1 processor" : processors + " processors")
                .fact("processors", String.valueOf(processors));
        for (String part : List.of("MKL", "MKLDNN", "OPENMP")) {
            found.fact("built with " + part, String.valueOf(started.has(part)));
        }
    }

    /** Without an arena is how it allocates anyway: every tensor by itself (c10/core/CPUAllocator.cpp). */
    @Override
    void check(EngineOptions wanted) throws RefusedException {
        super.check(wanted);
        OptionRefusal.ofOtherDevice(wanted, "the CPU is one device: there is no index but 0");
    }

    @Override
    Device device(EngineOptions wanted) {
        return Device.cpu();
    }

    /**
     * The operators of PyTorch's own profile, which names no devices: a build without any other device ran them all on the
     * CPU. Other builds keep no record that would show it.
     */
    @Override
    public List<NodePlacement> placements(OpenRequest request, Map<String, Tensor> inputs, Path scratch)
            throws RefusedException, IOException {
        boolean cpuOnly = System.getProperty("PYTORCH_FLAVOR", "").equals("cpu")
                && !System.getProperty("os.name", "").startsWith("Mac");
        if (!cpuOnly) {
            return List.of();
        }
        Path file = Files.createTempFile(scratch, "torch-", ".json");
        try (DriverSession session = open(request)) {
            DriverSession.Feed feed = session.feed(inputs);
            started().startProfile();
            try {
                feed.run().close();
            } finally {
                started().stopProfile(file);
            }
            return TorchProfile.parse(Files.readString(file), backend().id());
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
