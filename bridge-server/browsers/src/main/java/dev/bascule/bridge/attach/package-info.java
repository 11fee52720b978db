/** The launcher {@code attach}: a person opens a link on any device, and its browser takes in runner pages. */
@NullMarked
package dev.bascule.bridge.attach;

import org.jspecify.annotations.NullMarked;
