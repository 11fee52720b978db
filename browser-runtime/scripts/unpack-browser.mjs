// usage: node unpack-browser.mjs [--into FOLDER]
// Unpacks the bundled Chrome Headless Shell into the cache folder, once per version, and prints nothing when it is there; or
// into a folder anew, for a release archive: with its own libraries whatever this machine has, for it goes to others.
// Linux x86-64 only: elsewhere Bascule uses the browsers that are installed.
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';

const EXECUTABLE = 'chrome-headless-shell';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = resolve(root, 'node_modules/@sparticuz/chromium');

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error(`browser-runtime: the bundled browser is for Linux x86-64, not ${process.platform} ${process.arch}; installed browsers are used`);
  process.exit(0);
}

const cache = process.env.BASCULE_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bascule');
const packageVersion = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')).version;
const given = process.argv[2] === '--into' ? process.argv[3] : null;
const browsers = given === null ? join(cache, 'browsers') : resolve(given);
const target = join(browsers, `${EXECUTABLE}-${packageVersion}`);
if (given !== null) await rm(target, { recursive: true, force: true });

// browser.json is written last, so where it is the rest is whole.
if (!existsSync(join(target, 'browser.json'))) {
  await mkdir(browsers, { recursive: true });
  const temporary = await mkdtemp(join(browsers, '.unpacking-'));
  try {
    await unpack(temporary);
    await moveInto(temporary);
    console.error(`browser-runtime: unpacked Chrome Headless Shell into ${target}`);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function unpack(folder) {
  await Promise.all([
    pipeline(brotli('chromium.br'), createWriteStream(join(folder, EXECUTABLE))),
    pipeline(brotli('swiftshader.tar.br'), extract(folder)),
    // Holds one folder, lib/, of shared libraries for systems that lack them.
    pipeline(brotli('al2023.tar.br'), extract(folder)),
  ]);
  await chmod(folder, 0o755);
  await chmod(join(folder, EXECUTABLE), 0o755);
  const libraryPath = given === null && missingLibraries(folder, null).length === 0 ? null : 'lib';
  const missing = missingLibraries(folder, libraryPath);
  if (missing.length > 0) {
    console.error(`browser-runtime: Chrome Headless Shell will not start, this system lacks ${missing.join(', ')}`);
  }
  const browser = {
    name: 'Chrome Headless Shell',
    version: missing.length > 0 ? null : version(folder, libraryPath),
    executable: EXECUTABLE,
    libraryPath,
  };
  await writeFile(join(folder, 'browser.json'), `${JSON.stringify(browser, null, 2)}\n`);
}

function brotli(file) {
  const input = createReadStream(join(source, 'bin', file));
  const output = createBrotliDecompress();
  input.on('error', (error) => output.destroy(error));
  return input.pipe(output);
}

/** Another process may have been faster; its folder is as good. */
async function moveInto(folder) {
  if (existsSync(target) && !existsSync(join(target, 'browser.json'))) {
    await rm(target, { recursive: true, force: true });
  }
  try {
    await rename(folder, target);
  } catch (error) {
    if (!existsSync(join(target, 'browser.json'))) {
      throw error;
    }
  }
}

function missingLibraries(folder, libraryPath) {
  try {
    const listing = execFileSync('ldd', [join(folder, EXECUTABLE)], { encoding: 'utf8', env: environment(folder, libraryPath) });
    return [...listing.matchAll(/^\s*(\S+) => not found$/gm)].map(([, library]) => library);
  } catch {
    // No ldd: the browser's own start will tell.
    return [];
  }
}

function version(folder, libraryPath) {
  const printed = execFileSync(join(folder, EXECUTABLE), ['--no-sandbox', '--version'], {
    encoding: 'utf8',
    env: environment(folder, libraryPath),
    timeout: 30_000,
  });
  return /[\d.]+/.exec(printed)?.[0] ?? null;
}

function environment(folder, libraryPath) {
  return libraryPath === null ? process.env : { ...process.env, LD_LIBRARY_PATH: join(folder, libraryPath) };
}
