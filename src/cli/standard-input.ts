import { isUtf8 } from 'node:buffer';
import { UsageError } from './usage.ts';

/** The largest input, in bytes. */
export const maxInput = 268_435_456;

export const inputTooLarge = (): UsageError => new UsageError(`The input has more than ${maxInput} bytes.`);

/** Decodes the input; replacing what is not UTF-8 would alter secrets. */
export const decodeInput = (bytes: Buffer): string => {
  if (isUtf8(bytes)) return bytes.toString().replace(/^\ufeff/, '');
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf('\n', start);
    const next = end < 0 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(start, next))) break;
    start = next;
  }
  throw new UsageError(`Line ${line}: the input is not UTF-8.`);
};

export const readStandardInput = async (): Promise<string> => {
  if (process.stdin.isTTY) throw new UsageError('Name a file, or send the input to standard input.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxInput) throw inputTooLarge();
    chunks.push(chunk);
  }
  return decodeInput(Buffer.concat(chunks));
};
