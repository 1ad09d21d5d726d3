import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** The files in two compressed forms, as `name.br` and `name.gz`, for src/http/built-files.ts. */
export const compressed = async (files) => {
  const both = await Promise.all(
    Object.entries(files).map(async ([name, content]) => [
      [`${name}.br`, await brotli(content, best)],
      [`${name}.gz`, await zip(content, { level: 9 })],
    ]),
  );
  return Object.fromEntries(both.flat());
};
