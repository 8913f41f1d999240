//! Reads what Maven prints as the effective POM of one project or of several.

use std::path::PathBuf;

use roxmltree::{Document, Node};

use crate::error::ProjectError;

/// What is of interest in the POM of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PomModule {
    /// Group, artifact, packaging and version, as Maven writes `project.id`.
    pub(crate) id: String,
    pub(crate) group: String,
    pub(crate) artifact: String,
    pub(crate) packaging: String,
    pub(crate) sources: PathBuf,
    pub(crate) test_sources: PathBuf,
    pub(crate) output: PathBuf,
    /// Where compiled tests are.
    pub(crate) test_output: PathBuf,
    pub(crate) build_folder: PathBuf,
    pub(crate) release: Option<u16>,
    pub(crate) measures_coverage: bool,
}

/// All projects of the text, in its order.
pub(crate) fn modules(text: &str) -> Result<Vec<PomModule>, ProjectError> {
    let broken = |why: String| ProjectError::Answer { tool: "Maven", why };
    let document = Document::parse(text).map_err(|error| broken(error.to_string()))?;
    let is_project = |node: &Node<'_, '_>| {
        node.tag_name().name() == "project"
            && node.parent().is_some_and(|parent| parent.is_root() || parent.tag_name().name() == "projects")
    };
    let projects = document.descendants().filter(is_project);
    projects
        .map(|project| module(project).map_err(|what| broken(format!("no {what} in the effective POM"))))
        .collect()
}

/// What a `pom.xml`, as it was written, calls its artifact.
pub(crate) fn artifact_of(pom: &str) -> Option<String> {
    text(Document::parse(pom).ok()?.root_element(), "artifactId")
}

/// The module, or the element that is missing.
fn module(project: Node<'_, '_>) -> Result<PomModule, &'static str> {
    let build = child(project, "build").ok_or("build")?;
    let of_project = |name: &'static str| text(project, name).ok_or(name);
    let folder = |name: &'static str| text(build, name).map(PathBuf::from).ok_or(name);
    let (group, artifact, version) =
        (of_project("groupId")?, of_project("artifactId")?, of_project("version")?);
    let packaging = text(project, "packaging").unwrap_or_else(|| "jar".to_owned());
    Ok(PomModule {
        id: format!("{group}:{artifact}:{packaging}:{version}"),
        group,
        artifact,
        packaging,
        sources: folder("sourceDirectory")?,
        test_sources: folder("testSourceDirectory")?,
        output: folder("outputDirectory")?,
        test_output: folder("testOutputDirectory")?,
        build_folder: folder("directory")?,
        release: release(project, build),
        measures_coverage: plugins(build, "jacoco-maven-plugin").next().is_some(),
    })
}

/// What the compiler plugin is told, else what the properties say that it reads.
fn release(project: Node<'_, '_>, build: Node<'_, '_>) -> Option<u16> {
    let configured = plugins(build, "maven-compiler-plugin").find_map(|plugin| {
        let configuration = child(plugin, "configuration")?;
        text(configuration, "release").or_else(|| text(configuration, "target"))
    });
    let property = || {
        let properties = child(project, "properties")?;
        text(properties, "maven.compiler.release").or_else(|| text(properties, "maven.compiler.target"))
    };
    parse_release(&configured.or_else(property)?)
}

/// The plugins of that name.
fn plugins<'a, 'b>(build: Node<'a, 'b>, name: &'static str) -> impl Iterator<Item = Node<'a, 'b>> {
    let plugins = child(build, "plugins").into_iter().flat_map(|plugins| plugins.children());
    plugins.filter(move |plugin| text(*plugin, "artifactId").as_deref() == Some(name))
}

/// `1.8` and `8` are 8.
pub(crate) fn parse_release(text: &str) -> Option<u16> {
    text.strip_prefix("1.").unwrap_or(text).parse().ok()
}

fn child<'a, 'b>(node: Node<'a, 'b>, name: &str) -> Option<Node<'a, 'b>> {
    node.children().find(|child| child.tag_name().name() == name)
}

fn text(node: Node<'_, '_>, name: &str) -> Option<String> {
    let text = child(node, name)?.text()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: &str = r#"<?xml version="1.0"?>
<projects>
  <project xmlns="http://maven.apache.org/POM/4.0.0">
    <groupId>g</groupId><artifactId>shop</artifactId><version>1</version><packaging>pom</packaging>
    <build><sourceDirectory>/s</sourceDirectory><testSourceDirectory>/t</testSourceDirectory>
      <outputDirectory>/target/classes</outputDirectory>
      <testOutputDirectory>/target/tests</testOutputDirectory><directory>/target</directory></build>
  </project>
  <project xmlns="http://maven.apache.org/POM/4.0.0">
    <parent><groupId>g</groupId><artifactId>shop</artifactId><version>1</version></parent>
    <groupId>g</groupId><artifactId>cart</artifactId><version>1</version>
    <properties><maven.compiler.target>1.8</maven.compiler.target></properties>
    <build><sourceDirectory>/cart/src</sourceDirectory><testSourceDirectory>/cart/test</testSourceDirectory>
      <outputDirectory>/cart/out</outputDirectory>
      <testOutputDirectory>/cart/tests</testOutputDirectory><directory>/cart/target</directory>
      <plugins><plugin><artifactId>maven-compiler-plugin</artifactId>
        <configuration><release>17</release></configuration></plugin></plugins></build>
  </project>
</projects>"#;

    #[test]
    fn every_module_is_read_with_its_folders_and_release() {
        let modules = modules(SHOP).unwrap();
        assert_eq!(modules[0].packaging, "pom");
        let cart = &modules[1];
        assert_eq!((cart.id.as_str(), cart.release), ("g:cart:jar:1", Some(17)));
        assert_eq!((cart.group.as_str(), cart.artifact.as_str()), ("g", "cart"));
        assert_eq!(cart.test_sources, PathBuf::from("/cart/test"));
        assert_eq!(cart.test_output, PathBuf::from("/cart/tests"));
        let without_plugin = SHOP.replace("<release>17</release>", "");
        assert_eq!(self::modules(&without_plugin).unwrap()[1].release, Some(8));
    }

    #[test]
    fn artifact_of_a_module_is_not_that_of_its_parent() {
        let pom =
            "<project><parent><artifactId>shop</artifactId></parent><artifactId>cart</artifactId></project>";
        assert_eq!(artifact_of(pom).as_deref(), Some("cart"));
        assert_eq!(artifact_of("<project/>"), None);
        assert_eq!(artifact_of("nothing"), None);
    }

    #[test]
    fn text_that_is_no_pom_is_an_error_that_says_what_is_missing() {
        let cut = "<project><groupId>g</groupId></project>";
        assert!(modules(cut).unwrap_err().to_string().contains("no build"));
        assert!(modules("nothing").is_err());
    }
}
