import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { failureOf, statusOf } from '../../api/errors.ts';
import { notifyUndoable } from '../../components/undo.tsx';
import { splitPath } from '../../secrets/addresses.ts';

/** What failed in some environments, while it was done in the others. */
class PartialFailure extends Error {
  readonly statusCode = 400;
  readonly environments: readonly string[];

  constructor(failures: ReadonlyMap<string, string>, isPartial: boolean) {
    const lines = [...failures].map(([environment, message]) => `${environment}: ${message}`);
    super([...(isPartial ? ['It was created in the other environments.'] : []), ...lines].join('\n'));
    this.environments = [...failures.keys()];
  }
}

/** The environments in which something is still to be done after an error. */
export const failedIn = (error: unknown, asked: readonly string[]): string[] => [
  ...(error instanceof PartialFailure ? error.environments : asked),
];

interface Target {
  readonly projectId: string;
  readonly path: string;
}

type Undo = () => Promise<unknown>;

/** Creates a folder, and returns what deletes it again if nothing was put into it. */
export const createFolder = async (
  { projectId, path }: Target,
  environment: string,
  { name, description }: { readonly name: string; readonly description?: string },
): Promise<Undo> => {
  const { folder } = await client.POST('/api/v2/folders', {
    body: { projectId, environment, path, name, ...(description && { description }) },
  });
  return () =>
    client.DELETE('/api/v2/folders/{folderId}', {
      params: { path: { folderId: folder.id } },
      body: { projectId, environment, path, forceDelete: false },
    });
};

/**
 * Does the same in several environments; what is missing of the folder is created on the way. Says where it was done,
 * with a button that undoes it.
 */
const runIn = async (
  { projectId, path }: Target,
  environments: readonly string[],
  run: (environment: string) => Promise<Undo>,
  what: string,
): Promise<void> => {
  const failures = new Map<string, string>();
  const undos: Undo[] = [];
  const done: string[] = [];
  for (const environment of environments) {
    try {
      const undo = await run(environment).catch(async (error: unknown) => {
        if (statusOf(error) !== 404 || path === '/') throw error;
        const { parent, name } = splitPath(path);
        undos.push(await createFolder({ projectId, path: parent }, environment, { name }));
        return run(environment);
      });
      undos.push(undo);
      done.push(environment);
    } catch (error) {
      failures.set(environment, failureOf(error).message);
    }
  }
  if (done.length > 0)
    notifyUndoable(`${what} was created in ${done.join(', ')}.`, async () => {
      for (const undo of undos.toReversed()) await undo();
    });
  if (failures.size > 0) throw new PartialFailure(failures, failures.size < environments.length);
};

/** A mutation that creates something in several environments; `run` returns what undoes it in one of them. */
export const useInEnvironments = <Fields extends { readonly name: string; readonly environments: readonly string[] }>(
  target: Target,
  run: (fields: Fields, environment: string) => Promise<Undo>,
) => {
  const queries = useQueryClient();
  return useMutation({
    meta: { showsError: true },
    // Some of it may have been done.
    onError: () => queries.invalidateQueries(),
    mutationFn: (fields: Fields) =>
      runIn(target, fields.environments, (environment) => run(fields, environment), fields.name),
  });
};
