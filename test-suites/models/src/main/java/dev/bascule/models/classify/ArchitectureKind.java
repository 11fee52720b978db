package dev.bascule.models.classify;

import java.util.Locale;

/** How a network is built. */
public enum ArchitectureKind {
    PLAIN_CNN("cnn", "plain CNN: convolutions one after the other"),
    RESNET("cnn", "ResNet-like: residual blocks of convolutions"),
    DEPTHWISE_CNN("cnn", "MobileNet-like: depthwise-separable convolutions"),
    EFFICIENTNET("cnn", "EfficientNet- or MobileNetV3-like: depthwise convolutions with squeeze-and-excitation"),
    DENSENET("cnn", "DenseNet-like: layers see all before them"),
    SQUEEZENET("cnn", "SqueezeNet-like: fire modules"),
    SHUFFLENET("cnn", "ShuffleNet-like: shuffled channels"),
    INCEPTION("cnn", "Inception-like: convolutions of several sizes beside each other"),
    CONVNEXT("cnn", "ConvNeXt-like: wide depthwise convolutions with LayerNorm"),
    UNET("cnn", "U-Net-like: down, up, and joins across"),
    SUPER_RESOLUTION("cnn", "super-resolution: convolutions, then more pixels"),
    DETECTOR("cnn", "detector: boxes at places of several grids"),
    TCN("cnn", "TCN: dilated convolutions along time"),
    VOCODER("cnn", "vocoder (HiFi-GAN-like): transposed convolutions up to samples"),
    MIXER("mlp", "MLP-Mixer-like: dense layers over tokens and over channels"),
    MLP("mlp", "multilayer perceptron"),
    RNN("rnn", "recurrent: LSTM, GRU or RNN"),
    CRNN("rnn", "convolutional and recurrent"),
    VIT("transformer", "ViT-like: a transformer over patches of a picture"),
    SWIN("transformer", "Swin-like: a transformer of several widths over windows of a picture"),
    TEXT_ENCODER("transformer", "BERT-like encoder of text"),
    T5_ENCODER("transformer", "T5-like encoder of text"),
    SPEECH_ENCODER("transformer", "Whisper-like encoder of sound"),
    CONFORMER("transformer", "Conformer: attention and depthwise convolutions along time"),
    DECODER("transformer", "decoder with a cache of keys and values"),
    CROSS_DECODER("transformer", "decoder with a cache and cross-attention"),
    TWO_TOWERS("transformer", "CLIP-like: a tower for pictures and one for texts"),
    TABULAR_TRANSFORMER("transformer", "FT-Transformer-like: a transformer over columns of a table");

    private final String network;
    private final String words;

    ArchitectureKind(String network, String words) {
        this.network = network;
        this.words = words;
    }

    /** {@code cnn}, {@code mlp}, {@code rnn} or {@code transformer}. */
    public String network() {
        return network;
    }

    /** For people. */
    public String words() {
        return words;
    }

    /** In files: {@code text-encoder}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
