package dev.bascule.nativerunner.launch;

import dev.bascule.fallback.backend.Backends;
import org.junit.jupiter.api.Tag;

@Tag("openvino")
class OpenVinoRunnerTest extends LibrarySetContract {
    OpenVinoRunnerTest() {
        super(Backends.OPENVINO);
    }
}
