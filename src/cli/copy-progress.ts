import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Runs in a thread of its own, because the file system copies in one step that blocks this one. */
const watcher = `
const { statSync, writeSync } = require('node:fs');
const { file, total, descriptor } = require('node:worker_threads').workerData;
const mebibytes = (bytes) => (bytes / 1_048_576).toFixed(1);
setInterval(() => {
  const copy = statSync(file, { throwIfNoEntry: false });
  const line = 'Copied ' + mebibytes(copy?.size ?? 0) + ' of ' + mebibytes(total) + ' MiB';
  writeSync(descriptor, '\\r\\u001b[2K' + line);
}, 250);
`;

/** On a terminal, shows how large the file is while it is written; `total` is about what it will have in the end. */
export const showingCopy = async (
  { file, total }: { file: string; total: number },
  copy: () => void | Promise<void>,
  descriptor: number | undefined = process.stderr.isTTY ? process.stderr.fd : undefined,
): Promise<void> => {
  if (descriptor === undefined) return copy();
  const watching = new Worker(watcher, { eval: true, workerData: { file, total, descriptor } });
  try {
    await copy();
  } finally {
    await watching.terminate();
    writeSync(descriptor, '\r\u001b[2K');
  }
};
