/** What this machine and this build of ONNX Runtime offer to each native backend: parsing apart from acquisition. */
@NullMarked
package dev.bascule.nativerunner.detect;

import org.jspecify.annotations.NullMarked;
