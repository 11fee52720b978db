/** Ranks as processes of this machine, run by a Python that has PyTorch. */
@NullMarked
package dev.bascule.app.distributed;

import org.jspecify.annotations.NullMarked;
