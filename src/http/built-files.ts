import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { embedded } from '../platform/embedded.ts';
import { notFound } from '../platform/errors.ts';

/** Reads a file that the build makes, which is in dist/ for servers that run from source. */
export const readBuilt = (path: string): Buffer | undefined => {
  const file = new URL(`../../dist/${path}`, import.meta.url);
  return embedded(path) ?? (existsSync(file) ? readFileSync(file) : undefined);
};

export interface Compressed {
  readonly br: Buffer;
  readonly gzip: Buffer;
}

const cached = new Map<string, Compressed>();

/** Reads a file that the build compressed, when it is first asked for. */
export const readCompressed = (path: string): Compressed | undefined => {
  const known = cached.get(path);
  if (known) return known;
  const br = readBuilt(`${path}.br`);
  const gzip = br && readBuilt(`${path}.gz`);
  if (!gzip) return undefined;
  const found = { br, gzip };
  cached.set(path, found);
  return found;
};

/** Sends a file with the best compression that the client accepts. */
export const sendCompressed = (req: Request, res: Response, file: Compressed): void => {
  const encoding = (['br', 'gzip'] as const).find((each) => req.acceptsEncodings(each));
  res.set('Vary', 'Accept-Encoding');
  if (encoding) res.set('Content-Encoding', encoding);
  res.send(encoding ? file[encoding] : gunzipSync(file.gzip));
};

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
};

/** Sends the files of a folder, whose names change with their content. */
export const sendHashed =
  (folder: string): RequestHandler =>
  (req, res) => {
    const name = req.path.split('/').at(-1)!;
    const file = /^[\w-]+\.\w+$/.test(name) ? readCompressed(`${folder}/${name}`) : undefined;
    if (!file) throw notFound('There is no such file; it may be of another version. Reload the page.');
    res
      .set('Cache-Control', 'public, max-age=31536000, immutable')
      .type(types[name.split('.').at(-1)!] ?? 'application/octet-stream');
    sendCompressed(req, res, file);
  };
