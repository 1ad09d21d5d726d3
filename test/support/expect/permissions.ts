import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble } from '../../../scripts/assemble.mjs';
import type { Schema } from './contract.ts';

const readSchemas = (): Schema => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-contract-'));
  try {
    assemble(folder);
    return JSON.parse(readFileSync(join(folder, 'project', 'permissions.yaml'), 'utf8')).components.schemas;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The schemas of rules and periods, read from the YAML because the bundle omits those that no operation uses. */
export const permissionSchemas: Schema = readSchemas();
