import { lacking, quietly } from '../../tools.mjs';
import { at, buildOnce } from '../install.mjs';

export const rust = {
  name: 'rust',
  version: '0.0.4',
  missing: () => lacking(['cargo', '--version']),
  install: () =>
    buildOnce('rust', ['Cargo.toml', 'main.rs', 'steps.rs'], (folder) =>
      quietly('cargo', ['build', '--quiet', '--manifest-path', `${folder}/Cargo.toml`]),
    ),
  program: () => ({ command: at('rust', 'target', 'debug', 'client'), args: [] }),
};
