// Runs `npm ci` in the working folder when its node_modules is not what its package-lock.json says; says nothing and costs
// milliseconds when it is. Every npm build of the house is made ready by it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = process.cwd();

/** Version of every package that a lock file names; optional ones may be absent, as they are for other systems. */
function locked(file) {
  const { packages } = JSON.parse(readFileSync(resolve(root, file), 'utf8'));
  return Object.entries(packages).filter(([path]) => path !== '');
}

function inStep() {
  try {
    // npm writes down there what it installed.
    const installed = new Map(locked('node_modules/.package-lock.json'));
    return locked('package-lock.json').every(([path, wanted]) => {
      const found = installed.get(path);
      return found === undefined ? wanted.optional === true : found.version === wanted.version && found.integrity === wanted.integrity;
    });
  } catch {
    return false;
  }
}

if (!inStep()) {
  const { name } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
  console.error(`${name}: npm ci`);
  // stdout belongs to data; npm's talk goes to stderr.
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  process.exit(npm.status ?? 1);
}
