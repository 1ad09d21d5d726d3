import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
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

const checkMs = 10_000;

/** Loads the certificate chain and its key; throws unless they belong together. */
export const loadTls = ({ certFile, keyFile }: TlsFiles): TlsPair => {
  try {
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    createSecureContext(pair);
    return pair;
  } catch (cause) {
    throw new StartError(`TLS_CERT and TLS_KEY cannot be used: ${(cause as Error).message}`, { cause });
  }
};

/** Watches the files, so that new connections use a renewed certificate without a restart. */
export const watchTls = (
  server: Server,
  files: TlsFiles,
  log: Log,
  options: SecureContextOptions = {},
): { readonly look: () => void; readonly stop: () => void } => {
  let used = loadTls(files);
  const look = (): void => {
    try {
      const loaded = loadTls(files);
      if (loaded.cert.equals(used.cert) && loaded.key.equals(used.key)) return;
      server.setSecureContext({ ...options, ...loaded });
      used = loaded;
      log.info('TLS certificate reloaded');
    } catch (err) {
      // Only one of the two files may have been replaced so far.
      log.warn({ err }, 'TLS certificate not reloaded; retrying shortly');
    }
  };
  const timer = setInterval(look, checkMs).unref();
  return { look, stop: () => clearInterval(timer) };
};
