package dev.bascule.prediction.recommend;

import dev.bascule.prediction.data.PredictedModel;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A model that may be recommended. Immutable.
 *
 * @param name for people
 * @param reference as {@code run} takes it
 * @param key its bytes and what it is fed; empty of one that nobody measured or looked into
 * @param bytes of its files; empty where nobody counted them
 */
public record CandidateModel(String name, String reference, Optional<PredictedModel.Key> key, OptionalLong bytes) {}
