import { join } from 'node:path';
import { lacking, once } from '../../tools.mjs';
import { at, goBuild, nodeProgram } from '../install.mjs';

const version = '0.43.121';
const build = () =>
  once('.clients/cli', version, () =>
    goBuild(at('cli'), {
      module: 'github.com/Infisical/infisical-merge',
      from: `github.com/Infisical/cli@v${version}`,
      name: 'infisical',
      replaced: [
        'github.com/zalando/go-keyring => github.com/Infisical/go-keyring v1.0.2',
        'github.com/pion/turn/v4 => github.com/Infisical/turn/v4 v4.0.1',
      ],
    }),
  );

/**
 * The installed command line, or one that is built from its module: the npm package does not contain the program, but
 * downloads it.
 */
export const cli = {
  name: 'cli',
  version,
  missing: () =>
    process.env.INFISICAL_CLI ? lacking([process.env.INFISICAL_CLI, '--version']) : lacking(['go', 'version']),
  install: () => {
    if (process.env.INFISICAL_CLI === undefined) build();
  },
  program: ({ folder }) => {
    const env = { INFISICAL_DISABLE_UPDATE_CHECK: 'true', INFISICAL_API_URL: '', INFISICAL_TOKEN: '' };
    return {
      ...nodeProgram(['cli', 'program.mjs'], process.env.INFISICAL_CLI ?? at('cli', 'infisical'), join(folder, 'work')),
      env,
    };
  },
};
