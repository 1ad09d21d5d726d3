import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Server } from 'node:https';
import { StartError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

const lookMs = 10_000;

/** The certificate, with those above it, and its key; refused unless they belong together. */
export const loadTls = ({ certFile, keyFile }: TlsFiles): TlsPair => {
  try {
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    createSecureContext(pair);
    return pair;
  } catch (cause) {
    throw new StartError(`TLS_CERT and TLS_KEY cannot be used: ${(cause as Error).message}`, { cause });
  }
};

/** New connections get a renewed certificate without a restart. */
export const followTls = (
  server: Server,
  files: TlsFiles,
  log: Log,
): { readonly look: () => void; readonly stop: () => void } => {
  let used = loadTls(files);
  const look = (): void => {
    try {
      const found = loadTls(files);
      if (found.cert.equals(used.cert) && found.key.equals(used.key)) return;
      server.setSecureContext(found);
      used = found;
      log.info('the TLS certificate was loaded anew');
    } catch (err) {
      // Perhaps only one of the two files is there yet.
      log.warn({ err }, 'the TLS certificate was not loaded anew; it is tried again shortly');
    }
  };
  const timer = setInterval(look, lookMs).unref();
  return { look, stop: () => clearInterval(timer) };
};
