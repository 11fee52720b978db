package dev.bascule.models.zoo;

/** A network family with its dimensions. */
sealed interface Architecture
        permits BertEncoder,
                Clip,
                CrossEncoderNetwork,
                DecoderNetwork,
                FaceMesh,
                HifiGan,
                MobileNet,
                ResNet,
                SeparableNet,
                SileroVad,
                VisionTransformer,
                WhisperEncoder {
    /** Name of the batch dimension of every input and output. */
    String BATCH = "batch";

    /** The graph under the given name. */
    OnnxModelDefinition define(String name);
}
