package dev.bascule.junit.engine;

import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.junit.BasculeSuite;
import dev.bascule.junit.run.ParameterSettings;
import dev.bascule.junit.run.SuiteOverrides;
import dev.bascule.junit.run.SuitePlace;
import dev.bascule.junit.run.SuitePlan;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteCase;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;

/**
 * Makes trees of suites by reading their files, and starts nothing for it.
 *
 * @param settings of this discovery, read when they are asked for
 */
record Tree(Supplier<ParameterSettings> settings) {

    /** Whether a class stands for suites. */
    static boolean isSuite(Class<?> type) {
        return AnnotationSupport.isAnnotated(type, BasculeSuite.class);
    }

    /** A class with the suites that it stands for. */
    ClassNode of(UniqueId parent, Class<?> type) {
        BasculeSuite said = AnnotationSupport.findAnnotation(type, BasculeSuite.class)
                .orElseThrow(() -> new IllegalArgumentException(type + " stands for no suite"));
        ClassNode node = new ClassNode(parent.append(ClassNode.SEGMENT, type.getName()), type, tags(type));
        ClassLoader loader = loader(type);
        Set<SuitePlace> places = new LinkedHashSet<>();
        for (String word : said.value()) {
            places.add(SuitePlace.of(word, loader));
        }
        places.forEach(place -> node.addChild(of(node.getUniqueId(), place, loader, () -> narrowing(said))));
        return node;
    }

    private static ClassLoader loader(Class<?> type) {
        return Optional.ofNullable(type.getClassLoader()).orElseGet(ClassLoader::getSystemClassLoader);
    }

    private static SuiteOverrides narrowing(BasculeSuite said) {
        return SuiteOverrides.of(
                List.of(said.backends()),
                List.of(said.chains()),
                Optional.of(said.browsers()).filter(words -> !words.isBlank()),
                List.of(said.filter()),
                List.of(said.expectations()));
    }

    /** A suite by itself. */
    TestDescriptor of(UniqueId parent, SuitePlace place) {
        ClassLoader loader = Optional.ofNullable(Thread.currentThread().getContextClassLoader())
                .orElseGet(ClassLoader::getSystemClassLoader);
        return of(parent, place, loader, () -> SuiteOverrides.NONE);
    }

    private TestDescriptor of(
            UniqueId parent, SuitePlace place, ClassLoader loader, Supplier<SuiteOverrides> overrides) {
        UniqueId id = parent.append(place.kind().word(), place.name());
        Optional<Sources> sources = Optional.empty();
        try {
            ParameterSettings own = settings.get();
            Sources found = Sources.of(place, loader, own.folder());
            sources = Optional.of(found);
            Suite suite = place.read(loader, own.folder());
            return planned(id, SuitePlan.of(suite, overrides.get(), own), found);
        } catch (BasculeException e) {
            return new BrokenNode(id, place.toString(), e, sources.flatMap(Sources::suite));
        }
    }

    private static SuiteNode planned(UniqueId id, SuitePlan plan, Sources sources) {
        SuiteNode node = new SuiteNode(id, plan, sources.suite());
        for (SuiteCase wanted : plan.cases()) {
            node.addChild(caseNode(
                    node,
                    wanted,
                    plan.manyBrowsers(),
                    sources.model(plan.suite().models().indexOf(wanted.model()))));
        }
        return node;
    }

    /** A case with its targets and chains. */
    private static CaseNode caseNode(
            TestDescriptor parent, SuiteCase wanted, boolean manyBrowsers, Optional<TestSource> source) {
        CaseNode node = new CaseNode(parent.getUniqueId(), wanted, source);
        for (Chain chain : wanted.chains()) {
            boolean many = manyBrowsers && chain.first().side() == Side.BROWSER;
            node.addChild(new ChainNode(ChainNode.id(node.getUniqueId(), chain), wanted.id(), chain, many, source));
        }
        return node;
    }

    /**
     * JUnit Jupiter's {@code @Tag}, also where another annotation has it, if it is there: no other engine's annotation is needed for
     * this one.
     */
    private static Set<TestTag> tags(Class<?> type) {
        boolean jupiter = ReflectionSupport.tryToLoadClass("org.junit.jupiter.api.Tag", Tree.class.getClassLoader())
                .toOptional()
                .isPresent();
        return jupiter
                ? JupiterTags.of(type).stream()
                        .map(TestTag::create)
                        .collect(Collectors.toCollection(LinkedHashSet::new))
                : Set.of();
    }
}
