import { join } from 'node:path';
import { lacking, python, pythonTools } from '../../tools.mjs';
import { at, source } from '../install.mjs';

const pythonPackage = (name, packageName, version) => ({
  name,
  version,
  missing: () => lacking(python),
  install: () => pythonTools(`.clients/${name}`, [`${packageName}==${version}`]),
  program: () => ({
    command: join(at(name), 'tools', 'bin', 'python'),
    args: [source('python', `${name.replaceAll('-', '_')}.py`)],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
  }),
});

/** Later versions depend on a release of `certifi` that some mirrors of the registry do not have yet. */
export const infisicalsdk = pythonPackage('python', 'infisicalsdk', '1.0.17');
export const infisicalPython = pythonPackage('python-native', 'infisical-python', '2.3.5');
