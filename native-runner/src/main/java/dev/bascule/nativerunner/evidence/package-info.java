/** Where each node really ran, read from ONNX Runtime's own profile. */
@NullMarked
package dev.bascule.nativerunner.evidence;

import org.jspecify.annotations.NullMarked;
