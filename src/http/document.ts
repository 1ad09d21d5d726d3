import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { hashText } from '../platform/crypto/digest.ts';
import { sendCompressed, type Compressed } from './built-files.ts';
import { tagsIn } from './etag.ts';
import { pagePolicy } from './page.ts';
import type { Page } from './route.ts';

// A tenth of the time of the best quality, for a twentieth more bytes.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

const compress = async (text: string): Promise<Compressed & { readonly etag: string }> => {
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(text, brotli), promisify(gzip)(text)]);
  return { br, gzip: zipped, etag: `"${hashText(text)}"` };
};

/** A long document with an ETag, which is made and compressed on the first request and then cached. */
export const document = (path: string, type: string, make: () => string): Page => {
  let made: ReturnType<typeof compress> | undefined;
  const show: RequestHandler = (req, res, next) => {
    made ??= compress(make());
    made
      .then((file) => {
        res
          .set({ 'Content-Security-Policy': pagePolicy, 'Cache-Control': 'public, max-age=300' })
          // Weak, because one tag stands for all encodings.
          .set({ ETag: `W/${file.etag}`, Vary: 'Accept-Encoding' })
          .type(type);
        if (tagsIn(req.get('If-None-Match'))?.(file.etag)) res.status(304).end();
        else sendCompressed(req, res, file);
      })
      .catch(next);
  };
  return { path, show };
};
