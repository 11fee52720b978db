package dev.bascule.models.zoo;

/** A network family with its dimensions. */
sealed interface Architecture
        permits BertEncoder,
                BiLstmTagger,
                Clip,
                Conformer,
                ConvNext,
                CrossEncoderNetwork,
                DecoderNetwork,
                DenseNet,
                Edsr,
                EfficientNet,
                FaceMesh,
                FtTransformer,
                GruSpotter,
                HifiGan,
                Mixer,
                MobileNet,
                ResNet,
                SeparableNet,
                ShuffleNet,
                SileroVad,
                SqueezeNet,
                Swin,
                TemporalNet,
                UNet,
                VisionTransformer,
                WhisperEncoder,
                YoloV8 {
    /** Name of the batch dimension of every input and output. */
    String BATCH = "batch";

    /** The graph under the given name. */
    OnnxModelDefinition define(String name);
}
