// The tested languages. `build` installs the generator, generates the client and compiles it with the test program;
// `program` runs the test program.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { filesBelow, root } from '../setup.mjs';
import { lacking, once, python as pythonCommand, pythonTools, quietly } from '../tools.mjs';

const contract = join(root, 'generated', 'openapi.json');
const at = (...parts) => join(root, '.sdks', ...parts);
const source = (...parts) => join(root, 'scripts', 'sdks', ...parts);

/** Empties the folder for generated files, and returns its path. */
const emptyFolder = (folder) => {
  rmSync(at(folder), { recursive: true, force: true });
  mkdirSync(at(folder), { recursive: true });
  return at(folder);
};

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
    const [generator, runtime] = [
      'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.1',
      'github.com/oapi-codegen/runtime@v1.8.0',
    ];
    once('.sdks/go', generator, () => quietly('go', ['install', generator], { GOBIN: at('go', 'bin') }));
    const module = emptyFolder('go/module');
    mkdirSync(join(module, 'sallyport'));
    quietly(at('go', 'bin', 'oapi-codegen'), [
      '-config',
      source('go', 'config.yaml'),
      '-o',
      join(module, 'sallyport', 'client.go'),
      contract,
    ]);
    copyFileSync(source('go', 'privileges.go'), join(module, 'main.go'));
    quietly('go', ['-C', module, 'mod', 'init', 'example.com/privileges']);
    quietly('go', ['-C', module, 'get', runtime]);
    quietly('go', ['-C', module, 'mod', 'tidy']);
    quietly('go', ['-C', module, 'build', '-o', at('go', 'bin', 'privileges')]);
  },
  program: (env) => quietly(at('go', 'bin', 'privileges'), [], env),
};

/**
 * Removes defaults that do not compile: openapi-generator writes nothing between the brackets if the default is a list
 * of objects (its issue 24993). Clients may leave the field unset, because the server applies the default.
 */
const withoutBrokenDefaults = (text) =>
  text
    .replaceAll(/(private .*) = new ArrayList<>\(Arrays\.asList\([, ]*\)\)/g, '$1')
    .replaceAll(/Arrays\.asList\([, ]*\)/g, '');

const java = {
  name: 'java',
  missing: () => lacking(['java', '-version'], ['javac', '-version'], ['mvn', '-version']),
  build: () => {
    const [generator, dependencies] = [
      'org.openapitools:openapi-generator-cli:7.25.0',
      'org.apache.maven.plugins:maven-dependency-plugin:3.8.1',
    ];
    once('.sdks/java', generator, () =>
      quietly('mvn', [
        '-B',
        '-q',
        `${dependencies}:copy`,
        `-Dartifact=${generator}`,
        `-DoutputDirectory=${at('java')}`,
        '-Dmdep.stripVersion=true',
      ]),
    );
    const client = emptyFolder('java/client');
    quietly('java', [
      '-jar',
      at('java', 'openapi-generator-cli.jar'),
      'generate',
      '-c',
      source('java', 'config.yaml'),
      '-i',
      contract,
      '-o',
      client,
    ]);
    for (const file of filesBelow('.sdks/java/client/src/main/java/sallyport/model'))
      writeFileSync(file, withoutBrokenDefaults(readFileSync(file, 'utf8')));
    copyFileSync(source('java', 'Privileges.java'), join(client, 'src', 'main', 'java', 'Privileges.java'));
    quietly('mvn', [
      '-B',
      '-q',
      '-f',
      join(client, 'pom.xml'),
      'compile',
      `${dependencies}:copy-dependencies`,
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

export const languages = [python, go, java];
