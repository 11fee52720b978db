package dev.bascule.cli.select;

import dev.bascule.prediction.select.ForetoldChoice;

/**
 * An answer without trying anything but native CPU.
 *
 * @param model its name
 * @param sha256 of its bytes
 * @param choice by what is known
 */
record ForetoldSelection(String model, String sha256, ForetoldChoice choice) {}
