package dev.bascule.nativerunner.launch;

import dev.bascule.fallback.backend.Backends;

class OpenVinoRunnerTest extends LibrarySetContract {
    OpenVinoRunnerTest() {
        super(Backends.OPENVINO);
    }
}
