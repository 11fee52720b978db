/** The launcher that drives browsers through WebDriver: by a driver of this machine, or by a remote Selenium Grid. */
@NullMarked
package dev.bascule.bridge.selenium;

import org.jspecify.annotations.NullMarked;
