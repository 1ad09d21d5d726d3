import { existsSync } from 'node:fs';
import { writeNewFile } from '../new-file.ts';
import { note } from '../terminal.ts';
import { UsageError } from '../usage.ts';

interface Contents {
  readonly certificate: string;
  readonly certificateChain: string;
  /** Null if it is not on the server; undefined if it is not wanted. */
  readonly privateKey?: string | null;
}

const withEnd = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

const filesOf = (base: string): Readonly<Record<'certificate' | 'chain' | 'key', string>> => ({
  certificate: `${base}.pem`,
  chain: `${base}-chain.pem`,
  key: `${base}.key`,
});

/** Refuses names of files that exist already, before anything is issued. */
export const requireNewFiles = (base: string): void => {
  const existing = Object.values(filesOf(base)).find((file) => existsSync(file));
  if (existing !== undefined) throw new UsageError(`${existing} exists already. Give another name with --output.`);
};

/** Writes the certificate, its chain and its key into files of their own; only the owner can read the key. */
export const writeCertificate = (base: string, { certificate, certificateChain, privateKey }: Contents): void => {
  const files = filesOf(base);
  writeNewFile(files.certificate, withEnd(certificate));
  writeNewFile(files.chain, withEnd(certificateChain));
  if (privateKey) writeNewFile(files.key, withEnd(privateKey), 0o600);
  note(`${files.certificate}: the certificate. ${files.chain}: those of its authorities.`);
  if (privateKey) note(`${files.key}: its private key.`);
  if (privateKey === null) note('Its private key is not on the server.');
};

/** The name of the files by default; a wildcard has no star there. */
export const fileNameFor = (name: string): string =>
  name
    .replace(/^\*/, '_')
    .replaceAll(/[^\w.-]/g, '-')
    .replace(/^[.-]/, '_');
