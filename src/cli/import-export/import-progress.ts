import { setTimeout } from 'node:timers/promises';
import type { ApiClient } from '../server/client.ts';
import { Progress } from '../terminal.ts';

const everyMs = 1_000;
/** The server reports how far imports of this size are. */
const reportedFrom = 500;

/** Shows how far the server is with a large import while the work waits for its response. */
export const showingImport = async <T>(
  client: ApiClient,
  projectId: string,
  secrets: number,
  work: () => Promise<T>,
): Promise<T> => {
  if (secrets < reportedFrom) return work();
  const progress = new Progress();
  const ending = new AbortController();
  const { signal } = ending;
  const what = `importing ${secrets} secrets`;
  const show = async (): Promise<void> => {
    for (;;) {
      await setTimeout(everyMs, undefined, { signal });
      const { imports } = await client
        .call('listOwnImportRuns', { params: { projectId }, signal })
        .catch(() => ({ imports: [] }));
      signal.throwIfAborted();
      const running = imports.find(({ status }) => status === 'running');
      if (running) progress.show(running.prepared + running.written, 2 * running.secrets, what);
    }
  };
  progress.show(0, secrets, what);
  // It ends only with the signal.
  const showing = show().catch(() => undefined);
  try {
    return await work();
  } finally {
    ending.abort();
    await showing;
    progress.end();
  }
};
