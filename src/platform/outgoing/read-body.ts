import type { IncomingMessage } from 'node:http';

/** Reads a response; throws what `tooLong` returns if it is longer. */
export const readBody = async (response: IncomingMessage, maxBytes: number, tooLong: () => Error): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
