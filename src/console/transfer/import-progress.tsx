import type { components } from '../../../generated/api.d.ts';
import { api } from '../api/client.ts';
import { ProgressBar } from '../components/progress-bar.tsx';

type Run = Pick<components['schemas']['ImportRun'], 'secrets' | 'prepared' | 'written'>;

/** How far an import is: all of its secrets are encrypted, and then written in one transaction. */
export const ImportProgress = ({ run: { secrets, prepared, written } }: { run: Run }) => (
  <ProgressBar label="Progress of the import" done={prepared + written} total={2 * secrets}>
    {prepared} of {secrets} secrets encrypted, {written} written.
  </ProgressBar>
);

const refreshEveryMs = 1_000;

/** From this many secrets on, the server tells how far an import is. */
export const manySecrets = 500;

/** The progress of the signed-in user's import into the project, while it runs. */
export const OwnImportProgress = ({ projectId, secrets }: { projectId: string; secrets: number }) => {
  const { data } = api.useQuery(
    'get',
    '/api/v1/projects/{projectId}/import',
    { params: { path: { projectId } } },
    { refetchInterval: refreshEveryMs, gcTime: 0 },
  );
  const run = data?.imports.find(({ status }) => status === 'running');
  return <ImportProgress run={run ?? { secrets, prepared: 0, written: 0 }} />;
};
