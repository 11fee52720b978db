package example;

import dev.bascule.junit.BasculeSuite;
import org.junit.jupiter.api.Tag;

/** A suite as tests: each case on each target is one, in IDEs, in Surefire's reports and for {@code -Dtest=}. */
@BasculeSuite("suites/search.yaml")
@Tag("models")
class SearchSuiteTest {}
