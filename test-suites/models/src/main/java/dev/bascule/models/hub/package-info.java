/** Models of the Hugging Face Hub: addresses, answers, the cache, downloads. */
@NullMarked
package dev.bascule.models.hub;

import org.jspecify.annotations.NullMarked;
