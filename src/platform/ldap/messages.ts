import { ElementReader, Malformed } from './ber.ts';

const tags = { integer: 0x02, octets: 0x04, enumerated: 0x0a, sequence: 0x30, set: 0x31 };

const operations = {
  0x61: 'bind response',
  0x64: 'entry',
  0x65: 'end of search',
  0x67: 'modify response',
  0x69: 'add response',
  0x6b: 'delete response',
  0x73: 'reference',
  0x78: 'extended response',
} as const;

type Operation = (typeof operations)[keyof typeof operations];

/** The codes of results that are distinguished (RFC 4511, 4.1.9). */
export const resultCodes = {
  success: 0,
  sizeLimitExceeded: 4,
  referral: 10,
  confidentialityRequired: 13,
  noSuchAttribute: 16,
  constraintViolation: 19,
  noSuchObject: 32,
  invalidDnSyntax: 34,
  inappropriateAuthentication: 48,
  invalidCredentials: 49,
  insufficientAccessRights: 50,
  busy: 51,
  unavailable: 52,
  unwillingToPerform: 53,
} as const;

export interface LdapEntry {
  readonly dn: string;
  /** The values that are text, by the name of the attribute in lower case. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

/** The result of an operation, and what the directory says about it. */
export interface LdapResult {
  readonly code: number;
  readonly text: string;
}

export type LdapResponse = { readonly messageId: number } & (
  | ({ readonly operation: Exclude<Operation, 'entry' | 'reference'> } & LdapResult)
  | { readonly operation: 'entry'; readonly entry: LdapEntry }
  | { readonly operation: 'reference' }
);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of the bytes; undefined for others. */
const textOf = (bytes: Buffer): string | undefined => {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
};

const parseEntry = (reader: ElementReader): LdapEntry => {
  const dn = textOf(reader.read(tags.octets));
  if (dn === undefined) throw new Malformed('a name is not UTF-8');
  const attributes = new Map<string, readonly string[]>();
  const list = reader.readAll(tags.sequence);
  while (!list.isAtEnd) {
    const attribute = list.readAll(tags.sequence);
    const name = attribute.read(tags.octets).toString('latin1').toLowerCase();
    const values = attribute.readAll(tags.set);
    const texts: string[] = [];
    while (!values.isAtEnd) {
      const text = textOf(values.read(tags.octets));
      if (text !== undefined) texts.push(text);
    }
    attributes.set(name, texts);
  }
  return { dn, attributes };
};

const parseResult = (reader: ElementReader): LdapResult => {
  const code = reader.readNumber(tags.enumerated);
  reader.read(tags.octets);
  return { code, text: textOf(reader.read(tags.octets)) ?? '' };
};

/** Parses a message of a server; throws `Malformed` for others. */
export const parseResponse = (bytes: Buffer): LdapResponse => {
  const message = new ElementReader(bytes).readAll(tags.sequence);
  const messageId = message.readNumber(tags.integer);
  const { tag } = message;
  if (tag === undefined || !Object.hasOwn(operations, tag)) throw new Malformed('a message has an unexpected type');
  const operation = operations[tag as keyof typeof operations];
  const reader = message.readAll(tag);
  if (operation === 'entry') return { messageId, operation, entry: parseEntry(reader) };
  if (operation === 'reference') return { messageId, operation };
  return { messageId, operation, ...parseResult(reader) };
};
