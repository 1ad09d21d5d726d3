// The tested languages. `build` installs the generator, generates the client and compiles it with the test program;
// `program` runs the test program.
import { copyFileSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../setup.mjs';
import { lacking, python as pythonCommand, pythonTools, quietly } from '../tools.mjs';
import { withDefaults } from './defaults.mjs';
import {
  at,
  contract,
  contractWithoutListDefaults,
  emptyFolder,
  initGoModule,
  mavenDependencies,
  oapiCodegen,
  openapiGenerator,
} from './generators.mjs';

const source = (...parts) => join(root, 'scripts', 'sdks', ...parts);

const python = {
  name: 'python',
  missing: () => lacking(pythonCommand),
  build: () => {
    const tools = pythonTools('.sdks/python', ['openapi-python-client==0.29.1', 'ruff==0.17.4', 'mypy==2.4.1']);
    const client = join(emptyFolder('python/client'), 'sallyport');
    // The generator formats its output with the `ruff` of the path.
    const env = { PATH: `${tools}:${process.env.PATH}` };
    quietly(
      join(tools, 'openapi-python-client'),
      [
        'generate',
        '--path',
        contract,
        '--config',
        source('python', 'config.yaml'),
        '--meta',
        'none',
        '--output-path',
        client,
      ],
      env,
    );
    quietly(join(tools, 'ruff'), ['check', '--quiet', '--no-cache', '--isolated', '--select', 'F', client]);
    quietly(
      join(tools, 'mypy'),
      ['--strict', '--follow-imports=silent', '--cache-dir', at('python', 'mypy'), source('python', 'privileges.py')],
      { MYPYPATH: at('python', 'client') },
    );
  },
  program: (env) =>
    quietly(at('python', 'tools', 'bin', 'python'), [source('python', 'privileges.py')], {
      ...env,
      PYTHONPATH: at('python', 'client'),
    }),
};

const go = {
  name: 'go',
  missing: () => lacking(['go', 'version']),
  build: () => {
    const module = emptyFolder('go/module');
    mkdirSync(join(module, 'sallyport'));
    quietly(oapiCodegen(), [
      '-config',
      source('go', 'config.yaml'),
      '-o',
      join(module, 'sallyport', 'client.go'),
      contract,
    ]);
    copyFileSync(source('go', 'privileges.go'), join(module, 'main.go'));
    initGoModule(module);
    quietly('go', ['-C', module, 'build', '-o', at('go', 'bin', 'privileges')]);
  },
  program: (env) => quietly(at('go', 'bin', 'privileges'), [], env),
};

const java = {
  name: 'java',
  missing: () => lacking(['java', '-version'], ['javac', '-version'], ['mvn', '-version']),
  build: () => {
    const client = emptyFolder('java/client');
    openapiGenerator(contractWithoutListDefaults(), '-c', source('java', 'config.yaml'), '-o', client);
    copyFileSync(source('java', 'Privileges.java'), join(client, 'src', 'main', 'java', 'Privileges.java'));
    quietly('mvn', [
      '-B',
      '-q',
      '-f',
      join(client, 'pom.xml'),
      'compile',
      `${mavenDependencies}:copy-dependencies`,
      '-DincludeScope=runtime',
    ]);
  },
  program: (env) =>
    quietly(
      'java',
      [
        '-cp',
        [at('java', 'client', 'target', 'classes'), at('java', 'client', 'target', 'dependency', '*')].join(delimiter),
        'Privileges',
      ],
      env,
    ),
};

export const languages = [python, go, java, ...withDefaults];
