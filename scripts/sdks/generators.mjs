// The generators of clients, and what their output needs to compile.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup.mjs';
import { once, quietly } from '../tools.mjs';

export const contract = join(root, 'generated', 'openapi.json');
export const at = (...parts) => join(root, '.sdks', ...parts);
export const mavenDependencies = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

/** Empties the folder for generated files, and returns its path. */
export const emptyFolder = (folder) => {
  rmSync(at(folder), { recursive: true, force: true });
  mkdirSync(at(folder), { recursive: true });
  return at(folder);
};

/**
 * Writes the contract without default values that are lists, and returns its path. For a list of objects,
 * openapi-generator writes Java and Kotlin that does not compile (its issue 24993 is about Java). Clients may leave these
 * fields unset, because the server applies the defaults.
 */
export const contractWithoutListDefaults = () => {
  const isListDefault = (key, value) => key === 'default' && Array.isArray(value);
  const document = JSON.parse(readFileSync(contract, 'utf8'), (key, value) =>
    isListDefault(key, value) ? undefined : value,
  );
  const file = join(emptyFolder('without-list-defaults'), 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
};

/** Runs openapi-generator on a document. */
export const openapiGenerator = (document, ...args) => {
  const generator = 'org.openapitools:openapi-generator-cli:7.25.0';
  once('.sdks/openapi-generator', generator, () =>
    quietly('mvn', [
      ...['-B', '-q', `${mavenDependencies}:copy`, `-Dartifact=${generator}`],
      ...[`-DoutputDirectory=${at('openapi-generator')}`, '-Dmdep.stripVersion=true'],
    ]),
  );
  const jar = at('openapi-generator', 'openapi-generator-cli.jar');
  quietly('java', ['-jar', jar, 'generate', '-i', document, ...args]);
};

/** Installs oapi-codegen; returns its path. */
export const oapiCodegen = () => {
  const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.1';
  once('.sdks/oapi-codegen', generator, () => quietly('go', ['install', generator], { GOBIN: at('oapi-codegen') }));
  return at('oapi-codegen', 'oapi-codegen');
};

/** Makes a Go module of a folder with code of oapi-codegen. */
export const initGoModule = (folder) => {
  quietly('go', ['-C', folder, 'mod', 'init', 'example.com/client']);
  quietly('go', ['-C', folder, 'get', 'github.com/oapi-codegen/runtime@v1.8.0']);
  quietly('go', ['-C', folder, 'mod', 'tidy']);
};
