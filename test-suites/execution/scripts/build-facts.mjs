// usage: node build-facts.mjs FILE TIME [NAME=VERSION…]
// Writes what `bascule version --json` tells of this build: the commit, whether anything was changed beside it, the time
// that its archives carry, and the engines. Nothing of it depends on when or where the build runs. Where the sources are no
// checkout of their own (a source archive, a copy inside of another repository), no commit is told.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = realpathSync(resolve(dirname(fileURLToPath(import.meta.url)), '../../..'));
const [file, time, ...versions] = process.argv.slice(2);

function git(...words) {
  try {
    return execFileSync('git', ['-C', root, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

const facts = [`time=${time}`];
const top = git('rev-parse', '--show-toplevel');
if (top !== null && realpathSync(top) === root) {
  const commit = git('rev-parse', '--verify', 'HEAD');
  const changes = git('status', '--porcelain', '--untracked-files=no');
  if (commit !== null && changes !== null) facts.push(`commit=${commit}`, `modified=${changes !== ''}`);
}
const { dependencies } = JSON.parse(readFileSync(resolve(root, 'browser-runtime/package.json'), 'utf8'));
for (const each of [...versions, `onnxruntime-web=${dependencies['onnxruntime-web']}`].sort()) facts.push(`engine.${each}`);

const text = `${facts.join('\n')}\n`;
let before = null;
try {
  before = readFileSync(file, 'utf8');
} catch {
  // The first build.
}
// An unchanged file keeps its time, and the jar needs no packing.
if (text !== before) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
