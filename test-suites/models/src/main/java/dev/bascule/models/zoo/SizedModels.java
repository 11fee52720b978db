package dev.bascule.models.zoo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Architectures of the zoo at sizes between micro and published, of width, depth or resolution: what predictions are learned from
 * besides. They are listed nowhere else, and their inputs are generated, for nobody asks what they answer. Stateless.
 */
final class SizedModels {
    private static final int CLASSES = VisionModels.IMAGENET_CLASSES;
    private static final List<Integer> RESNET = List.of(2, 2, 2, 2);
    private static final int MELS = 80;

    static final List<ZooModel> MODELS = all();

    private SizedModels() {}

    private static List<ZooModel> all() {
        List<ZooModel> models = new ArrayList<>();
        pictures(models);
        pixels(models);
        sequences(models);
        return List.copyOf(models);
    }

    private static void pictures(List<ZooModel> to) {
        add(to, "resnet-w16", "resnet-micro", new ResNet(224, 16, RESNET, CLASSES));
        add(to, "resnet-w32", "resnet-micro", new ResNet(224, 32, RESNET, CLASSES));
        add(to, "resnet-r112", "resnet-micro", new ResNet(112, 64, RESNET, CLASSES));
        add(to, "resnet-d34-w32", "resnet-micro", new ResNet(160, 32, List.of(3, 4, 6, 3), CLASSES));
        add(to, "mobilenet-r128", "mobilenet-micro", new MobileNet(128, 32, mobile(1), 1280, CLASSES));
        add(to, "mobilenet-w16", "mobilenet-micro", new MobileNet(224, 16, mobile(2), 640, CLASSES));
        add(to, "vit-w128", "vit-micro", new VisionTransformer(224, 16, 128, 6, 4, 512, CLASSES));
        add(to, "vit-w192", "vit-micro", new VisionTransformer(224, 16, 192, 6, 3, 768, CLASSES));
        add(to, "vit-w256-r128", "vit-micro", new VisionTransformer(128, 16, 256, 8, 4, 1024, CLASSES));
        add(to, "face-mesh-w48", "face-mesh-micro", new FaceMesh(128, 48, 16, 468));
        add(to, "face-mesh-w96", "face-mesh-micro", new FaceMesh(192, 96, 12, 468));
        add(to, "efficientnet-r128", "efficientnet-micro", efficient(128, 2));
        add(to, "efficientnet-r192", "efficientnet-micro", efficient(192, 1));
        add(to, "densenet-g12", "densenet-micro", new DenseNet(224, 12, List.of(6, 12, 24, 16), CLASSES));
        add(to, "densenet-g24-r128", "densenet-micro", new DenseNet(128, 24, List.of(6, 12, 12), CLASSES));
        add(to, "squeezenet-r128", "squeezenet-micro", new SqueezeNet(128, 64, BackboneModels.fires(1), CLASSES));
        add(to, "squeezenet-w32", "squeezenet-micro", new SqueezeNet(224, 32, BackboneModels.fires(2), CLASSES));
        add(to, "shufflenet-r160", "shufflenet-micro", shuffle(160, 116));
        add(to, "shufflenet-w48", "shufflenet-micro", shuffle(224, 48));
        add(to, "shufflenet-w244", "shufflenet-micro", shuffle(192, 244));
        add(to, "convnext-w32", "convnext-micro", convNext(224, 32));
        add(to, "convnext-w64-r128", "convnext-micro", convNext(128, 64));
        add(to, "mixer-w128", "mixer-micro", new Mixer(224, 16, 128, 8, 64, 512, CLASSES));
        add(to, "mixer-w256", "mixer-micro", new Mixer(224, 16, 256, 8, 128, 1024, CLASSES));
        add(to, "swin-w32", "swin-micro", swin(224, 7, 32));
        add(to, "swin-w64-r128", "swin-micro", swin(128, 4, 64));
    }

    private static void pixels(List<ZooModel> to) {
        add(to, "unet-w8-r128", "unet-micro", new UNet(128, 8, 4));
        add(to, "unet-w16-r128", "unet-micro", new UNet(128, 16, 4));
        add(to, "edsr-w16-r64", "edsr-micro", new Edsr(64, 16, 8));
        add(to, "edsr-w32-r48", "edsr-micro", new Edsr(48, 32, 8));
        add(to, "yolov8-w8-r256", "yolov8-micro", new YoloV8(256, 8, List.of(1, 2, 2, 1), 80, 16));
        add(to, "yolov8-w16-r256", "yolov8-micro", new YoloV8(256, 16, List.of(1, 2, 2, 1), 80, 16));
    }

