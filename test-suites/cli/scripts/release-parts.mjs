// usage: node release-parts.mjs JDK FOLDER TIME
// Leaves in FOLDER what a release archive for Linux x86-64 brings beside the jars: `runtime`, a Java runtime linked of that
// JDK's modules, `browsers`, the bundled Chrome Headless Shell, and `sbom`, lists of npm's parts. Run by -Prelease.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// What jdeps finds in the jars, and what it cannot see: services (charsets, locales, elliptic curves, zip file systems, DNS),
// what DuckDB, JNA and Netty ask for by name, and the attach and vector interfaces of the profile's tools.
const MODULES = [
  'java.se', 'jdk.unsupported', 'jdk.httpserver', 'jdk.management', 'jdk.jfr', 'jdk.net', 'jdk.attach',
  'jdk.crypto.ec', 'jdk.crypto.cryptoki', 'jdk.zipfs', 'jdk.charsets', 'jdk.localedata', 'jdk.naming.dns', 'jdk.incubator.vector',
];
// A locale's own data beside English is never printed: figures are written in one way on every machine.
const LOCALES = 'en';

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error(`test-suites: a release is made on Linux x86-64, not on ${process.platform} ${process.arch}`);
  process.exit(1);
}
const [jdk, given, time] = process.argv.slice(2);
const folder = resolve(given);
const browserRuntime = resolve(dirname(fileURLToPath(import.meta.url)), '../../../browser-runtime');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const runtime = join(folder, 'runtime');
execFileSync(join(jdk, 'bin', 'jlink'), [
  // Over before the best optimizer has paid for itself; the bytes are the same.
  '-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC',
  '--add-modules', MODULES.join(','), '--include-locales', LOCALES, '--strip-debug', '--no-man-pages', '--no-header-files',
  // JDK 17 writes that class in another order each time; without it a start takes no longer that could be measured.
  '--disable-plugin', 'system-modules',
  '--output', runtime,
], { stdio: ['ignore', 2, 2] });
flatten(join(runtime, 'legal'));
adopt(join(runtime, 'lib'), ['libjavajpeg.so', 'liblcms.so']);

execFileSync('node', [join(browserRuntime, 'scripts/unpack-browser.mjs'), '--into', join(folder, 'browsers')], { stdio: ['ignore', 2, 2] });
const [browser] = readdirSync(join(folder, 'browsers'));
copyFileSync(join(browserRuntime, 'node_modules/@sparticuz/chromium/LICENSE'), join(folder, 'browsers', browser, 'LICENSE.packaging'));

mkdirSync(join(folder, 'sbom'));
for (const [name, place] of [['browser-runtime', browserRuntime], ['export-web', resolve(browserRuntime, '../reports/export/web')], ['dashboard-web', resolve(browserRuntime, '../bridge-server/dashboard/web')]]) {
  const list = JSON.parse(execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], { cwd: place, encoding: 'utf8' }));
  // Equal sources give equal bytes: no number and no time of this moment.
  delete list.serialNumber;
  list.metadata.timestamp = time;
  writeFileSync(join(folder, 'sbom', `${name}.cdx.json`), `${JSON.stringify(list, null, 2)}\n`);
}

/** Links become files: not every tool that unpacks a ZIP makes links. */
function flatten(place) {
  for (const name of readdirSync(place)) {
    const path = join(place, name);
    if (lstatSync(path).isSymbolicLink()) {
      const text = readFileSync(realpathSync(path));
      rmSync(path);
      writeFileSync(path, text);
    } else if (lstatSync(path).isDirectory()) {
      flatten(path);
    }
  }
}

/**
 * A distribution's JDK takes some libraries from the system that the machine of a user may lack; what reads pictures comes
 * along with its licence. The JDK looks beside itself first. A JDK from Adoptium has them in itself.
 */
function adopt(libraries, readers) {
  for (const reader of readers) {
    const listing = execFileSync('ldd', [join(libraries, reader)], { encoding: 'utf8' });
    for (const [, name, path] of listing.matchAll(/^\s*(lib(?:jpeg|lcms2)\S*) => (\/\S+)/gm)) {
      if (existsSync(join(libraries, name))) continue;
      const licence = licenceOf(path);
      if (licence === null) {
        console.error(`test-suites: ${path} stays behind, for its licence is not found: pictures are read only where the system has it`);
        continue;
      }
      copyFileSync(realpathSync(path), join(libraries, name));
      mkdirSync(join(runtime, 'legal', 'system'), { recursive: true });
      copyFileSync(licence, join(runtime, 'legal', 'system', `${basename(dirname(licence))}.txt`));
    }
  }
}

/** Where Debian and its like keep that of the package that a file belongs to. */
function licenceOf(path) {
  try {
    const found = execFileSync('dpkg-query', ['-S', realpathSync(path)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const licence = `/usr/share/doc/${found.split(':')[0]}/copyright`;
    return existsSync(licence) ? licence : null;
  } catch {
    return null;
  }
}
