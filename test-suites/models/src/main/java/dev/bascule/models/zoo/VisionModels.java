package dev.bascule.models.zoo;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.zoo.MobileNet.Stage;
import java.util.List;

/** Classifiers of pictures and what finds points in them, of the first generations. Stateless. */
final class VisionModels {
    static final List<Double> IMAGENET_MEAN = List.of(0.485, 0.456, 0.406);
    static final List<Double> IMAGENET_STD = List.of(0.229, 0.224, 0.225);
    static final List<Double> HALF = List.of(0.5, 0.5, 0.5);
    static final int IMAGENET_CLASSES = 1000;
    static final int MICRO_IMAGE = 64;
    private static final int MICRO_WIDTH = 64;
    static final int MICRO_CLASSES = 10;

    static final List<ZooModel> MICRO = List.of(
            images(
                    "resnet-micro",
                    "ResNet-18 with an eighth of its channels",
                    IMAGENET_MEAN,
                    IMAGENET_STD,
                    MICRO_IMAGE,
                    new ResNet(MICRO_IMAGE, 8, List.of(2, 2, 2, 2), MICRO_CLASSES)),
            images(
                    "mobilenet-micro",
                    "MobileNetV2 blocks with depthwise convolutions",
                    IMAGENET_MEAN,
                    IMAGENET_STD,
                    MICRO_IMAGE,
                    new MobileNet(
                            MICRO_IMAGE,
                            8,
                            List.of(
                                    new Stage(1, 8, 1, 1),
                                    new Stage(4, 12, 2, 2),
                                    new Stage(4, 16, 2, 2),
                                    new Stage(4, 24, 2, 2)),
                            96,
                            MICRO_CLASSES)),
            images(
                    "vit-micro",
                    "ViT/16 of width 64, 2 layers",
                    HALF,
                    HALF,
                    MICRO_IMAGE,
                    new VisionTransformer(MICRO_IMAGE, 16, MICRO_WIDTH, 2, 4, 4 * MICRO_WIDTH, MICRO_CLASSES)),
            new ZooModel(
                    "face-mesh-micro",
                    Family.VISION,
                    "face-landmarks",
                    new PipelineSpec.Vision(MICRO_IMAGE, MICRO_IMAGE, HALF, HALF),
                    "face mesh of width 24, 12 blocks, whose sigmoids are near zero",
                    new FaceMesh(MICRO_IMAGE, 24, 12, 32)));

    static final List<ZooModel> PUBLISHED = List.of(
            images(
                    "resnet-18",
                    "ResNet-18, published size",
                    IMAGENET_MEAN,
                    IMAGENET_STD,
                    224,
                    new ResNet(224, 64, List.of(2, 2, 2, 2), IMAGENET_CLASSES)),
            images(
                    "mobilenet-v2",
                    "MobileNetV2, published size",
                    IMAGENET_MEAN,
                    IMAGENET_STD,
                    224,
                    new MobileNet(
                            224,
                            32,
                            List.of(
                                    new Stage(1, 16, 1, 1),
                                    new Stage(6, 24, 2, 2),
                                    new Stage(6, 32, 3, 2),
                                    new Stage(6, 64, 4, 2),
                                    new Stage(6, 96, 3, 1),
                                    new Stage(6, 160, 3, 2),
                                    new Stage(6, 320, 1, 1)),
                            1280,
                            IMAGENET_CLASSES)),
            images(
                    "vit-base",
                    "ViT-Base/16, published size",
                    HALF,
                    HALF,
                    224,
                    new VisionTransformer(224, 16, 768, 12, 12, 3072, IMAGENET_CLASSES)));

    private VisionModels() {}

    static ZooModel images(
            String id, String description, List<Double> mean, List<Double> std, int size, Architecture network) {
        PipelineSpec pipeline = new PipelineSpec.Vision(size, size, mean, std);
        return new ZooModel(id, Family.VISION, "image-classification", pipeline, description, network);
    }
}