    private static void sequences(List<ZooModel> to) {
        add(to, "bert-w128", "bert-micro", new BertEncoder(4096, 512, 128, 4, 2, 512));
        add(to, "bert-w256", "bert-micro", new BertEncoder(8192, 512, 256, 4, 4, 1024));
        add(to, "bert-w384", "bert-micro", new BertEncoder(8192, 512, 384, 6, 12, 1536));
        add(to, "whisper-w128-f500", "whisper-micro", new WhisperEncoder(MELS, 500, 128, 4, 2));
        add(to, "whisper-w256-f400", "whisper-micro", new WhisperEncoder(MELS, 400, 256, 4, 4));
        add(to, "conformer-w64", "conformer-micro", new Conformer(MELS, 200, 64, 8, 4, 31));
        add(to, "conformer-w144-d8", "conformer-micro", new Conformer(MELS, 200, 144, 8, 4, 31));
        add(to, "hifi-gan-w32", "hifi-gan-micro", hifiGan(32));
        add(to, "hifi-gan-w64", "hifi-gan-micro", hifiGan(64));
        add(to, "gru-kws-u256-f100", "gru-kws-micro", new GruSpotter(40, 100, 256, 12));
        add(to, "gru-kws-u512-f100", "gru-kws-micro", new GruSpotter(40, 100, 512, 12));
        add(to, "bilstm-tagger-u256", "bilstm-tagger-micro", new BiLstmTagger(8192, 64, 128, 256, 9));
        add(to, "bilstm-tagger-u512", "bilstm-tagger-micro", new BiLstmTagger(8192, 48, 256, 512, 9));
        add(to, "tcn-w64", "tcn-micro", new TemporalNet(88, 256, 64, 6, 5));
        add(to, "tcn-w256", "tcn-micro", new TemporalNet(88, 256, 256, 4, 6));
        add(to, "ft-transformer-w256-d6", "ft-transformer-micro", new FtTransformer(54, 256, 6, 8, 340, 4));
        add(to, "ft-transformer-c200", "ft-transformer-micro", new FtTransformer(200, 192, 3, 8, 256, 4));
    }

    /** Of the family and task of its twin. */
    private static void add(List<ZooModel> to, String id, String twin, Architecture network) {
        ZooModel like = Zoo.listed(twin);
        to.add(new ZooModel(
                id, like.family(), like.task(), Optional.empty(), network.toString(), network, Map.of(), Map.of()));
    }

    private static List<MobileNet.Stage> mobile(int by) {
        return List.of(
                new MobileNet.Stage(1, 16 / by, 1, 1),
                new MobileNet.Stage(6, 24 / by, 2, 2),
                new MobileNet.Stage(6, 32 / by, 3, 2),
                new MobileNet.Stage(6, 64 / by, 4, 2),
                new MobileNet.Stage(6, 96 / by, 3, 1),
                new MobileNet.Stage(6, 160 / by, 3, 2),
                new MobileNet.Stage(6, 320 / by, 1, 1));
    }

    private static EfficientNet efficient(int imageSize, int by) {
        return new EfficientNet(
                imageSize,
                32 / by,
                List.of(
                        new EfficientNet.Stage(1, 3, 16 / by, 1, 1),
                        new EfficientNet.Stage(6, 3, 24 / by, 2, 2),
                        new EfficientNet.Stage(6, 5, 40 / by, 2, 2),
                        new EfficientNet.Stage(6, 3, 80 / by, 3, 2),
                        new EfficientNet.Stage(6, 5, 112 / by, 3, 1)),
                640,
                CLASSES);
    }

    private static ShuffleNet shuffle(int imageSize, int width) {
        return new ShuffleNet(
                imageSize,
                24,
                List.of(
                        new ShuffleNet.Stage(width, 4),
                        new ShuffleNet.Stage(2 * width, 8),
                        new ShuffleNet.Stage(4 * width, 4)),
                1024,
                CLASSES);
    }

    private static ConvNext convNext(int imageSize, int width) {
        return new ConvNext(
                imageSize,
                List.of(
                        new ConvNext.Stage(width, 2),
                        new ConvNext.Stage(2 * width, 2),
                        new ConvNext.Stage(4 * width, 6),
                        new ConvNext.Stage(8 * width, 2)),
                CLASSES);
    }

    private static Swin swin(int imageSize, int window, int width) {
        return new Swin(
                imageSize,
                window,
                width,
                List.of(new Swin.Stage(2, 2), new Swin.Stage(2, 4), new Swin.Stage(6, 8), new Swin.Stage(2, 16)),
                CLASSES);
    }

    private static HifiGan hifiGan(int channels) {
        return new HifiGan(MELS, 20, channels, AudioModels.HIFI_GAN_UPSAMPLING, List.of(3, 7), List.of(1, 3));
    }
}
