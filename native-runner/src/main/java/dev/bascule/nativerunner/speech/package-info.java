/** Sentences spoken by eSpeak NG, in a process of its own. */
@NullMarked
package dev.bascule.nativerunner.speech;

import org.jspecify.annotations.NullMarked;
