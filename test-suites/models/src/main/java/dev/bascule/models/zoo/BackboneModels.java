package dev.bascule.models.zoo;

import dev.bascule.models.zoo.EfficientNet.Stage;
import dev.bascule.models.zoo.SqueezeNet.Fire;
import java.util.List;

/** Classifiers of pictures that came after the first residual networks, each with a layer of its own. Stateless. */
final class BackboneModels {
    static final List<ZooModel> MICRO = List.of(
            images(
                    "efficientnet-micro",
                    "EfficientNet with squeeze and excitation, 4 stages of few channels",
                    new EfficientNet(
                            VisionModels.MICRO_IMAGE,
                            8,
                            List.of(
                                    new Stage(1, 3, 8, 1, 1),
                                    new Stage(6, 3, 12, 2, 2),
                                    new Stage(6, 5, 16, 2, 2),
                                    new Stage(6, 3, 24, 2, 2)),
                            96,
                            VisionModels.MICRO_CLASSES)),
            images(
                    "densenet-micro",
                    "DenseNet of growth 8, 3 dense blocks",
                    new DenseNet(VisionModels.MICRO_IMAGE, 8, List.of(3, 4, 4), VisionModels.MICRO_CLASSES)),
            images(
                    "squeezenet-micro",
                    "SqueezeNet with a quarter of its channels",
                    new SqueezeNet(VisionModels.MICRO_IMAGE, 16, fires(4), VisionModels.MICRO_CLASSES)),
            images(
                    "shufflenet-micro",
                    "ShuffleNet V2 of few channels, 3 stages of 2 units",
                    new ShuffleNet(
                            VisionModels.MICRO_IMAGE,
                            12,
                            List.of(
                                    new ShuffleNet.Stage(24, 2),
                                    new ShuffleNet.Stage(48, 2),
                                    new ShuffleNet.Stage(96, 2)),
                            128,
                            VisionModels.MICRO_CLASSES)),
            images(
                    "convnext-micro",
                    "ConvNeXt of few channels, 3 stages of a block or two",
                    new ConvNext(
                            VisionModels.MICRO_IMAGE,
                            List.of(new ConvNext.Stage(16, 1), new ConvNext.Stage(32, 2), new ConvNext.Stage(64, 1)),
                            VisionModels.MICRO_CLASSES)),
            images(
                    "mixer-micro",
                    "MLP-Mixer/16 of width 64, 2 layers",
                    new Mixer(VisionModels.MICRO_IMAGE, 16, 64, 2, 32, 256, VisionModels.MICRO_CLASSES)),
            images(
                    "swin-micro",
                    "Swin of 32 channels, windows of 4, 2 stages",
                    new Swin(
                            VisionModels.MICRO_IMAGE,
                            4,
                            32,
                            List.of(new Swin.Stage(2, 2), new Swin.Stage(2, 4)),
                            VisionModels.MICRO_CLASSES)));

    static final List<ZooModel> PUBLISHED = List.of(
            images(
                    "squeezenet-1.1",
                    "SqueezeNet 1.1, published size",
                    new SqueezeNet(224, 64, fires(1), VisionModels.IMAGENET_CLASSES)),
            images(
                    "shufflenet-v2",
                    "ShuffleNet V2 1.0, published size",
                    new ShuffleNet(
                            224,
                            24,
                            List.of(
                                    new ShuffleNet.Stage(116, 4),
                                    new ShuffleNet.Stage(232, 8),
                                    new ShuffleNet.Stage(464, 4)),
                            1024,
                            VisionModels.IMAGENET_CLASSES)),
            images(
                    "efficientnet-b0",
                    "EfficientNet-B0, published size",
                    new EfficientNet(
                            224,
                            32,
                            List.of(
                                    new Stage(1, 3, 16, 1, 1),
                                    new Stage(6, 3, 24, 2, 2),
                                    new Stage(6, 5, 40, 2, 2),
                                    new Stage(6, 3, 80, 3, 2),
                                    new Stage(6, 5, 112, 3, 1),
                                    new Stage(6, 5, 192, 4, 2),
                                    new Stage(6, 3, 320, 1, 1)),
                            1280,
                            VisionModels.IMAGENET_CLASSES)),
            images(
                    "densenet-121",
                    "DenseNet-121, published size",
                    new DenseNet(224, 32, List.of(6, 12, 24, 16), VisionModels.IMAGENET_CLASSES)),
            images(
                    "mixer-s16",
                    "MLP-Mixer S/16, published size",
                    new Mixer(224, 16, 512, 8, 256, 2048, VisionModels.IMAGENET_CLASSES)),
            images(
                    "convnext-tiny",
                    "ConvNeXt-T, published size",
                    new ConvNext(
                            224,
                            List.of(
                                    new ConvNext.Stage(96, 3),
                                    new ConvNext.Stage(192, 3),
                                    new ConvNext.Stage(384, 9),
                                    new ConvNext.Stage(768, 3)),
                            VisionModels.IMAGENET_CLASSES)),
            images(
                    "swin-tiny",
                    "Swin-T, published size",
                    new Swin(
                            224,
                            7,
                            96,
                            List.of(
                                    new Swin.Stage(2, 3),
                                    new Swin.Stage(2, 6),
                                    new Swin.Stage(6, 12),
                                    new Swin.Stage(2, 24)),
                            VisionModels.IMAGENET_CLASSES)));

    private BackboneModels() {}

    /** As published, with channels divided. */
    static List<List<Fire>> fires(int by) {
        return List.of(
                List.of(new Fire(16 / by, 64 / by), new Fire(16 / by, 64 / by)),
                List.of(new Fire(32 / by, 128 / by), new Fire(32 / by, 128 / by)),
                List.of(
                        new Fire(48 / by, 192 / by),
                        new Fire(48 / by, 192 / by),
                        new Fire(64 / by, 256 / by),
                        new Fire(64 / by, 256 / by)));
    }

    private static ZooModel images(String id, String description, Architecture network) {
        int size = id.endsWith("-micro") ? VisionModels.MICRO_IMAGE : 224;
        return VisionModels.images(
                id, description, VisionModels.IMAGENET_MEAN, VisionModels.IMAGENET_STD, size, network);
    }
}
