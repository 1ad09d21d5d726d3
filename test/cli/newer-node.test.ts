import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFor } from '../../scripts/server-node.mjs';
import { scratchFolder } from '../support/world/folders.ts';
import { run, waitForExit } from '../support/world/program.ts';

/** Version 13 of the driver needs Node-API 10, and brings a binding for every Node that has it. */
const isOld = Number(process.versions.napi) < 10;

/** A program beside which `npm start` put a newer Node: here a script that says what it was called with. */
const programWith = (script: string): string => {
  const folder = scratchFolder();
  const program = join(folder, 'sallyport.cjs');
  copyFileSync(join('dist', 'sallyport.cjs'), program);
  copyFileSync(join('dist', 'better_sqlite3.node'), join(folder, 'better_sqlite3.node'));
  writeFileSync(join(folder, 'node'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'node'), 0o755);
  return program;
};

describe('a program that was built for a newer Node', () => {
  it('runs commands that need SQLite with that one, and ends as it does', async () => {
    const program = programWith('shift; echo "newer: $*"; exit 7');
    const environment = { DATA_DIR: join(scratchFolder(), 'data') };
    const { code, out } = await waitForExit(run(process.execPath, [program, 'migrate', '--status'], environment));
    if (isOld) expect({ code, out }).to.deep.equal({ code: 7, out: 'newer: migrate --status\n' });
    else expect({ code, isOwn: out.startsWith('pending') }).to.deep.equal({ code: 0, isOwn: true });
  });

  it('runs the other commands itself', async () => {
    const program = programWith('exit 7');
    const { code, out } = await waitForExit(run(process.execPath, [program, 'openapi'], {}));
    expect({ code, isContract: out.startsWith('{') }).to.deep.equal({ code: 0, isContract: true });
  });

  it('passes signals on, and ends by itself only after the other has ended', async () => {
    const program = programWith('trap "echo stopped; exit 0" TERM; echo started; while :; do sleep 0.05; done');
    const node = isOld ? [process.execPath, program, 'serve'] : ['sh', join(program, '..', 'node')];
    const child = spawn(node[0]!, node.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).to.equal(0);
    expect(out).to.equal('started\nstopped\n');
  });
});

describe('the Node that npm start installs', () => {
  const read = <T>(file: string): T => JSON.parse(readFileSync(join('scripts', 'server-node', file), 'utf8')) as T;

  it('is of an exact version with a checksum, and needs no compiled SQLite', () => {
    const { optionalDependencies: versions } = read<{ optionalDependencies: Record<string, string> }>('package.json');
    const { packages } = read<{ packages: Record<string, { version: string; integrity: string }> }>(
      'package-lock.json',
    );
    expect(Object.keys(versions)).to.include.members([packageFor('linux', 'x64'), packageFor('darwin', 'arm64')]);
    for (const [name, version] of Object.entries(versions)) {
      expect(packages[`node_modules/${name}`]).to.deep.include({ version });
      expect(packages[`node_modules/${name}`]!.integrity).to.match(/^sha512-/);
      const [major, minor] = version.split('.').map(Number);
      expect(major! > 22 || (major === 22 && minor! >= 14), `${name}@${version}`).to.equal(true);
    }
  });
});
