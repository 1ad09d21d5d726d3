import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../world/folders.ts';

/** The arguments of `openssl` for a self-signed certificate with a new key. */
export const selfSigned = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Returns what the command prints; throws its error output if it fails. */
export const openssl = (...args: string[]): string =>
  execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 1024 * 1024 });

let folder: string | undefined;
let files = 0;

/** Writes the content to a new file and returns its path. */
export const asFile = (content: string | Uint8Array): string => {
  const path = join((folder ??= scratchFolder()), `file-${(files += 1)}`);
  writeFileSync(path, content);
  return path;
};

export const certificateText = (pem: string): string => openssl('x509', '-noout', '-text', '-in', asFile(pem));

/** The text of a revocation list; fails unless this issuer signed it. */
export const listText = (pem: string, issuer: string): string => {
  const file = asFile(pem);
  openssl('crl', '-noout', '-verify', '-in', file, '-CAfile', asFile(issuer));
  return openssl('crl', '-noout', '-text', '-in', file);
};

/**
 * The result of a strict verification at the time of the tests, with the revocation lists of all authorities of the
 * chain.
 */
export const verify = ({
  certificate,
  above,
  root,
  lists,
  at = '2030-01-01T00:00:01Z',
}: {
  certificate: string;
  above: string;
  root: string;
  lists: readonly string[];
  at?: string;
}): string => {
  const time = String(Date.parse(at) / 1000);
  const untrusted = above === '' ? [] : ['-untrusted', asFile(above)];
  try {
    return openssl(
      'verify',
      '-x509_strict',
      '-attime',
      time,
      '-crl_check_all',
      '-CRLfile',
      asFile(lists.join('')),
      '-CAfile',
      asFile(root),
      ...untrusted,
      asFile(certificate),
    );
  } catch (error) {
    return String((error as { stderr?: unknown }).stderr);
  }
};
