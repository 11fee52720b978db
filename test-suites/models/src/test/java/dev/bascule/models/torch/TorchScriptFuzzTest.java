package dev.bascule.models.torch;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import dev.bascule.models.graph.ModelInspection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A zip as it comes, or the code of a model in an archive that is whole. */
@FuzzTarget
class TorchScriptFuzzTest {
    private static final byte[] PICKLE = "\u0080\2c__torch__\nNet\n.".getBytes(StandardCharsets.ISO_8859_1);

    @FuzzTest
    void an_archive_is_refused_or_told_of(byte[] data) throws IOException {
        byte[] archive = data.length > 1 && data[0] == 'P' && data[1] == 'K' ? data : archive(data);
        Refusals.read(() -> TorchScriptFile.inspect(FuzzInput.file(archive, "model.pt")))
                .ifPresent(ModelInspection::describeInputs);
    }

    private static byte[] archive(byte[] code) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("net/data.pkl"));
            zip.write(PICKLE);
            zip.putNextEntry(new ZipEntry("net/code/__torch__.py"));
            zip.write(code);
        }
        return bytes.toByteArray();
    }
}
