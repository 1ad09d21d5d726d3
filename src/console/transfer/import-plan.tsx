import { Box, Group, Stack, Text } from '@mantine/core';
import type { components } from '../../../generated/api.d.ts';

export type Plan = components['schemas']['ImportResult'];

const signs = { created: '+', changed: '~', unchanged: '=' } as const;
const labels = { created: 'new', changed: 'changed', unchanged: 'unchanged' } as const;
const colors = {
  created: 'light-dark(var(--mantine-color-teal-9), var(--mantine-color-teal-3))',
  changed: 'light-dark(#8a4b00, var(--mantine-color-orange-3))',
  unchanged: 'dimmed',
} as const;
const kinds = ['created', 'changed', 'unchanged'] as const;

/** What an import would do: new, changed and unchanged names, without values. */
export const ImportPlan = ({ plan }: { plan: Plan }) => (
  <Stack gap="xs">
    <Group gap="md">
      {kinds.map((kind) => (
        <Text key={kind} size="sm" fw={600} c={colors[kind]}>
          {signs[kind]} {plan[kind]} {labels[kind]}
        </Text>
      ))}
    </Group>
    <Box
      component="ul"
      tabIndex={0}
      aria-label="What would change"
      m={0}
      p="xs"
      mah={420}
      ff="monospace"
      fz="sm"
      style={{
        listStyle: 'none',
        overflow: 'auto',
        border: '1px solid var(--mantine-color-default-border)',
        borderRadius: 'var(--mantine-radius-sm)',
      }}
    >
      {plan.folders.flatMap((folder) =>
        kinds.flatMap((kind) =>
          folder[kind].map((name) => (
            <Text key={name} component="li" inherit c={colors[kind]} style={{ overflowWrap: 'anywhere' }}>
              <span aria-hidden>{signs[kind]}</span> {name}
              {kind === 'unchanged' && ' (unchanged)'}
            </Text>
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
