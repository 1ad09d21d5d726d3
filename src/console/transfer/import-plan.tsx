import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { components } from '../../../generated/api.d.ts';
import { monospace } from '../components/light.tsx';
import { readNamedValues } from '../secrets/stored-values.ts';
import type { FolderRef } from '../secrets/use-secrets.ts';
import { useRevealed } from '../secrets/use-revealed.ts';
import { ValueText } from '../secrets/value-text.tsx';
import type { Entry } from './entries.ts';

export type Plan = components['schemas']['ImportResult'];

const signs = { created: '+', changed: '~', unchanged: '=' } as const;
const labels = { created: 'new', changed: 'changed', unchanged: 'unchanged' } as const;
const colors = {
  created: 'light-dark(var(--mantine-color-teal-9), var(--mantine-color-teal-3))',
  changed: 'light-dark(#8a4b00, var(--mantine-color-orange-3))',
  unchanged: 'var(--mantine-color-dimmed)',
} as const;
const kinds = ['created', 'changed', 'unchanged'] as const;

type Kind = (typeof kinds)[number];

/** The names that a plan would create or change. */
export const namesToWrite = ({ folders }: Plan): string[] =>
  folders.flatMap(({ created, changed }) => [...created, ...changed]);

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
  gap: 8,
  paddingInlineStart: 24,
} as const;

interface ValueProps {
  readonly label: string;
  readonly value: string;
}

const Value = ({ label, value }: ValueProps) => (
  <div style={{ minWidth: 0 }}>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <ValueText value={value} />
  </div>
);

interface LineProps {
  readonly kind: Kind;
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  /** While values are shown: the new one, and the stored one if it is known. */
  readonly shown: { readonly before: string | undefined; readonly after: string } | undefined;
}

const Line = ({ kind, name, isChosen, onChoose, shown }: LineProps) => (
  <li style={{ ...monospace, color: colors[kind], padding: '2px 0' }}>
    {kind === 'unchanged' ? (
      <>
        <span aria-hidden>{signs[kind]}</span> {name} (unchanged)
      </>
    ) : (
      <label>
        <input type="checkbox" checked={isChosen} onChange={({ currentTarget }) => onChoose(currentTarget.checked)} />{' '}
        <span aria-hidden>{signs[kind]}</span> {name}
      </label>
    )}
    {shown && kind !== 'unchanged' && (
      <div style={{ ...grid, color: 'var(--mantine-color-text)' }}>
        {kind === 'changed' && <Value label="Now" value={shown.before ?? 'You may not read it.'} />}
        <Value label="New" value={shown.after} />
      </div>
    )}
  </li>
);

interface Props {
  readonly plan: Plan;
  readonly entries: readonly Entry[];
  readonly folder: FolderRef;
  /** The names that are left out. */
  readonly excluded: ReadonlySet<string>;
  readonly onExclude: (excluded: ReadonlySet<string>) => void;
}

/** The new values of the plan and the stored ones, while they are shown. */
const useShownValues = ({ plan, entries, folder }: Pick<Props, 'plan' | 'entries' | 'folder'>) => {
  const { values, reveal, hide } = useRevealed();
  const show = useMutation({
    meta: { changesNothing: true },
    gcTime: 0,
    mutationFn: async () => {
      // There is nothing to read in a folder that does not exist, or if everything is new.
      const stored = plan.changed > 0 ? await readNamedValues(folder) : new Map<string, string>();
      reveal([
        ['', ''],
        ...entries.map(({ name, value }) => [`after ${name}`, value] as const),
        ...[...stored].map(([name, value]) => [`before ${name}`, value] as const),
      ]);
    },
  });
  return {
    areShown: values.has(''),
    isLoading: show.isPending,
    toggle: () => (values.has('') ? hide() : show.mutate()),
    of: (name: string) =>
      values.has('') ? { before: values.get(`before ${name}`), after: values.get(`after ${name}`) ?? '' } : undefined,
  };
};

/** What an import would do: new, changed and unchanged names, which of them are chosen, and values on demand. */
export const ImportPlan = ({ plan, entries, folder, excluded, onExclude }: Props) => {
  const shown = useShownValues({ plan, entries, folder });
  const all = namesToWrite(plan);
  const choose = (name: string, isChosen: boolean): void => {
    const next = new Set(excluded);
    if (isChosen) next.delete(name);
    else next.add(name);
    onExclude(next);
  };
  return (
    <Stack gap="xs">
      <Group gap="md">
        {kinds.map((kind) => (
          <Text key={kind} size="sm" fw={600} c={colors[kind]}>
            {signs[kind]} {plan[kind]} {labels[kind]}
          </Text>
        ))}
        <Group gap="xs" ml="auto">
          {all.length > 1 && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onExclude(new Set(excluded.size === 0 ? all : []))}
            >
              {excluded.size === 0 ? 'Choose none' : 'Choose all'}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={shown.areShown ? <IconEyeOff size={14} /> : <IconEye size={14} />}
            loading={shown.isLoading}
            onClick={shown.toggle}
          >
            {shown.areShown ? 'Hide values' : 'Compare values'}
          </Button>
        </Group>
      </Group>
      <Box
        component="ul"
        tabIndex={0}
        aria-label="What would change"
        m={0}
        p="xs"
        mah={420}
        fz="sm"
        style={{
          listStyle: 'none',
          overflow: 'auto',
          border: '1px solid var(--mantine-color-default-border)',
          borderRadius: 'var(--mantine-radius-sm)',
        }}
      >
        {plan.folders.flatMap((planned) =>
          kinds.flatMap((kind) =>
            planned[kind].map((name) => (
              <Line
                key={name}
                kind={kind}
                name={name}
                isChosen={!excluded.has(name)}
                onChoose={(isChosen) => choose(name, isChosen)}
                shown={shown.of(name)}
              />
            )),
          ),
        )}
      </Box>
      {plan.folders.some(({ isNew }) => isNew) && (
        <Text size="sm" c="dimmed">
          The folder does not exist yet, and will be created.
        </Text>
      )}
    </Stack>
  );
};
