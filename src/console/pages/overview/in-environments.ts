import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { failureOf, statusOf } from '../../api/errors.ts';
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

/** Does the same in several environments; what is missing of the folder is created on the way. */
const runIn = async (
  { projectId, path }: Target,
  environments: readonly string[],
  run: (environment: string) => Promise<unknown>,
): Promise<void> => {
  const failures = new Map<string, string>();
  for (const environment of environments) {
    try {
      await run(environment).catch(async (error: unknown) => {
        if (statusOf(error) !== 404 || path === '/') throw error;
        const { parent, name } = splitPath(path);
        await client.POST('/api/v2/folders', { body: { projectId, environment, path: parent, name } });
        await run(environment);
      });
    } catch (error) {
      failures.set(environment, failureOf(error).message);
    }
  }
  if (failures.size > 0) throw new PartialFailure(failures, failures.size < environments.length);
};

/** A mutation that creates something in several environments. */
export const useInEnvironments = <Fields extends { readonly environments: readonly string[] }>(
  target: Target,
  run: (fields: Fields, environment: string) => Promise<unknown>,
) => {
  const queries = useQueryClient();
  return useMutation({
    meta: { showsError: true },
    // Some of it may have been done.
    onError: () => queries.invalidateQueries(),
    mutationFn: (fields: Fields) => runIn(target, fields.environments, (environment) => run(fields, environment)),
  });
};
