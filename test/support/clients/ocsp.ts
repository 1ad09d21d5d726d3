import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { asFile, openssl } from './openssl.ts';

const run = promisify(execFile);

/** Openssl compares the times of responses with its own clock, which is years behind that of the tests. */
const anyTime = ['-validity_period', String(20 * 365 * 86_400)];

interface Chain {
  /** The certificate of the authority that is asked, in PEM. */
  readonly issuer: string;
  /** The root that the client trusts. */
  readonly root: string;
}

const namedBy = (serialNumbers: readonly string[]): string[] =>
  serialNumbers.flatMap((serialNumber) => ['-serial', `0x${serialNumber}`]);

/** A request about certificates of an issuer, as DER. */
export const newOcspRequest = (
  issuer: string,
  serialNumbers: readonly string[],
  { nonce = false, hash = 'sha1' }: { nonce?: boolean; hash?: string } = {},
): Buffer => {
  const file = asFile('');
  // The algorithm and the issuer apply to what follows them.
  const options = [`-${hash}`, '-issuer', asFile(issuer), ...namedBy(serialNumbers), nonce ? '-nonce' : '-no_nonce'];
  openssl('ocsp', ...options, '-reqout', file);
  return readFileSync(file);
};

const verify = async (
  chain: Chain,
  serialNumbers: readonly string[],
  at: string,
  source: string[],
): Promise<string> => {
  const trust = ['-issuer', asFile(chain.issuer), '-CAfile', asFile(chain.root)];
  const time = ['-attime', String(Date.parse(at) / 1000), ...anyTime];
  const { stdout, stderr } = await run('openssl', ['ocsp', ...trust, ...namedBy(serialNumbers), ...time, ...source]);
  return `${stderr}${stdout}`;
};

const testTime = '2030-01-01T00:00:01Z';

/** What openssl says about a response, after verifying its signature at this time. */
export const readOcspResponse = (
  response: Uint8Array,
  chain: Chain,
  serialNumbers: readonly string[],
  at = testTime,
): Promise<string> => verify(chain, serialNumbers, at, ['-respin', asFile(response)]);

/** What openssl says after asking the server itself, with a nonce. */
export const askWithOpenssl = (url: string, chain: Chain, serialNumber: string): Promise<string> =>
  verify(chain, [serialNumber], testTime, ['-url', url, '-nonce']);

/** The text of a response, without verifying it. */
export const ocspText = (response: Uint8Array): string =>
  openssl('ocsp', '-respin', asFile(response), '-noverify', '-resp_text');
