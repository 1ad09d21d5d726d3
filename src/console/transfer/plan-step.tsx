import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { FailureMessage } from '../components/failure.tsx';
import { saveUndoable } from '../history/undo-commit.ts';
import type { Project } from '../layout/project.tsx';
import { useProtection } from '../secrets/protection.tsx';
import type { Entry } from './entries.ts';
import { ImportPlan, namesToWrite, type Plan } from './import-plan.tsx';
import { manySecrets, OwnImportProgress } from './import-progress.tsx';

/** The folder that secrets are written into. */
export interface Target {
  readonly project: Project;
  readonly environment: string;
  readonly path: string;
}

/** What would be written, and what that would change. */
export interface Planned {
  readonly entries: readonly Entry[];
  readonly plan: Plan;
}

/** Imports names with values into a folder: everything, or nothing if something is refused. */
const sendImport = async (
  { project, environment, path }: Target,
  entries: readonly Entry[],
  dryRun: boolean,
): Promise<Plan> => {
  const secrets = entries.map(({ name, value }) => ({ secretKey: name, secretValue: value }));
  return await client.POST('/api/v1/projects/{projectId}/import', {
    params: { path: { projectId: project.id } },
    body: { dryRun, folders: [{ environment, path, secrets }] },
  });
};

/** Finds out what an import would change. */
export const planImport = async (target: Target, entries: readonly Entry[]): Promise<Planned> => ({
  entries,
  plan: await sendImport(target, entries, true),
});

interface Props {
  readonly target: Target;
  readonly planned: Planned;
  /** The verb of the button: "Import". */
  readonly action: string;
  /** What is said afterwards: "Imported". */
  readonly done: string;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Shows what would change, and writes what is chosen of it. */
export const PlanStep = ({ target, planned: { entries, plan }, action, done, onBack, onDone }: Props) => {
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const count = namesToWrite(plan).filter((name) => !excluded.has(name)).length;
  const { project, environment, path } = target;
  const folder = { projectId: project.id, environment, path };
  const protection = useProtection([environment]);
  const run = useMutation({
    meta: { showsError: true },
    gcTime: 0,
    mutationFn: (chosen: readonly Entry[]) =>
      saveUndoable(
        folder,
        () => sendImport(target, chosen, false),
        ({ created, changed }) => `${done}: ${created} new, ${changed} changed.`,
      ),
    onSuccess: onDone,
  });
  return (
    <Stack>
      <ImportPlan plan={plan} entries={entries} folder={folder} excluded={excluded} onExclude={setExcluded} />
      {run.isPending && run.variables.length >= manySecrets && (
        <OwnImportProgress projectId={project.id} secrets={run.variables.length} />
      )}
      {protection.fields}
      <FailureMessage error={run.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button
          loading={run.isPending}
          disabled={count === 0 || !protection.isConfirmed}
          onClick={() => run.mutate(entries.filter(({ name }) => !excluded.has(name)))}
        >
          {action} {count === 1 ? 'one secret' : `${count} secrets`}
        </Button>
      </Group>
    </Stack>
  );
};
