package dev.bascule.models.zoo;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.job.PipelineSpec;
import java.util.List;

/** What says something of every pixel, or makes new ones. Stateless. */
final class PixelModels {
    private static final int UNET_IMAGE = 256;
    private static final int YOLO_IMAGE = 640;
    private static final int EDSR_IMAGE = 96;
    private static final int EDSR_MICRO_IMAGE = 32;
    /** Pixels from zero to one. */
    private static final List<Double> ZERO = List.of(0.0, 0.0, 0.0);

    private static final List<Double> ONE = List.of(1.0, 1.0, 1.0);

    static final List<ZooModel> MICRO = List.of(
            segments(
                    "unet-micro",
                    "U-Net of 8 channels, 3 levels",
                    VisionModels.MICRO_IMAGE,
                    new UNet(VisionModels.MICRO_IMAGE, 8, 3)),
            enlarges(
                    "edsr-micro", "EDSR of 16 channels, 2 blocks", EDSR_MICRO_IMAGE, new Edsr(EDSR_MICRO_IMAGE, 16, 2)),
            detects(
                    "yolov8-micro",
                    "YOLOv8 of 4 channels, three heads",
                    VisionModels.MICRO_IMAGE,
                    new YoloV8(VisionModels.MICRO_IMAGE, 4, List.of(1, 2, 2, 1), VisionModels.MICRO_CLASSES, 4)));

    static final List<ZooModel> PUBLISHED = List.of(
            enlarges(
                    "edsr-baseline-x2",
                    "EDSR baseline for twice the size, published size",
                    EDSR_IMAGE,
                    new Edsr(EDSR_IMAGE, 64, 16)),
            segments("unet", "U-Net of Buda et al., published size", UNET_IMAGE, new UNet(UNET_IMAGE, 32, 4)),
            detects(
                    "yolov8n",
                    "YOLOv8n, published size, its three heads as they are",
                    YOLO_IMAGE,
                    new YoloV8(YOLO_IMAGE, 16, List.of(1, 2, 2, 1), 80, 16)));

    private PixelModels() {}

    private static ZooModel segments(String id, String description, int size, UNet network) {
        PipelineSpec pipeline =
                new PipelineSpec.Vision(size, size, VisionModels.IMAGENET_MEAN, VisionModels.IMAGENET_STD);
        return new ZooModel(id, Family.VISION, "image-segmentation", pipeline, description, network);
    }

    private static ZooModel detects(String id, String description, int size, YoloV8 network) {
        PipelineSpec pipeline = new PipelineSpec.Vision(size, size, ZERO, ONE);
        return new ZooModel(id, Family.VISION, "object-detection", pipeline, description, network);
    }

    private static ZooModel enlarges(String id, String description, int size, Edsr network) {
        PipelineSpec pipeline = new PipelineSpec.Vision(size, size, ZERO, ONE);
        return new ZooModel(id, Family.VISION, "image-to-image", pipeline, description, network);
    }
}
