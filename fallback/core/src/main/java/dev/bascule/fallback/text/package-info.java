/** Text from outside, made harmless for where it goes. */
@NullMarked
package dev.bascule.fallback.text;

import org.jspecify.annotations.NullMarked;
