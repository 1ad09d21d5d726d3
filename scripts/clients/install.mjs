// Installs clients, once for each version, into .clients/, which git ignores.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, root } from '../setup.mjs';
import { once, quietly } from '../tools.mjs';

export const at = (...parts) => join(root, '.clients', ...parts);
export const source = (...parts) => join(root, 'scripts', 'clients', ...parts);

/** Installs one npm package into its own folder, without running its install scripts. */
export const npmPackage = (folder, name, version) =>
  once(`.clients/${folder}`, version, () =>
    quietly('npm', [
      'install',
      '--prefix',
      at(folder),
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `${name}@${version}`,
    ]),
  );

/** The command that runs a JavaScript program of this folder. */
export const nodeProgram = (file, ...args) => ({ command: process.execPath, args: [source(...file), ...args] });

/** Compiles the program from these files, again only after one of them has changed. */
export const buildOnce = (name, files, build) =>
  once(`.clients/${name}`, hashOf(...files.map((file) => `scripts/clients/${name}/${file}`)), () => {
    for (const file of files) copyFileSync(source(name, file), at(name, file));
    build(at(name));
  });

/** The line of Go's output that contains the reason of the failure, without the addresses of registries. */
const reasonOf = (text) => {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const reason = lines.find((line) => line.startsWith('server response:')) ?? lines.at(-1) ?? '';
  return reason.replaceAll(/https?:\/\/\S+/g, '').slice(0, 300);
};

/**
 * Builds the main package of a published module whose module path differs from its repository. `replaced` repeats the
 * `replace` directives of the module, because Go ignores those of dependencies.
 */
export const goBuild = (folder, { module, from, name, replaced = [] }) => {
  mkdirSync(folder, { recursive: true });
  const [origin, version] = from.split('@');
  const replacements = [`${module} => ${origin} ${version}`, ...replaced].map((line) => `replace ${line}\n`).join('');
  writeFileSync(
    join(folder, 'go.mod'),
    `module example.com/build\n\ngo 1.24\n\nrequire ${module} v0.0.0\n\n${replacements}`,
  );
  const { status, stdout, stderr } = spawnSync('go', ['-C', folder, 'build', '-mod=mod', '-o', name, module], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${from} cannot be built from the module proxy: ${reasonOf(`${stdout}${stderr}`)}`);
};
