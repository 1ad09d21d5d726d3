import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lowerAlphanumericId } from '../../../src/platform/crypto/random-ids.ts';
import { execute } from '../world/sql.ts';
import type { Environment } from '../world/world.ts';

/**
 * Text of which no part occurs by accident or in another canary: no encoding uses a tilde, and no response contains so
 * many. It includes a character that JSON escapes.
 */
const newCanary = (): string => {
  const half = (): string => lowerAlphanumericId(15).replaceAll(/.../g, '~$&');
  return `${half()}"${half()}`;
};

/** The part of the base64 encoding that is the same whatever surrounds the text. */
const base64At = (text: string, offset: number): string =>
  Buffer.from(' '.repeat(offset) + text)
    .toString('base64')
    .slice(offset === 0 ? 0 : 4, -4);

/** The minimum length of every searched form. */
const partLength = 8;

/** The text in short parts, because messages may quote only a few characters; without the parts that JSON escapes. */
const partsOf = (text: string): string[] =>
  (text.match(new RegExp(`.{${partLength}}`, 'g')) ?? []).filter((part) => !part.includes('"'));

const encodingsOf = (text: string): string[] => {
  const base64 = [0, 1, 2].map((offset) => base64At(text, offset));
  return [
    Buffer.from(text).toString('hex'),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
};

/** All forms in which the text may occur: verbatim, as JSON, and encoded. */
export const formsOf = (text: string): string[] => [text, JSON.stringify(text).slice(1, -1), ...encodingsOf(text)];

/** Canaries by the purpose they were created for. */
export class Canaries {
  readonly #planted = new Map<string, string>();

  /** Creates a canary. */
  plant(purpose: string): string {
    const name = `${purpose} (${this.#planted.size})`;
    this.#planted.set(name, newCanary());
    return this.#planted.get(name)!;
  }

  get count(): number {
    return this.#planted.size;
  }

  /**
   * The canaries that occur in the text. Thousands of forms are searched in one pass, through an index by their first
   * characters.
   */
  foundIn(text: string): string[] {
    const byBeginning = this.#formsByBeginning();
    const found = new Set<string>();
    for (let at = 0; at + partLength <= text.length; at += 1) {
      for (const { name, form } of byBeginning.get(text.slice(at, at + partLength)) ?? [])
        if (text.startsWith(form, at)) found.add(name);
    }
    return [...this.#planted.keys()].filter((name) => found.has(name));
  }

  #formsByBeginning(): Map<string, { name: string; form: string }[]> {
    const byBeginning = new Map<string, { name: string; form: string }[]>();
    for (const [name, canary] of this.#planted) {
      // The verbatim and the JSON form have these parts in common.
      for (const form of [...partsOf(canary), ...encodingsOf(canary)]) {
        const beginning = form.slice(0, partLength);
        byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), { name, form }]);
      }
    }
    return byBeginning;
  }
}

const tables: Readonly<Record<'sqlite' | 'postgres', string>> = {
  sqlite: "select name from sqlite_schema where type = 'table'",
  postgres: "select table_name as name from information_schema.tables where table_schema = 'public'",
};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value);

/** Every row of every table. */
export const everyRow = async (storage: Environment): Promise<string> => {
  const names = await execute(storage, tables[storage.DATA_DIR ? 'sqlite' : 'postgres']);
  const texts: string[] = [];
  for (const { name } of names)
    for (const row of await execute(storage, `select * from "${String(name)}"`))
      texts.push(...Object.values(row).map(textOf));
  return texts.join('\n');
};

/** Every file of a server on SQLite, byte by byte. */
export const everyFile = ({ DATA_DIR }: Environment): Record<string, string> =>
  Object.fromEntries(
    readdirSync(DATA_DIR!).map((name) => [name, readFileSync(join(DATA_DIR!, name)).toString('latin1')]),
  );
