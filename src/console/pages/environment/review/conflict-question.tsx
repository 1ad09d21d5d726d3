import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { timeText } from '../../../components/time.tsx';
import { ValueDiff } from '../../../secrets/value-diff.tsx';
import type { EditorActions } from '../use-editor.ts';
import type { Conflict } from './conflicts.ts';

interface Props {
  readonly conflict: Conflict;
  /** Their value before and now, while values are shown. */
  readonly theirs: { readonly before: string; readonly now: string } | undefined;
  readonly actions: EditorActions;
}

const textOf = (conflict: Conflict): string => {
  if (conflict.kind === 'deleted') return 'Somebody has deleted this secret since you began.';
  const { changedBy: who, updatedAt, version, secretKey } = conflict.current;
  if (conflict.kind === 'taken') return `${who} has created a secret of this name (${timeText(updatedAt)}).`;
  const { secretKey: before, version: seen } = conflict.draft.original!;
  const renamed = before === secretKey ? '' : ` It is called ${secretKey} now.`;
  return `${who} has changed this secret since you began (${timeText(updatedAt)}, version ${seen} to ${version}).${renamed}`;
};

const keepMine = ({ kind, ...conflict }: Conflict, { dispatch }: EditorActions): void => {
  const { draft } = conflict;
  if (!('current' in conflict)) return dispatch({ type: 'change', id: draft.id, change: { original: undefined } });
  if (kind === 'changed') return dispatch({ type: 'rebase', secret: conflict.current });
  dispatch({ type: 'drop', id: draft.id });
  dispatch({ type: 'edit', secret: conflict.current, change: { value: draft.value } });
};

const labels = {
  changed: { mine: 'Keep mine', theirs: 'Take theirs' },
  deleted: { mine: 'Create it again', theirs: 'Leave it deleted' },
  taken: { mine: 'Replace its value with mine', theirs: 'Drop mine' },
};

/** Shows what changed in between, and asks whose change is to be kept. */
export const ConflictQuestion = ({ conflict, theirs, actions }: Props) => {
  const { draft, kind } = conflict;
  const { mine, theirs: take } = labels[kind];
  // A secret that is gone can only be created again with a value, and a name that is taken only with one of its own.
  const canKeep = kind === 'changed' || (draft.value !== undefined && (kind === 'deleted' || !draft.original));
  return (
    <Alert color="yellow" variant="light" icon={<IconUsers size={18} />} p="xs">
      <Stack gap="xs">
        <Text size="sm">{textOf(conflict)}</Text>
        {theirs && <ValueDiff label="Their change" before={theirs.before} after={theirs.now} />}
        <Group gap="xs">
          {canKeep && (
            <Button size="xs" variant="default" onClick={() => keepMine(conflict, actions)}>
              {draft.isDeleted ? 'Delete it anyway' : mine}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => actions.dispatch({ type: 'drop', id: draft.id })}>
            {take}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
};
