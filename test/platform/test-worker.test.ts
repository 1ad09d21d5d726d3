import { expect } from 'chai';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../support/world/folders.ts';

describe('a process of npm test', () => {
  // One for all tests, because tsx stores the compiled files in it.
  const folder = scratchFolder();
  let worker: ChildProcess;

  const scratchFolders = (): string[] => readdirSync(folder).filter((name) => name.startsWith('sallyport-test-'));

  beforeEach(async () => {
    const env = { ...process.env, TMPDIR: folder };
    worker = fork(join('scripts', 'test-worker.mjs'), { env, execArgv: ['--import', 'tsx'] });
    worker.send({ file: join(import.meta.dirname, 'cached-rows.test.ts') });
    expect((await once(worker, 'message'))[0]).to.include({ passes: 1, failures: 0 });
    expect(scratchFolders()).to.have.length(1);
  });

  const ends: [string, number, () => unknown][] = [
    ['it has run all files', 0, () => worker.send({})],
    ['it is interrupted', 1, () => worker.kill('SIGINT')],
    ['npm test has ended', 1, () => worker.disconnect()],
  ];
  for (const [when, code, end] of ends)
    it(`removes the folders of its tests when ${when}`, async () => {
      const ended = once(worker, 'exit');
      end();
      expect(await ended).to.deep.equal([code, null]);
      expect(scratchFolders()).to.deep.equal([]);
    });
});
