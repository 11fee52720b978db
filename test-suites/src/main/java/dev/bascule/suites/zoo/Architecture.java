package dev.bascule.suites.zoo;

/** A network family with its dimensions. */
sealed interface Architecture permits BertEncoder, MobileNet, ResNet, VisionTransformer, WhisperEncoder {
    /** Name of the batch dimension of every input and output. */
    String BATCH = "batch";

    /** The graph under the given name. */
    OnnxModelDefinition define(String name);
}
