package dev.bascule.cli.classify;

import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.models.classify.Classification;

/** A model and what it was told to be. Immutable. */
record ClassifiedModel(ModelInfo model, Classification kind) {}
