import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { archiveOf } from '../../scripts/release/archive.mjs';
import { sectionOf } from '../../scripts/release/changelog.mjs';
import { checksumsOf } from '../../scripts/release/checksums.mjs';
import { sbomOf } from '../../scripts/release/sbom.mjs';
import { scratchFolder } from '../support/world/folders.ts';

const root = join(import.meta.dirname, '..', '..');

describe('a release', () => {
  it('has checksums that sha256sum accepts, until a file changes', () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'one'), 'first');
    writeFileSync(join(folder, 'two'), 'second');
    writeFileSync(join(folder, 'sums'), checksumsOf(folder, ['two', 'one']));
    const check = () => spawnSync('sha256sum', ['--check', '--strict', 'sums'], { cwd: folder, encoding: 'utf8' });
    expect(check()).to.include({ status: 0, stdout: 'one: OK\ntwo: OK\n' });
    writeFileSync(join(folder, 'two'), 'changed');
    expect(check().status).to.equal(1);
  });

  it('has an archive that tar unpacks, and that is the same for the same files', () => {
    const folder = scratchFolder();
    const files = [
      { name: 'sallyport/sallyport.cjs', content: Buffer.from('program'), mode: 0o755 },
      { name: 'sallyport/LICENSE', content: Buffer.alloc(1024, 'x'), mode: 0o644 },
    ];
    writeFileSync(join(folder, 'archive.tar.gz'), archiveOf(files));
    expect(archiveOf(files).equals(readFileSync(join(folder, 'archive.tar.gz')))).to.equal(true);
    execFileSync('tar', ['-xzf', 'archive.tar.gz'], { cwd: folder });
    for (const { name, content, mode } of files) {
      expect(readFileSync(join(folder, name)).equals(content), name).to.equal(true);
      expect(statSync(join(folder, name)).mode & 0o700, name).to.equal(mode & 0o700);
    }
  });

  it('has the section of its version in the changelog, and is refused without one', () => {
    const changelog =
      '# Changelog\n\n## Unreleased\n\n## 0.10.0\n\n- New.\n\n## 0.1.0 (2031-01-01)\n\n- Old.\n\n### Fixed\n';
    expect(sectionOf(changelog, '0.1.0')).to.equal('- Old.\n\n### Fixed\n');
    expect(sectionOf(changelog, '0.10.0')).to.equal('- New.\n');
    for (const version of ['0.2.0', '0.1', 'Unreleased'])
      expect(() => sectionOf(changelog, version)).to.throw(`CHANGELOG.md says nothing under "## ${version}".`);
  });

  it('lists what the program contains', () => {
    const packages = JSON.parse(readFileSync(join(root, 'dist', 'packages.json'), 'utf8')) as string[];
    const bom = sbomOf(packages, '24.1.0');
    const references = bom.components.map((component) => component['bom-ref']);
    expect(references).to.have.length(packages.length + 1);
    const { dependencies } = packageJson;
    // The server, the console, the reference, a package that development tools need as well, and both bindings.
    for (const name of ['express', 'react', '@mantine/core', 'pg', 'better-sqlite3'] as const)
      expect(references).to.include(`${name}@${dependencies[name]}`);
    expect(references).to.include('node@24.1.0').and.include(dependencies['better-sqlite3-13'].replace('npm:', ''));
    expect(references.join()).not.to.match(/mocha|esbuild|scarf|typescript@/);
    const { ref, dependsOn } = bom.dependencies.find((each) => each.ref === `sallyport@${packageJson.version}`)!;
    expect(dependsOn, ref).to.include('node@24.1.0').and.include(`express@${dependencies.express}`);
    const text = JSON.stringify(bom);
    expect(text)
      .not.to.include(root)
      .and.not.match(/serialNumber|timestamp|"distribution"/);
  });
});
