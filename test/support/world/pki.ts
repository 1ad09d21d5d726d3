import { buildSync } from 'esbuild';
import { join } from 'node:path';
import { Pki } from '../../../src/platform/crypto/pki/pki.ts';

const entry = join(import.meta.dirname, '..', '..', '..', 'src', 'platform', 'crypto', 'pki', 'thread.ts');
let source: string | undefined;

/** Bundles the worker thread from the current source, once: worker threads of Node 20 do not load TypeScript. */
export const newPki = (): Pki =>
  new Pki(
    () =>
      (source ??= buildSync({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', write: false })
        .outputFiles[0]!.text),
  );
