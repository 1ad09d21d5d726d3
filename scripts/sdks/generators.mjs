// The generators of clients, and what their output needs to compile.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, root } from '../setup.mjs';
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

/** Runs openapi-generator on the contract. */
export const openapiGenerator = (...args) => {
  const generator = 'org.openapitools:openapi-generator-cli:7.25.0';
  once('.sdks/openapi-generator', generator, () =>
    quietly('mvn', [
      ...['-B', '-q', `${mavenDependencies}:copy`, `-Dartifact=${generator}`],
      ...[`-DoutputDirectory=${at('openapi-generator')}`, '-Dmdep.stripVersion=true'],
    ]),
  );
  const jar = at('openapi-generator', 'openapi-generator-cli.jar');
  quietly('java', ['-jar', jar, 'generate', '-i', contract, ...args]);
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

/**
 * Removes defaults that do not compile: openapi-generator writes nothing between the brackets if the default is a list
 * of objects (its issue 24993). Clients may leave the field unset, because the server applies the default.
 */
const withoutBrokenDefaults = (text) =>
  text
    .replaceAll(/(private .*) = new ArrayList<>\(Arrays\.asList\([, ]*\)\)/g, '$1')
    .replaceAll(/Arrays\.asList\([, ]*\)/g, '');

export const mendJavaDefaults = (folder) => {
  for (const file of filesBelow(folder)) writeFileSync(file, withoutBrokenDefaults(readFileSync(file, 'utf8')));
};
