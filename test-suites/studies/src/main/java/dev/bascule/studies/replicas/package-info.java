/** Pages and native children that train one network together: the host adds their gradients up. */
@NullMarked
package dev.bascule.studies.replicas;

import org.jspecify.annotations.NullMarked;
