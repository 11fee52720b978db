/** Which browsers there are: where they are installed, which version each one is. */
@NullMarked
package dev.bascule.bridge.discovery;

import org.jspecify.annotations.NullMarked;
