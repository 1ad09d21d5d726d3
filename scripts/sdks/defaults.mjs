// Clients that generators make with their default settings, and that have to compile. The settings that some need are in
// the guide about clients too. The commonest is a name for `_id` where a generator would give it that of `id`: responses
// for older clients have both.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup.mjs';
import { lacking, python, pythonTools, quietly } from '../tools.mjs';
import {
  contract,
  contractWithoutListDefaults,
  emptyFolder,
  initGoModule,
  oapiCodegen,
  openapiGenerator,
} from './generators.mjs';

const legacyId = ['--name-mappings', '_id=legacyId'];
const java = [
  ['java', '-version'],
  ['mvn', '-version'],
];
const typescript = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const compileTypescript = (file, ...args) =>
  quietly(process.execPath, [
    ...[typescript, '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom'],
    ...['--module', 'esnext', '--moduleResolution', 'bundler', ...args, file],
  ]);

/** Generates a client with openapi-generator; returns its folder. */
const generateFrom = (document, generator, ...args) => {
  const client = emptyFolder(`defaults-${generator}`);
  openapiGenerator(document, '-g', generator, '-o', client, ...args);
  return client;
};
const generate = (generator, ...args) => generateFrom(contract, generator, ...args);

const goDefaults = {
  name: 'oapi-codegen',
  missing: () => lacking(['go', 'version']),
  build: () => {
    const client = emptyFolder('defaults-oapi-codegen');
    quietly(oapiCodegen(), [
      '-package',
      'sallyport',
      '-generate',
      'types,client',
      '-o',
      join(client, 'c.go'),
      contract,
    ]);
    initGoModule(client);
    quietly('go', ['-C', client, 'vet', './...']);
  },
};

const goGenerator = {
  name: 'openapi-generator-go',
  missing: () => lacking(...java, ['go', 'version']),
  build: () => {
    // Constants of enumerations have no prefix by default, so that equal values of two of them do not compile.
    const client = generate('go', ...legacyId, '--additional-properties', 'enumClassPrefix=true');
    // The generated tests import the place where the client would be published.
    rmSync(join(client, 'test'), { recursive: true, force: true });
    quietly('go', ['-C', client, 'mod', 'tidy']);
    quietly('go', ['-C', client, 'build', './...']);
  },
};

const javaDefaults = {
  name: 'openapi-generator-java',
  missing: () => lacking(...java, ['javac', '-version']),
  build: () => {
    const client = generateFrom(contractWithoutListDefaults(), 'java', ...legacyId);
    quietly('mvn', ['-B', '-q', '-f', join(client, 'pom.xml'), '-Dmaven.test.skip=true', 'compile']);
  },
};

const kotlinDefaults = {
  name: 'openapi-generator-kotlin',
  missing: () => lacking(...java),
  build: () => {
    // Values of enumerations are named as they are by default, so that `name` hides a property of every enumeration.
    const naming = ['--additional-properties', 'enumPropertyNaming=UPPERCASE'];
    const client = generateFrom(contractWithoutListDefaults(), 'kotlin', ...legacyId, ...naming);
    // The generated project needs Gradle; Maven compiles the same files.
    cpSync(join(root, 'scripts', 'sdks', 'kotlin', 'pom.xml'), join(client, 'pom.xml'));
    quietly('mvn', ['-B', '-q', '-f', join(client, 'pom.xml'), 'compile']);
  },
};

const rustDefaults = {
  name: 'openapi-generator-rust',
  missing: () => lacking(...java, ['cargo', '--version']),
  build: () => {
    const client = generate('rust');
    quietly('cargo', ['check', '--quiet', '--manifest-path', join(client, 'Cargo.toml')]);
  },
};

const csharpDefaults = {
  name: 'openapi-generator-csharp',
  missing: () => lacking(...java, ['dotnet', '--version']),
  build: () => quietly('dotnet', ['build', '--nologo', join(generate('csharp'), 'src', 'Org.OpenAPITools')]),
};

const pythonDefaults = {
  name: 'openapi-generator-python',
  missing: () => lacking(...java, python),
  build: () => {
    const tools = pythonTools('.sdks/python-defaults', [
      'pydantic==2.12.5',
      'python-dateutil==2.9.0.post0',
      'urllib3==2.6.3',
    ]);
    const client = generate('python', ...legacyId);
    quietly(join(tools, 'python'), ['-m', 'compileall', '-q', join(client, 'openapi_client')]);
    quietly(join(tools, 'python'), ['-c', 'import openapi_client'], { PYTHONPATH: client });
  },
};

const typescriptAxios = {
  name: 'openapi-generator-typescript-axios',
  missing: () => lacking(...java),
  build: () => {
    const client = generate('typescript-axios');
    writeFileSync(join(client, 'package.json'), '{"private":true}');
    quietly('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', client, 'axios@1.21.1']);
    compileTypescript(join(client, 'index.ts'), '--types', 'node', '--typeRoots', join(root, 'node_modules', '@types'));
  },
};

const typescriptTypes = {
  name: 'openapi-typescript',
  missing: () => [],
  build: () => {
    const folder = emptyFolder('defaults-openapi-typescript');
    const file = join(folder, 'api.ts');
    const generator = join(root, 'node_modules', 'openapi-typescript', 'bin', 'cli.js');
    // Its default rules, which it takes where there is no redocly.yaml; that of this repository is stricter.
    writeFileSync(join(folder, 'redocly.yaml'), 'extends: [minimal]\n');
    quietly(process.execPath, [generator, contract, '-o', file, '--redocly', folder]);
    compileTypescript(file);
  },
};

export const withDefaults = [
  goDefaults,
  goGenerator,
  javaDefaults,
  kotlinDefaults,
  rustDefaults,
  csharpDefaults,
  pythonDefaults,
  typescriptAxios,
  typescriptTypes,
];
