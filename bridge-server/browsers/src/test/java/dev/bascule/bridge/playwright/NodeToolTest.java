package dev.bascule.bridge.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeToolTest {
    @Test
    void node_is_taken_from_its_variable_or_from_the_path(@TempDir Path folder) throws Exception {
        Path node = Files.writeString(folder.resolve("node"), "");
        assertThat(NodeTool.find(Map.of("PATH", folder.toString()))).isEmpty();
        assertThat(node.toFile().setExecutable(true)).isTrue();
        assertThat(NodeTool.find(Map.of("PATH", folder.toString()))).contains(node);
        assertThat(NodeTool.find(Map.of("PATH", "", NodeTool.VARIABLE, node.toString())))
                .contains(node);
        assertThat(NodeTool.find(Map.of("PATH", folder.toString(), NodeTool.VARIABLE, "none")))
                .isEmpty();
    }
}
