package dev.bascule.nativerunner.launch;

import dev.bascule.fallback.backend.Backends;

class WebGpuNativeRunnerTest extends LibrarySetContract {
    WebGpuNativeRunnerTest() {
        super(Backends.WEBGPU_NATIVE);
    }
}
