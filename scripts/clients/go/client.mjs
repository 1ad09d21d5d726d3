import { lacking, quietly } from '../../tools.mjs';
import { at, buildOnce } from '../install.mjs';

export const go = {
  name: 'go',
  version: '0.8.0',
  missing: () => lacking(['go', 'version']),
  install: () =>
    buildOnce('go', ['go.mod', 'go.sum', 'logins.go', 'main.go', 'secrets.go', 'steps.go'], (folder) =>
      quietly('go', ['-C', folder, 'build', '-o', 'client', '.']),
    ),
  program: () => ({ command: at('go', 'client'), args: [] }),
};
