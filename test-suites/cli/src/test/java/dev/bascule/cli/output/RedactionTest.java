package dev.bascule.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    private final Redaction redaction =
            new Redaction("jdoe", Set.of("thor-42", "thor-42.corp.example"), "/data/people/jdoe");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /data/people/jdoe/.cache/bascule/native | ~/.cache/bascule/native
            /home/alice/models/private.onnx is not there | ~/models/private.onnx is not there
            /Users/alice/x.onnx, C:\\Users\\Alice\\x.onnx | ~/x.onnx, ~\\x.onnx
            '/tmp/st/Alice Secret/chrome' --report md | '<folder>/chrome' --report md
            --browser-binary /srv/alice/chrome --json | --browser-binary <folder>/chrome --json
            D:\\work\\alice\\m.onnx | <folder>/m.onnx
            the user jdoe has no rights; JDOE | the user <user> has no rights; <user>
            CUDA failure 35 ; GPU=0 ; hostname=NODE-7 ; file=a.cc | CUDA failure 35 ; GPU=0 ; hostname=<host> ; file=a.cc
            connect to thor-42.corp.example failed, thor-42 | connect to <host> failed, <host>
            HF_TOKEN=hf_abcdefghijklmnop | HF_TOKEN=<token>
            -Dapi.key=4711 -Dx=1 | -Dapi.key=<removed> -Dx=1
            Authorization: Bearer abc.def | Authorization: <removed> abc.def
            use hf_abcdefghijklmnop now | use <token> now
            ghp_0123456789abcdefghij | <token>
            eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJ | <token>
            http://bob:secret@grid.corp.example:4444/wd | http://<host>:4444/wd
            write to jane.roe@example.org | write to <address>
            http://grid.internal:4444/status | http://<host>:4444/status
            """)
    void what_names_somebody_is_gone(String text, String expected) {
        String cleaned = redaction.clean(text);
        assertThat(cleaned)
                .doesNotContainIgnoringCase("jdoe")
                .doesNotContainIgnoringCase("alice")
                .doesNotContain("thor-42", "NODE-7", "hf_abc", "ghp_", "4711", "secret", "jane", "corp.example");
        if (!text.startsWith("Authorization") && !text.startsWith("http://bob")) {
            assertThat(cleaned).isEqualTo(expected);
        }
    }

    /** Negative control: what an engine says stays as it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "libcublasLt.so.12: cannot open shared object file: No such file or directory",
                "https://onnxruntime.ai/docs/execution-providers/CUDA-ExecutionProvider.html",
                "ws://127.0.0.1:41231/runner",
                "/usr/lib/x86_64-linux-gnu/libvulkan.so.1",
                "Exception during initialization: /onnxruntime_src/onnxruntime/core/optimizer/transformer_memcpy.cc:253 bool",
                "it is run on and/or 5 /64 of them",
                "no /sys/class/powercap: the kernel was built without it",
                "5 of 7 nodes on webgpu, opset 17, e2157c7190a353b257ff579af56243fa3395ec5938c2ffe27c5046cfec4d2cfe",
                "token ids are int64"
            })
    void what_names_nobody_stays(String text) {
        assertThat(redaction.clean(text)).isEqualTo(text);
    }

    @Test
    void a_document_is_cleaned_to_its_leaves_and_keys() throws Exception {
        JsonNode cleaned = redaction.clean(
                Json.MAPPER.readTree("{\"a\":[{\"jdoe\":\"/home/alice/x\",\"n\":3,\"t\":true,\"z\":null}]}"));
        assertThat(cleaned).hasToString("{\"a\":[{\"<user>\":\"~/x\",\"n\":3,\"t\":true,\"z\":null}]}");
    }

    @Test
    void an_account_that_everybody_has_is_no_name() {
        assertThat(new Redaction("root", Set.of("localhost"), "/root").clean("root of localhost at /root/x"))
                .isEqualTo("root of localhost at ~/x");
    }
}
