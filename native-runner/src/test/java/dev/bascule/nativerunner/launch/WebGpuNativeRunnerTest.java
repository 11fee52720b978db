package dev.bascule.nativerunner.launch;

import dev.bascule.fallback.backend.Backends;
import org.junit.jupiter.api.Tag;

@Tag("webgpu-native")
class WebGpuNativeRunnerTest extends LibrarySetContract {
    WebGpuNativeRunnerTest() {
        super(Backends.WEBGPU_NATIVE);
    }
}
