/**
 * The encrypted file of a project. It is one JSON object:
 *
 *     { "format": "sallyport-project", "version": 1,
 *       "kdf": { "name": "scrypt", "ln": 17, "r": 8, "p": 1, "salt": "<base64>" },
 *       "cipher": "aes-256-gcm", "data": "<base64 of nonce (12 bytes), ciphertext and tag (16 bytes)>" }
 *
 * The key has 32 bytes: scrypt with N = 2^ln, r and p, of the passphrase in NFKC as UTF-8, and the salt. The additional
 * authenticated data is `sallyport-project/1:scrypt:ln=17,r=8,p=1:<salt in base64>`. The plaintext is JSON: `project`
 * (`name` and `slug`), and `environments`, `tags` and `folders` as in the body of `POST /api/v1/projects/{projectId}/import`.
 */
import type { Request } from '../../contract.ts';
import {
  maxCost,
  openWithPassphrase,
  saltBytes,
  sealWithPassphrase,
  type PassphraseCost,
} from '../../platform/crypto/passphrase.ts';
import { SealError } from '../../platform/crypto/sealing.ts';
import { StartError } from '../../platform/errors.ts';
import { UsageError } from '../usage.ts';

type ImportBody = Request<'importSecrets'>['body'];

/** Everything of a project that the file has. */
export interface ProjectDocument extends Required<Pick<ImportBody, 'environments' | 'tags' | 'folders'>> {
  readonly project: { readonly name: string; readonly slug: string };
}

const format = 'sallyport-project';
const version = 1;
const purpose = `${format}/${version}`;

interface Header {
  readonly format?: unknown;
  readonly version?: unknown;
  readonly kdf?: { readonly name?: unknown; readonly salt?: unknown } & Partial<PassphraseCost>;
  readonly cipher?: unknown;
  readonly data?: unknown;
}

/** Returns the parsed file, if the text is the encrypted file of a project. */
export const readHeader = (text: string): Header | undefined => {
  if (!/^\s*\{\s*"format"\s*:\s*"sallyport-project"/.test(text.slice(0, 200))) return undefined;
  try {
    return JSON.parse(text) as Header;
  } catch {
    throw new UsageError('The encrypted file is damaged: it is not complete.');
  }
};

const isBelow = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= limit;

const readSealed = ({ kdf = {}, version: number, cipher, data }: Header) => {
  if (number !== version) throw new UsageError('The encrypted file is of a later version. Use a newer program.');
  const { name, ln, r, p, salt } = kdf;
  const isValid =
    name === 'scrypt' &&
    cipher === 'aes-256-gcm' &&
    isBelow(ln, maxCost.ln) &&
    isBelow(r, maxCost.r) &&
    isBelow(p, maxCost.p) &&
    typeof salt === 'string' &&
    typeof data === 'string';
  if (!isValid) throw new UsageError('The encrypted file is damaged: its header is not valid.');
  const sealed = { cost: { ln, r, p }, salt: Buffer.from(salt, 'base64'), data: Buffer.from(data, 'base64') };
  if (sealed.salt.length !== saltBytes || sealed.data.length < 28)
    throw new UsageError('The encrypted file is damaged: its header is not valid.');
  return sealed;
};

/** Decrypts the file. */
export const openProjectFile = async (header: Header, passphrase: string): Promise<ProjectDocument> => {
  try {
    const plaintext = await openWithPassphrase(passphrase, readSealed(header), purpose);
    return JSON.parse(plaintext.toString()) as ProjectDocument;
  } catch (error) {
    if (error instanceof SealError) throw new StartError('The passphrase is wrong, or the file was altered.');
    throw error;
  }
};

/** Encrypts the file. */
export const sealProjectFile = async (
  document: ProjectDocument,
  passphrase: string,
  cost?: PassphraseCost,
): Promise<string> => {
  const sealed = await sealWithPassphrase(passphrase, Buffer.from(JSON.stringify(document)), purpose, cost);
  const { ln, r, p } = sealed.cost;
  return `${JSON.stringify({
    format,
    version,
    kdf: { name: 'scrypt', ln, r, p, salt: sealed.salt.toString('base64') },
    cipher: 'aes-256-gcm',
    data: sealed.data.toString('base64'),
  })}\n`;
};
