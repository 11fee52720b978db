package dev.bascule.models.inputs;

import dev.bascule.fallback.process.ChildServer;
import dev.bascule.nativerunner.pipeline.BoundedImage;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The child that decodes pictures: see {@link PictureChild}. */
public final class PictureMain {
    private PictureMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        ChildServer.serve(PictureMain::decode, () -> Runtime.getRuntime().halt(1));
    }

    private static byte[] decode(String file) throws IOException {
        try {
            BufferedImage image = BoundedImage.read(Files.readAllBytes(Path.of(file)))
                    .orElseThrow(() -> InputMismatch.of("'%s' is no PNG, JPEG, GIF or BMP".formatted(file)));
            return Pixels.of(image).bytes();
        } catch (IOException e) {
            throw PictureChild.unreadable(file, String.valueOf(e.getMessage()));
        }
    }
}
