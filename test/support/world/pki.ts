import { buildSync } from 'esbuild';
import { join } from 'node:path';
import { Pki } from '../../../src/platform/crypto/pki/pki.ts';

const entry = join(import.meta.dirname, '..', '..', '..', 'src', 'platform', 'crypto', 'pki', 'thread.ts');
let source: string | undefined;

/** Its thread is made from the source of today, once: a thread of Node 20 takes no TypeScript. */
export const newPki = (): Pki =>
  new Pki(
    () =>
      (source ??= buildSync({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', write: false })
        .outputFiles[0]!.text),
  );
