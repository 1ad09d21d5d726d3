import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useRevealed } from '../secrets/use-revealed.ts';
import { ValueDiff } from '../secrets/value-diff.tsx';
import type { Change, CommitVersion } from './commits.ts';

const signs = { create: '+', update: '~', delete: '−' } as const;
const words = { create: 'added', update: 'changed', delete: 'removed' } as const;

/** What is shown without asking. */
const factsOf = (version: CommitVersion | undefined): string | undefined =>
  version &&
  [
    `Name: ${version.secretKey ?? version.name ?? ''}`,
    version.secretComment ? `Comment: ${version.secretComment}` : '',
    version.tags?.length ? `Tags: ${version.tags.join(', ')}` : '',
    ...(version.metadata ?? []).map(({ key, value, isEncrypted }) => `${key} = ${isEncrypted ? '(encrypted)' : value}`),
  ]
    .filter((line) => line !== '')
    .join('\n');

const hidden = '<hidden-by-infisical>';

const valueOf = (version: CommitVersion | undefined): string | undefined => {
  if (version?.isRedacted) return '(redacted)';
  return version?.secretValue === hidden ? '(you may not read this value)' : version?.secretValue;
};

const Entry = ({ change, isShown }: { change: Change; isShown: boolean }) => {
  const { kind, name, isFolder, before, after, obstacle } = change;
  const [factsBefore, factsAfter] = [factsOf(before), factsOf(after)];
  return (
    <Box component="li">
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        <span aria-hidden>{signs[kind]} </span>
        {name}
        {isFolder && '/'}{' '}
        <Text span size="xs" c="dimmed" ff="text">
          {words[kind]}
          {obstacle !== undefined && `, cannot be done: ${obstacle}`}
        </Text>
      </Text>
      {kind === 'update' && factsBefore !== factsAfter && (
        <ValueDiff label={`Changes of ${name}`} before={factsBefore} after={factsAfter} />
      )}
      {isShown && !isFolder && (
        <ValueDiff label={`Change of the value of ${name}`} before={valueOf(before)} after={valueOf(after)} />
      )}
    </Box>
  );
};

/** Changes of secrets and folders, whose values are shown when somebody asks. */
export const ChangeList = ({ changes, label }: { changes: readonly Change[]; label: string }) => {
  const { values, reveal, hide } = useRevealed();
  const isShown = values.has('shown');
  return (
    <Stack gap={6}>
      <Stack
        component="ul"
        gap={4}
        p={0}
        m={0}
        mah={420}
        tabIndex={0}
        style={{ listStyle: 'none', overflow: 'auto' }}
        aria-label={label}
      >
        {changes.map((change) => (
          <Entry key={change.id} change={change} isShown={isShown} />
        ))}
      </Stack>
      {changes.some(({ isFolder }) => !isFolder) && (
        <Group>
          <Button size="compact-xs" variant="default" onClick={() => (isShown ? hide() : reveal([['shown', '']]))}>
            {isShown ? 'Hide values' : 'Show values'}
          </Button>
        </Group>
      )}
    </Stack>
  );
};
