import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../setup.mjs';
import { lacking } from '../../tools.mjs';
import { at, source } from '../install.mjs';
import { node5 } from '../node/client.mjs';
import { infisicalsdk } from '../python/client.mjs';

/** The commands that the console shows for a machine identity, copied and run, with the clients that they name. */
export const consoleCommands = {
  name: 'console',
  version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
  missing: () => lacking(['curl', '--version'], ['jq', '--version']).concat(infisicalsdk.missing()),
  install: () => {
    node5.install();
    infisicalsdk.install();
  },
  program: ({ folder }) => ({
    command: process.execPath,
    args: [
      '--import',
      'tsx',
      source('console', 'program.mjs'),
      folder,
      at('node-5', 'node_modules'),
      join(at('python'), 'tools', 'bin', 'python'),
      process.env.INFISICAL_CLI ?? '',
    ],
    env: { PYTHONDONTWRITEBYTECODE: '1', INFISICAL_DISABLE_UPDATE_CHECK: 'true' },
  }),
};
