import { at, nodeProgram, npmPackage } from '../install.mjs';

export const mcp = {
  name: 'mcp',
  version: '0.0.24',
  missing: () => [],
  install: () => npmPackage('mcp', '@infisical/mcp', mcp.version),
  program: () =>
    nodeProgram(['mcp', 'program.mjs'], at('mcp', 'node_modules', '@infisical', 'mcp', 'dist', 'index.js')),
};
