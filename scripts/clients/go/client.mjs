import { hashOf } from '../../setup.mjs';
import { lacking, once, quietly } from '../../tools.mjs';
import { at, copyInto } from '../install.mjs';

export const go = {
  name: 'go',
  version: '0.8.0',
  missing: () => lacking(['go', 'version']),
  install: () =>
    once('.clients/go', hashOf('scripts/clients/go'), () => {
      copyInto(at('go'), 'go', ['go.mod', 'go.sum', 'main.go', 'secrets.go', 'steps.go']);
      quietly('go', ['-C', at('go'), 'build', '-o', 'client', '.']);
    }),
  program: () => ({ command: at('go', 'client'), args: [] }),
};
