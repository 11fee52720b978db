package dev.bascule.nativerunner.pipeline;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/** Pictures for tests: PNG written chunk by chunk, JPEG by Java's own writer. Two gradients, so that a turned one is another. */
final class TestPictures {
    static final int GREY = 0;
    static final int RGB = 2;
    static final int PALETTE = 3;
    static final int GREY_ALPHA = 4;
    static final int RGBA = 6;
    private static final int WIDTH = 31;
    private static final int HEIGHT = 18;
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

    private TestPictures() {}

    static byte[] png(int colours, int bits) {
        return png(colours, bits, WIDTH, HEIGHT);
    }

    static byte[] png(int colours, int bits, int width, int height) {
        return file(header(colours, bits, width, height), palette(colours), pixels(colours, bits, width, height, 0xFF));
    }

    /** The same picture with one more chunk, which is no pixel. */
    static byte[] withChunk(String type, byte[] content) {
        return file(header(RGB, 8, WIDTH, HEIGHT), chunk(type, content), pixels(RGB, 8, WIDTH, HEIGHT, 0xFF));
    }

    static byte[] transparent(int colours) {
        byte[] clear = colours == PALETTE
                ? chunk("tRNS", new byte[] {(byte) 0xFF, 0})
                : colours == RGB ? chunk("tRNS", new byte[6]) : new byte[0];
        return file(
                header(colours, 8, WIDTH, HEIGHT), palette(colours), clear, pixels(colours, 8, WIDTH, HEIGHT, 0x80));
    }

    static byte[] damaged() {
        byte[] file = png(RGB, 8);
        file[file.length - 30] ^= 1;
        return file;
    }

    /** A right file of a quarter of the lines that it says it has. */
    static byte[] withoutEnough() {
        return file(header(RGB, 8, WIDTH, HEIGHT), pixels(RGB, 8, WIDTH, HEIGHT / 4, 0xFF));
    }

    static byte[] huge() {
        return file(header(RGB, 8, 65_535, 65_535), pixels(RGB, 8, 1, 1, 0xFF));
    }

    private static byte[] file(byte[]... chunks) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(SIGNATURE);
        for (byte[] chunk : chunks) {
            out.writeBytes(chunk);
        }
        out.writeBytes(chunk("IEND", new byte[0]));
        return out.toByteArray();
    }

    private static byte[] header(int colours, int bits, int width, int height) {
        return chunk(
                "IHDR",
                ByteBuffer.allocate(13)
                        .putInt(width)
                        .putInt(height)
                        .put((byte) bits)
                        .put((byte) colours)
                        .array());
    }

    private static byte[] palette(int colours) {
        byte[] entries = new byte[64 * 3];
        for (int i = 0; i < 64; i++) {
            entries[3 * i] = (byte) (4 * i);
            entries[3 * i + 1] = (byte) (255 - 3 * i);
            entries[3 * i + 2] = (byte) (i * i / 16);
        }
        return colours == PALETTE ? chunk("PLTE", entries) : new byte[0];
    }

    private static byte[] pixels(int colours, int bits, int width, int height, int alpha) {
        int channels = colours == RGB ? 3 : colours == RGBA ? 4 : colours == GREY_ALPHA ? 2 : 1;
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (int y = 0; y < height; y++) {
            lines.write(0);
            int gathered = 0;
            for (int i = 0; i < width * channels; i++) {
                int x = i / channels;
                int channel = i % channels;
                boolean clear = channel > 0 && channel == channels - 1 && channels % 2 == 0;
                int value = clear ? alpha * 257 : level(x, y, channel);
                if (bits == 16) {
                    lines.write(value >> 8);
                    lines.write(value);
                } else if (bits == 8) {
                    lines.write(colours == PALETTE ? (x + 2 * y) % 64 : value >> 8);
                } else {
                    gathered = (gathered << bits) | (value >> (16 - bits));
                    if (x % (8 / bits) == 8 / bits - 1 || x == width - 1) {
                        lines.write(gathered << (bits * (8 / bits - 1 - x % (8 / bits))));
                        gathered = 0;
                    }
                }
            }
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed, new Deflater(9))) {
            lines.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return chunk("IDAT", packed.toByteArray());
    }

    /** Of 16 bits. */
    private static int level(int x, int y, int channel) {
        return switch (channel) {
            case 0 -> (x * 2000 + y * 37) & 0xFFFF;
            case 1 -> (y * 3400 + x * 11) & 0xFFFF;
            default -> (60_000 - x * 900 - y * 1000) & 0xFFFF;
        };
    }

    private static byte[] chunk(String type, byte[] content) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 sum = new CRC32();
        sum.update(name);
        sum.update(content);
        return ByteBuffer.allocate(12 + content.length)
                .putInt(content.length)
                .put(name)
                .put(content)
                .putInt((int) sum.getValue())
                .array();
    }

    private static BufferedImage image(int type) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, type);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                for (int band = 0; band < image.getRaster().getNumBands(); band++) {
                    image.getRaster().setSample(x, y, band, level(x, y, band) >> 8);
                }
            }
        }
        return image;
    }

    static byte[] interlaced() {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        return written(
                writer, new IIOImage(image(BufferedImage.TYPE_INT_RGB), null, null), ImageWriteParam.MODE_DEFAULT);
    }

    static byte[] jpeg() {
        return jpeg(new IIOImage(image(BufferedImage.TYPE_INT_RGB), null, null), ImageWriteParam.MODE_DISABLED);
    }

    static byte[] progressiveJpeg() {
        return jpeg(new IIOImage(image(BufferedImage.TYPE_INT_RGB), null, null), ImageWriteParam.MODE_DEFAULT);
    }

    static byte[] greyJpeg() {
        return jpeg(new IIOImage(image(BufferedImage.TYPE_BYTE_GRAY), null, null), ImageWriteParam.MODE_DISABLED);
    }

    static byte[] cmykJpeg() {
        WritableRaster inks = Raster.createInterleavedRaster(0, WIDTH, HEIGHT, 4, null);
        return jpeg(new IIOImage(inks, List.of(), null), ImageWriteParam.MODE_DISABLED);
    }

    private static byte[] jpeg(IIOImage image, int progressive) {
        return written(ImageIO.getImageWritersByFormatName("jpeg").next(), image, progressive);
    }

    private static byte[] written(ImageWriter writer, IIOImage image, int progressive) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file)) {
            writer.setOutput(out);
            ImageWriteParam how = writer.getDefaultWriteParam();
            how.setProgressiveMode(progressive);
            how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            how.setCompressionQuality(0.95f);
            writer.write(null, image, how);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return file.toByteArray();
    }

    static byte[] turnedJpeg(int orientation, boolean little) {
        byte[] plain = jpeg();
        byte[] exif = exif(orientation, little);
        return ByteBuffer.allocate(plain.length + exif.length + 10)
                .put(plain, 0, 2)
                .putShort((short) 0xFFE1)
                .putShort((short) (exif.length + 8))
                .put("Exif\0\0".getBytes(StandardCharsets.ISO_8859_1))
                .put(exif)
                .put(plain, 2, plain.length - 2)
                .array();
    }

    /** A TIFF structure that says how the camera was held, and nothing else. */
    static byte[] exif(int orientation, boolean little) {
        return ByteBuffer.allocate(26)
                .order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
                .putShort((short) (little ? 0x4949 : 0x4D4D))
                .putShort((short) 42)
                .putInt(8)
                .putShort((short) 1)
                .putShort((short) 274)
                .putShort((short) 3)
                .putInt(1)
                .putShort((short) orientation)
                .array();
    }
}
