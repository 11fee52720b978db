package dev.bascule.studies.training.peer;

import java.time.Duration;

/** One step: the mean loss of its batch before the update, and how long its parts took by the peer's own clock. Immutable. */
public record PeerStep(double loss, Duration forward, Duration backward, Duration update) {}
