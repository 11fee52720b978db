package dev.bascule.models.zoo;

/** A network family with its dimensions. */
sealed interface Architecture
        permits BertEncoder,
                Clip,
                CrossEncoderNetwork,
                DecoderNetwork,
                DenseNet,
                EfficientNet,
                FaceMesh,
                HifiGan,
                MobileNet,
                ResNet,
                SeparableNet,
                ShuffleNet,
                SileroVad,
                SqueezeNet,
                VisionTransformer,
                WhisperEncoder {
    /** Name of the batch dimension of every input and output. */
    String BATCH = "batch";

    /** The graph under the given name. */
    OnnxModelDefinition define(String name);
}
