// The list of what the program contains, as CycloneDX.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup.mjs';

/**
 * What npm knows of all installed packages. With `--omit=dev` it would leave out every package that a development tool
 * needs as well, such as pg.
 */
const listInstalled = () =>
  JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--loglevel=error'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    }),
  );

/** The reference of an installed package, by its folder. */
const referenceOf = (folder) => {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return `${name}@${version}`;
};

/** Node as a part of the executable, by the names under which its vulnerabilities are published. */
const nodeComponent = (version) => ({
  'bom-ref': `node@${version}`,
  type: 'platform',
  name: 'node',
  version,
  scope: 'required',
  description: 'Part of the executable. The bundle runs with the Node.js of its machine.',
  cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
  purl: `pkg:generic/node@${version}`,
  licenses: [{ license: { id: 'MIT' } }],
});

/**
 * A package as a part of the program. Whether a development tool needs it too does not matter, nor where it was downloaded
 * from: its purl and its hash say which one it is.
 */
const asPart = ({ externalReferences = [], properties = [], ...component }) => ({
  ...component,
  scope: 'required',
  properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
  externalReferences: externalReferences.filter(({ type }) => type !== 'distribution'),
});

/**
 * The SBOM of a program that contains the packages in these folders, and Node. Equal programs have equal ones: it has
 * neither a time nor a random number.
 */
export const sbomOf = (folders, nodeVersion) => {
  const { serialNumber: _random, metadata, components, dependencies, ...bom } = listInstalled();
  const { timestamp: _time, ...facts } = metadata;
  const bundled = new Set(folders.map(referenceOf));
  const found = components.filter((component) => bundled.has(component['bom-ref']));
  const missing = [...bundled].filter((reference) => !found.some((each) => each['bom-ref'] === reference));
  if (missing.length > 0)
    throw new Error(`npm does not list packages that the program contains: ${missing.join(', ')}`);
  const program = { ...facts.component, type: 'application', name: 'sallyport' };
  const node = nodeComponent(nodeVersion);
  const isRoot = (ref) => ref === program['bom-ref'];
  return {
    ...bom,
    metadata: { ...facts, component: program },
    components: [...found.map(asPart), node],
    dependencies: [
      ...dependencies
        .filter(({ ref }) => isRoot(ref) || bundled.has(ref))
        .map(({ ref, dependsOn }) => ({
          ref,
          dependsOn: [...dependsOn.filter((each) => bundled.has(each)), ...(isRoot(ref) ? [node['bom-ref']] : [])],
        })),
      { ref: node['bom-ref'], dependsOn: [] },
    ],
  };
};
