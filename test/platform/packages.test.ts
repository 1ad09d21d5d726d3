import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { expect } from 'chai';
import { build } from 'esbuild';
import { isInstalled } from '../../scripts/setup.mjs';

const read = <Content>(file: string): Content => JSON.parse(readFileSync(file, 'utf8')) as Content;

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The packages that these files and all that they import load. */
const packagesOf = async (...entryPoints: string[]): Promise<string[]> => {
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    packages: 'external',
    external: ['*/dist/sallyport.cjs'],
    platform: 'node',
    format: 'esm',
    outdir: 'unused',
    write: false,
    metafile: true,
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const names = imports
    .filter(({ path, external }) => external && !isBuiltin(path) && !/^(\.|<)/.test(path))
    .map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)![0]);
  return [...new Set(names)].sort();
};

describe('the packages', () => {
  const manifest = read<Manifest>('package.json');

  it('that building and running load are dependencies, because npm start installs no others', async () => {
    const loaded = await packagesOf(
      'scripts/start.mjs',
      'scripts/install.mjs',
      'scripts/build.mjs',
      'scripts/dev.mjs',
      'scripts/standalone-validators.ts',
      'src/cli/sallyport.ts',
      'src/platform/crypto/pki/thread.ts',
      'src/console/main.tsx',
    );
    expect(loaded).to.include.members(['esbuild', 'marked', 'ajv', 'express', 'react']);
    expect(loaded.filter((name) => !(name in manifest.dependencies))).to.deep.equal([]);
  });

  it('are locked as package.json has them, which npm install would not refuse', () => {
    const { packages } = read<{ packages: Readonly<Record<string, Manifest>> }>('package-lock.json');
    const { dependencies, devDependencies } = packages['']!;
    expect({ dependencies, devDependencies }).to.deep.equal({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    });
  });

  const needed = { '': {}, 'node_modules/server': { version: '1.0.0' } };
  const tool = { 'node_modules/tool': { version: '1.0.0', dev: true } };
  const otherSystem = { 'node_modules/other-system': { version: '1.0.0', optional: true } };
  const wanted = { ...needed, ...tool, ...otherSystem };

  for (const { title, installed, forRunning, forTests } of [
    { title: 'nothing', installed: {}, forRunning: false, forTests: false },
    { title: 'all but the tools for tests', installed: needed, forRunning: true, forTests: false },
    { title: 'everything for this system', installed: { ...needed, ...tool }, forRunning: true, forTests: true },
    {
      title: 'another version',
      installed: { ...wanted, 'node_modules/server': { version: '0.9.0' } },
      forRunning: false,
      forTests: false,
    },
    {
      title: 'another version of a tool',
      installed: { ...wanted, 'node_modules/tool': { version: '0.9.0', dev: true } },
      forRunning: true,
      forTests: false,
    },
  ])
    it(`with ${title} installed, are ${forRunning ? '' : 'not '}enough to run, and ${forTests ? '' : 'not '}to test`, () => {
      expect(isInstalled(wanted, installed, { withTools: false })).to.equal(forRunning);
      expect(isInstalled(wanted, installed, { withTools: true })).to.equal(forTests);
    });
});
