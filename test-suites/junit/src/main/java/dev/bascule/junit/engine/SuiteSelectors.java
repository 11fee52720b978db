package dev.bascule.junit.engine;

import dev.bascule.fallback.file.InputFile;
import dev.bascule.junit.run.SuitePlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.ClasspathResourceSelector;
import org.junit.platform.engine.discovery.DirectorySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.discovery.FileSelector;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.discovery.UriSelector;
import org.junit.platform.engine.support.discovery.SelectorResolver;

/**
 * Finds suites by class, file, directory, resource, URI and unique id. Whole trees are made, and {@link #prune} leaves what
 * was selected of them. Belongs to one discovery.
 */
final class SuiteSelectors implements SelectorResolver {
    /** A file that has models is a suite; other YAML files lie in the same folders. */
    private static final Pattern SUITE = Pattern.compile("(?m)^models\\s*:");

    private final Tree tree;
    private final Map<UniqueId, TestDescriptor> tops = new LinkedHashMap<>();
    private final Set<UniqueId> selected = new LinkedHashSet<>();

    SuiteSelectors(Tree tree) {
        this.tree = tree;
    }

    @Override
    public Resolution resolve(ClassSelector selector, Context context) {
        return Tree.isSuite(selector.getJavaClass())
                ? whole(context, ClassNode.SEGMENT, selector.getClassName(), id -> tree.of(id, selector.getJavaClass()))
                : Resolution.unresolved();
    }

    @Override
    public Resolution resolve(FileSelector selector, Context context) {
        return SuitePlace.isYaml(selector.getRawPath())
                ? whole(context, new SuitePlace(SuitePlace.Kind.FILE, selector.getRawPath()))
                : Resolution.unresolved();
    }

    @Override
    public Resolution resolve(ClasspathResourceSelector selector, Context context) {
        return SuitePlace.isYaml(selector.getClasspathResourceName())
                ? whole(context, new SuitePlace(SuitePlace.Kind.RESOURCE, selector.getClasspathResourceName()))
                : Resolution.unresolved();
    }

    @Override
    public Resolution resolve(DirectorySelector selector, Context context) {
        try (Stream<Path> files = Files.walk(Path.of(selector.getRawPath()))) {
            Set<DiscoverySelector> suites = files.filter(Files::isRegularFile)
                    .filter(file -> SuitePlace.isYaml(file.toString()) && isSuite(file))
                    .sorted()
                    .map(file -> DiscoverySelectors.selectFile(file.toString()))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            return suites.isEmpty() ? Resolution.unresolved() : Resolution.selectors(suites);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSuite(Path file) {
        try {
            return SUITE.matcher(InputFile.text(file, InputFile.TEXT)).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Resolution resolve(UriSelector selector, Context context) {
        URI uri = selector.getUri();
        if ("classpath".equals(uri.getScheme())) {
            String name = uri.getSchemeSpecificPart().split("\\?", 2)[0].replaceFirst("^/+", "");
            return resolve(DiscoverySelectors.selectClasspathResource(name), context);
        }
        if (!"file".equals(uri.getScheme()) || uri.getPath() == null) {
            return Resolution.unresolved();
        }
        Path path = Path.of(uri.getPath());
        return Files.isDirectory(path)
                ? resolve(DiscoverySelectors.selectDirectory(path.toString()), context)
                : resolve(DiscoverySelectors.selectFile(path.toString()), context);
    }

    @Override
    public Resolution resolve(UniqueIdSelector selector, Context context) {
        List<UniqueId.Segment> segments = selector.getUniqueId().getSegments();
        if (segments.size() < 2) {
            return Resolution.unresolved();
        }
        UniqueId.Segment first = segments.get(1);
        Optional<TestDescriptor> top = first.getType().equals(ClassNode.SEGMENT)
                ? ReflectionSupport.tryToLoadClass(first.getValue())
                        .toOptional()
                        .filter(Tree::isSuite)
                        .flatMap(type -> top(context, first.getType(), first.getValue(), id -> tree.of(id, type)))
                : SuitePlace.Kind.find(first.getType())
                        .map(kind -> new SuitePlace(kind, first.getValue()))
                        .flatMap(place -> top(context, first.getType(), first.getValue(), id -> tree.of(id, place)));
        Optional<TestDescriptor> nearest = top.flatMap(node -> nearest(node, selector.getUniqueId()));
        nearest.ifPresent(node -> selected.add(node.getUniqueId()));
        return nearest.map(node -> Resolution.match(Match.exact(node))).orElseGet(Resolution::unresolved);
    }

    /**
     * The node of this id; for a browser's cell or a scenario, which nobody knows before the run, the node that it will be
     * below.
     */
    private static Optional<TestDescriptor> nearest(TestDescriptor top, UniqueId wanted) {
        UniqueId id = wanted;
        String last = id.getLastSegment().getType();
        if (last.equals(LateNode.BROWSER) || last.equals(LateNode.SCENARIO)) {
            id = id.removeLastSegment();
        }
        return top.findByUniqueId(id).map(node -> (TestDescriptor) node);
    }

    private Resolution whole(Context context, SuitePlace place) {
        return whole(context, place.kind().word(), place.name(), id -> tree.of(id, place));
    }

    private Resolution whole(Context context, String segment, String value, Function<UniqueId, TestDescriptor> maker) {
        Optional<TestDescriptor> top = top(context, segment, value, maker);
        top.ifPresent(node -> selected.add(node.getUniqueId()));
        return top.map(node -> Resolution.match(Match.exact(node))).orElseGet(Resolution::unresolved);
    }

    private Optional<TestDescriptor> top(
            Context context, String segment, String value, Function<UniqueId, TestDescriptor> maker) {
        return context.addToParent(parent -> Optional.of(tops.computeIfAbsent(
                parent.getUniqueId().append(segment, value), id -> maker.apply(parent.getUniqueId()))));
    }

    /** Takes out of the trees what nobody selected. */
    void prune(TestDescriptor engine) {
        for (TestDescriptor top : List.copyOf(engine.getChildren())) {
            keepSelected(top);
        }
    }

    private boolean keepSelected(TestDescriptor node) {
        if (selected.stream().anyMatch(id -> node.getUniqueId().hasPrefix(id))) {
            return true;
        }
        boolean any = false;
        for (TestDescriptor child : List.copyOf(node.getChildren())) {
            any |= keepSelected(child);
        }
        if (!any) {
            node.removeFromHierarchy();
        }
        return any;
    }
}
