package dev.bascule.junit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathResource;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectDirectory;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectFile;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUri;

import dev.bascule.junit.BasculeSuite;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.support.descriptor.ClasspathResourceSource;
import org.junit.platform.engine.support.descriptor.FileSource;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What the real launcher finds, by every way to select; nothing is started for it. */
class DiscoveryTest {
    private static final String RESOURCE = "dev/bascule/junit/micro.yaml";

    @TempDir
    Path folder;

    @BasculeSuite(RESOURCE)
    @Tag("team-search")
    static class Micro {}

    @Retention(RetentionPolicy.RUNTIME)
    @Tag("weekly")
    @interface Weekly {}

    @BasculeSuite(RESOURCE)
    @Weekly
    @Tag("no tag")
    static class Composed {}

    @BasculeSuite(value = RESOURCE, backends = "cpu", filter = "bert-micro", browsers = "none")
    static class Narrowed {}

    @BasculeSuite(value = RESOURCE, browsers = "chrome,firefox")
    static class TwoBrowsers {}

    @BasculeSuite(value = RESOURCE, filter = "no-such-model")
    static class Nothing {}

    @BasculeSuite("dev/bascule/junit/no-such.yaml")
    static class Missing {}

    private static LauncherDiscoveryRequestBuilder request(DiscoverySelector... selectors) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .filters(EngineFilter.includeEngines(BasculeTestEngine.ID));
    }

    private static TestPlan discover(LauncherDiscoveryRequest request) {
        return LauncherFactory.create().discover(request);
    }

    private static List<TestIdentifier> nodes(TestPlan plan) {
        return plan.getRoots().stream()
                .flatMap(root -> plan.getDescendants(root).stream())
                .toList();
    }

    private static List<String> tests(TestPlan plan) {
        return nodes(plan).stream()
                .filter(TestIdentifier::isTest)
                .map(TestIdentifier::getLegacyReportingName)
                .sorted()
                .toList();
    }

    private static List<String> tests(DiscoverySelector... selectors) {
        return tests(discover(request(selectors).build()));
    }

    private static final List<String> ALL = List.of(
            "micro:text:bert-micro;batch=1 on cpu",
            "micro:text:bert-micro;batch=1 on cuda→cpu",
            "micro:text:bert-micro;batch=1 on wasm",
            "micro:vision:vit-micro;batch=1 on cpu",
            "micro:vision:vit-micro;batch=1 on cuda→cpu",
            "micro:vision:vit-micro;batch=1 on wasm");

    @Test
    void a_class_stands_for_its_suites_cases_and_targets() {
        assertThat(tests(selectClass(Micro.class))).isEqualTo(ALL);
    }

    @Test
    void a_tag_that_another_annotation_has_counts_and_one_that_is_none_is_ignored() {
        assertThat(tests(discover(request(selectClass(Composed.class), selectClass(Micro.class))
                        .filters(TagFilter.includeTags("weekly"))
                        .build())))
                .isEqualTo(ALL);
    }

    @Test
    void unique_ids_are_built_of_the_case_id_and_select_one_test_alone() {
        TestIdentifier one = nodes(discover(request(selectClass(Micro.class)).build())).stream()
                .filter(TestIdentifier::isTest)
                .filter(test -> test.getLegacyReportingName().endsWith("vit-micro;batch=1 on cuda→cpu"))
                .findFirst()
                .orElseThrow();
        assertThat(one.getUniqueIdObject().getSegments())
                .extracting(segment -> segment.getType() + "=" + segment.getValue())
                .containsExactly(
                        "engine=bascule",
                        "class=" + Micro.class.getName(),
                        "resource=" + RESOURCE,
                        "case=micro:vision:vit-micro;batch=1",
                        "chain=cuda->cpu");
        assertThat(tests(selectUniqueId(one.getUniqueId()))).containsExactly(one.getLegacyReportingName());
    }

    @Test
    void the_unique_id_of_a_case_selects_its_targets() {
        assertThat(
                        tests(
                                selectUniqueId(
                                        "[engine:bascule]/[resource:dev%2Fbascule%2Fjunit%2Fmicro.yaml]/[case:micro%3Atext%3Abert-micro;batch=1]")))
                .isEqualTo(ALL.subList(0, 3));
    }

    @Test
    void two_selectors_of_one_class_are_one_tree() {
        TestPlan plan = discover(
                request(selectClass(Micro.class), selectClass(Micro.class)).build());
        assertThat(tests(plan)).isEqualTo(ALL);
    }

    @Test
    void an_annotation_stands_in_place_of_the_suite() {
        assertThat(tests(selectClass(Narrowed.class))).containsExactly("micro:text:bert-micro;batch=1 on cpu");
    }

    @Test
    void a_parameter_goes_before_the_annotation() {
        assertThat(tests(discover(request(selectClass(Micro.class))
                        .configurationParameter("bascule.backends", "cpu")
                        .configurationParameter("bascule.strict", "on")
                        .build())))
                .containsExactly("micro:text:bert-micro;batch=1 on cpu", "micro:vision:vit-micro;batch=1 on cpu");
    }

    @Test
    void resource_file_directory_and_uri_lead_to_suites() throws IOException {
        Path suite = Files.writeString(
                folder.resolve("mine.yaml"),
                "name: mine\nmodels:\n  - model: bert-micro\ntargets: [cpu]\nchains: []\n");
        Files.writeString(folder.resolve("known.yaml"), "expectations: []\n");
        List<String> one = List.of("mine:text:bert-micro;batch=1 on cpu");
        assertThat(tests(selectFile(suite.toString()))).isEqualTo(one);
        assertThat(tests(selectDirectory(folder.toString()))).isEqualTo(one);
        assertThat(tests(selectUri(suite.toUri()))).isEqualTo(one);
        assertThat(tests(selectUri("classpath:/" + RESOURCE))).isEqualTo(ALL);
        assertThat(tests(selectClasspathResource(RESOURCE))).isEqualTo(ALL);
    }

    @Test
    void a_package_is_searched_for_classes_and_names_are_filtered() {
        LauncherDiscoveryRequestBuilder inPackage = request(selectPackage("dev.bascule.junit.engine"));
        assertThat(tests(discover(inPackage
                        .filters(ClassNameFilter.includeClassNamePatterns(".*DiscoveryTest\\$Narrowed"))
                        .build())))
                .containsExactly("micro:text:bert-micro;batch=1 on cpu");
    }

    @Test
    void tags_come_from_suite_model_backend_and_class() {
        TestPlan plan = discover(request(selectClass(Micro.class)).build());
        Map<String, Set<String>> tags = nodes(plan).stream()
                .filter(TestIdentifier::isTest)
                .collect(Collectors.toMap(
                        TestIdentifier::getLegacyReportingName,
                        test -> test.getTags().stream()
                                .map(tag -> tag.getName())
                                .collect(Collectors.toSet())));
        assertThat(tags.get("micro:text:bert-micro;batch=1 on wasm"))
                .contains("team-search", "nightly", "micro", "text", "bert-micro", "wasm", "browser", "target");
        assertThat(tests(discover(request(selectClass(Micro.class))
                        .filters(TagFilter.includeTags("native & chain & vision"))
                        .build())))
                .containsExactly("micro:vision:vit-micro;batch=1 on cuda→cpu");
    }

    @Test
    void sources_point_to_the_line_of_the_model() throws IOException {
        Path suite = Files.writeString(
                folder.resolve("mine.yaml"), "name: mine\nmodels:\n  - model: bert-micro\n  - model: vit-micro\n");
        assertThat(nodes(discover(request(selectFile(suite.toString())).build())))
                .filteredOn(node -> node.getDisplayName().endsWith("vit-micro;batch=1"))
                .singleElement()
                .satisfies(node -> assertThat(node.getSource()).containsInstanceOf(FileSource.class))
                .satisfies(node -> assertThat(((FileSource) node.getSource().orElseThrow())
                                .getPosition()
                                .orElseThrow()
                                .getLine())
                        .isEqualTo(4));
        assertThat(nodes(discover(request(selectClass(Micro.class)).build())))
                .filteredOn(TestIdentifier::isTest)
                .allSatisfy(node -> assertThat(node.getSource()).containsInstanceOf(ClasspathResourceSource.class));
    }

    @Test
    void of_several_browsers_each_test_is_known_when_it_runs() {
        TestPlan plan = discover(request(selectClass(TwoBrowsers.class)).build());
        assertThat(nodes(plan))
                .filteredOn(node -> node.getDisplayName().endsWith(" on wasm"))
                .hasSize(2)
                .allMatch(TestIdentifier::isContainer);
        assertThat(plan.containsTests()).isTrue();
    }

    @Test
    void a_suite_that_is_missing_or_of_which_nothing_is_selected_is_a_test_that_can_fail() {
        assertThat(tests(selectClass(Missing.class))).containsExactly("dev/bascule/junit/no-such.yaml");
        assertThat(tests(selectClass(Nothing.class))).containsExactly("classpath:" + RESOURCE);
    }

    @Test
    void other_peoples_classes_files_and_ids_are_left_alone() {
        assertThat(tests(selectClass(DiscoveryTest.class), selectFile("pom.xml")))
                .isEmpty();
    }

    @Test
    void a_unique_id_of_no_test_is_an_error() {
        assertThatThrownBy(() -> tests(selectUniqueId("[engine:bascule]/[class:java.lang.String]")))
                .hasMessageContaining("could not be resolved");
        assertThatThrownBy(() -> tests(
                        selectUniqueId("[engine:bascule]/[resource:dev%2Fbascule%2Fjunit%2Fmicro.yaml]/[case:other]")))
                .hasMessageContaining("could not be resolved");
    }
}
