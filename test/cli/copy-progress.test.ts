import { expect } from 'chai';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showingCopy } from '../../src/cli/copy-progress.ts';
import { scratchFolder } from '../support/world/folders.ts';

describe('the progress of a copy', () => {
  it('is shown while the copy blocks everything else, and removed at the end', async () => {
    const folder = scratchFolder();
    const [file, terminal] = [join(folder, 'copy'), join(folder, 'terminal')];
    const descriptor = openSync(terminal, 'a');
    const copy = (): void => {
      writeFileSync(file, Buffer.alloc(2_097_152));
      while (!readFileSync(terminal, 'utf8').includes('Copied 2.0 of 4.0 MiB'));
    };
    await showingCopy({ file, total: 4_194_304 }, copy, descriptor);
    closeSync(descriptor);
    expect(readFileSync(terminal, 'utf8')).to.match(/\r\u001b\[2K$/);
  });
});
