import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Schema } from './contract.ts';

/** The shapes of rules and periods, as the contract writes them; those that no operation uses are not in the bundle. */
export const permissionSchemas = (
  parse(
    readFileSync(join(import.meta.dirname, '..', '..', '..', 'openapi', 'project', 'permissions.yaml'), 'utf8'),
  ) as Schema
).components.schemas as Schema;
