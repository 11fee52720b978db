/** What a model that writes text is: its dimensions, its two graphs, its tokenizer. */
@NullMarked
package dev.bascule.models.decoder;

import org.jspecify.annotations.NullMarked;
