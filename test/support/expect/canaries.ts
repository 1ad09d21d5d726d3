import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lowerAlphanumericId } from '../../../src/platform/crypto/random-ids.ts';
import { execute } from '../world/sql.ts';
import type { Environment } from '../world/world.ts';

/**
 * Text that occurs nowhere by accident, whole or in part, not in another canary either: no encoding has a tilde, and no
 * answer so many. It has what JSON escapes, too.
 */
const newCanary = (): string => {
  const half = (): string => lowerAlphanumericId(15).replaceAll(/.../g, '~$&');
  return `${half()}"${half()}`;
};

/** A part of an encoding that is the same wherever the text stands in what was encoded. */
const base64At = (text: string, offset: number): string =>
  Buffer.from(' '.repeat(offset) + text)
    .toString('base64')
    .slice(offset === 0 ? 0 : 4, -4);

/** Every form that is looked for is as long as this, or longer. */
const partLength = 8;

/** The text in parts, for messages quote only a few characters; without those that JSON writes in another way. */
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

/** Everything that the text may look like: as it is, in JSON, and encoded. */
export const formsOf = (text: string): string[] => [text, JSON.stringify(text).slice(1, -1), ...encodingsOf(text)];

/** Canaries by what they were planted as. */
export class Canaries {
  readonly #planted = new Map<string, string>();

  /** One for this purpose. */
  plant(purpose: string): string {
    const name = `${purpose} (${this.#planted.size})`;
    this.#planted.set(name, newCanary());
    return this.#planted.get(name)!;
  }

  get count(): number {
    return this.#planted.size;
  }

  /**
   * Which of them are in there. The text is gone through once, for there are thousands of forms: by what could begin at
   * each place.
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
      // As it is and in JSON, it has the same parts.
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
