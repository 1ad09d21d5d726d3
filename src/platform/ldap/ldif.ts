/** A change of one entry, as a record of LDIF (RFC 2849) describes it. */
export type LdifChange =
  | { readonly type: 'add'; readonly dn: string; readonly attributes: readonly LdifAttribute[] }
  | { readonly type: 'modify'; readonly dn: string; readonly changes: readonly LdifModification[] }
  | { readonly type: 'delete'; readonly dn: string };

export interface LdifAttribute {
  readonly name: string;
  readonly values: readonly Buffer[];
}

export interface LdifModification extends LdifAttribute {
  readonly operation: 'add' | 'delete' | 'replace';
}

/** Text that is no LDIF; the message is a sentence about it. */
export class LdifError extends Error {}

interface Line {
  readonly name: string;
  readonly value: Buffer;
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;

const parseLine = (text: string): Line => {
  const [, name, separator, value] = /^([\w.;-]+):(:|<)? *(.*)$/.exec(text) ?? [];
  if (name === undefined) throw new LdifError('A line is not like name: value.');
  if (separator === '<') throw new LdifError(`The value of ${name} is a URL, which is not read.`);
  if (separator === undefined) return { name, value: Buffer.from(value!) };
  if (!isBase64(value!.trim())) throw new LdifError(`The value of ${name} is not base64.`);
  return { name, value: Buffer.from(value!.trim(), 'base64') };
};

/** The lines of each record, without comments, and with those that go on in the next one. */
const recordsIn = (text: string): string[][] =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\n ', '')
    .split(/\n\s*\n/)
    .map((record) => record.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#')))
    .map((lines) => (/^version:/i.test(lines[0] ?? '') ? lines.slice(1) : lines))
    .filter((lines) => lines.length > 0);

const collect = (lines: readonly Line[]): LdifAttribute[] => {
  const values = new Map<string, { name: string; values: Buffer[] }>();
  for (const { name, value } of lines) {
    const attribute = values.get(name.toLowerCase()) ?? { name, values: [] };
    attribute.values.push(value);
    values.set(name.toLowerCase(), attribute);
  }
  return [...values.values()];
};

const isOperation = (name: string): name is LdifModification['operation'] => /^(add|delete|replace)$/.test(name);

const parseModifications = (lines: readonly string[]): LdifModification[] => {
  const groups: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '-') groups.push([]);
    else groups.at(-1)!.push(line);
  }
  return groups
    .filter((group) => group.length > 0)
    .map(([first, ...rest]) => {
      const { name: operation, value } = parseLine(first!);
      const name = value.toString().trim();
      if (!isOperation(operation)) throw new LdifError('A change is neither add, delete nor replace.');
      const attributes = collect(rest.map(parseLine));
      if (attributes.some((attribute) => attribute.name.toLowerCase() !== name.toLowerCase()))
        throw new LdifError(`The change of ${name} has values of another attribute.`);
      return { operation, name, values: attributes[0]?.values ?? [] };
    });
};

const parseRecord = ([first, ...rest]: readonly string[]): LdifChange => {
  const { name, value } = parseLine(first!);
  const dn = value.toString().trim();
  if (name.toLowerCase() !== 'dn' || dn === '') throw new LdifError('A record does not begin with dn: and a name.');
  const [second = ''] = rest;
  const isTyped = /^changetype:/i.test(second);
  const type = isTyped ? parseLine(second).value.toString().trim().toLowerCase() : 'add';
  const lines = isTyped ? rest.slice(1) : rest;
  if (type === 'delete' && lines.length === 0) return { type, dn };
  if (type === 'modify' && lines.length > 0) return { type, dn, changes: parseModifications(lines) };
  if (type === 'add' && lines.length > 0) return { type, dn, attributes: collect(lines.map(parseLine)) };
  throw new LdifError(`The record of ${dn} is not an add, a modify or a delete with what belongs to it.`);
};

/** Parses records, of which those without `changetype` add an entry; throws an `LdifError` for others. */
export const parseLdif = (text: string): LdifChange[] => recordsIn(text).map(parseRecord);
