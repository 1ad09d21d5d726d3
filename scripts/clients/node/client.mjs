import { at, nodeProgram, npmPackage } from '../install.mjs';

const nodeSdk = (name, version) => ({
  name,
  version,
  missing: () => [],
  install: () => npmPackage(name, '@infisical/sdk', version),
  program: () => nodeProgram(['node', 'program.mjs'], at(name, 'node_modules', '@infisical', 'sdk')),
});

export const node3 = nodeSdk('node-3', '3.0.91');
export const node5 = nodeSdk('node-5', '5.0.2');
