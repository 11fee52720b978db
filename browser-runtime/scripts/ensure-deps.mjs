// Runs `npm ci` in the working folder when its node_modules is not what its package-lock.json says; says nothing and costs
// milliseconds when it is. Every npm build of the house is made ready by it. Two at a time in one folder take turns: the
// first build starts it early, beside Maven's downloads.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = process.cwd();
const lock = resolve(root, 'node_modules.lock');

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

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (e) {
    return e.code === 'EPERM';
  }
}

/** A folder is made by one process only. A lock whose owner is gone, or never signed it, is taken over. */
async function takeLock() {
  for (let unsigned = 0; ; await pause(100)) {
    try {
      mkdirSync(lock);
      writeFileSync(resolve(lock, 'pid'), `${process.pid}`);
      return;
    } catch (e) {
      if (e.code !== 'EEXIST') throw e;
    }
    let owner;
    try {
      owner = Number(readFileSync(resolve(lock, 'pid'), 'utf8'));
    } catch {
      owner = 0;
    }
    unsigned = owner ? 0 : unsigned + 1;
    if (owner ? !isAlive(owner) : unsigned > 50) rmSync(lock, { recursive: true, force: true });
  }
}

function install() {
  const { name } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
  // npm's warnings are about the user's own settings and others' packages: errors are what matters here.
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (npm.error) console.error(`${name}: npm could not be started: ${npm.error.message}`);
  const summary = npm.stdout?.trim().split('\n').at(-1) ?? '';
  // stdout belongs to data.
  if (npm.status === 0) console.error(`${name}: npm ${summary}`);
  return npm.status ?? 1;
}

if (!inStep()) {
  await takeLock();
  try {
    process.exitCode = inStep() ? 0 : install();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
