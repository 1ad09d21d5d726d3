import type { Response } from 'supertest';

type Done = (error: Error | null, body: unknown) => void;

/** Parses a response of any content type: JSON as JSON, everything else as bytes. */
export const readBytes = (response: Response, done: Done): void => {
  const stream = response as unknown as NodeJS.ReadableStream;
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => void chunks.push(Buffer.from(chunk)));
  stream.on('end', () => {
    const bytes = Buffer.concat(chunks);
    const isJson = response.headers['content-type']?.startsWith('application/json');
    done(null, isJson ? JSON.parse(bytes.toString()) : bytes);
  });
};
