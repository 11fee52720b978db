/** What the files beside a model say of its inputs: {@code preprocessor_config.json}, {@code tokenizer.json} and the like. */
@NullMarked
package dev.bascule.models.preprocessing;

import org.jspecify.annotations.NullMarked;
