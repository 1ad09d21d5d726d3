import { useQuery } from '@tanstack/react-query';
import { readComparable } from '../../secrets/stored-values.ts';

/** Under each name, a number for each environment that has it: the same number is the same value. */
export type Comparison = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Numbers the values under each name, in the order of the environments. */
export const compareValues = (valuesOf: ReadonlyMap<string, ReadonlyMap<string, string | undefined>>): Comparison => {
  const seen = new Map<string, Map<string, number>>();
  const comparison = new Map<string, Map<string, number>>();
  for (const [environment, values] of valuesOf)
    for (const [name, value] of values) {
      // A value that may not be read is like no other.
      const key = value === undefined ? `hidden ${environment}` : `value ${value}`;
      const numbers = seen.get(name) ?? new Map<string, number>();
      seen.set(name, numbers.set(key, numbers.get(key) ?? numbers.size + 1));
      comparison.set(name, (comparison.get(name) ?? new Map<string, number>()).set(environment, numbers.get(key)!));
    }
  return comparison;
};

export const isDifferent = (numbers: ReadonlyMap<string, number> | undefined, environments: number): boolean =>
  numbers !== undefined && (numbers.size < environments || new Set(numbers.values()).size > 1);

interface Place {
  readonly projectId: string;
  readonly path: string;
  /** Slugs. */
  readonly environments: readonly string[];
}

/** Reads all values of a folder in several environments, and keeps which are equal. */
export const useComparison = ({ projectId, path, environments }: Place, isEnabled: boolean) =>
  useQuery({
    queryKey: ['comparison', { projectId, path, environments }],
    enabled: isEnabled,
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
    queryFn: async () => {
      const read = await Promise.all(
        environments.map(
          async (environment) => [environment, await readComparable({ projectId, environment, path })] as const,
        ),
      );
      return compareValues(new Map(read));
    },
  });
