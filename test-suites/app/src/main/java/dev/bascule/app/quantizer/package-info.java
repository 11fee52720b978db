/** Quantisers of others', whose models {@code quantize} measures beside its own. */
@NullMarked
package dev.bascule.app.quantizer;

import org.jspecify.annotations.NullMarked;
