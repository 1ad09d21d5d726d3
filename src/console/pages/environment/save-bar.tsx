import { Button, Group, Paper, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { confirm } from '../../components/confirm.tsx';
import { summaryOf, type Draft, type Drafts } from './drafts.ts';

interface Props {
  readonly drafts: Drafts;
  readonly errors: ReadonlyMap<string, string>;
  readonly onDiscard: () => void;
  readonly onReview: () => void;
  /** Whether changes have to be confirmed in the review. */
  readonly isProtected: boolean;
  readonly isSaving: boolean;
  /** Saves without a review. */
  readonly onSave: () => void;
}

/** What is not saved yet, at the bottom of the screen. */
export const SaveBar = ({ drafts, errors, onDiscard, onReview, isProtected, isSaving, onSave }: Props) => {
  const isPossible = drafts.size > 0 && errors.size === 0;
  useHotkeys([['mod+S', () => isPossible && onReview()]], []);
  if (drafts.size === 0) return null;
  // What is deleted or renamed is shown before, with what refers to it.
  const takesNameAway = ({ original, name, isDeleted }: Draft): boolean =>
    isDeleted || (original !== undefined && name !== original.secretKey);
  const isSimple = !isProtected && drafts.size === 1 && ![...drafts.values()].some(takesNameAway);
  const discard = (): void => {
    confirm({
      title: 'Discard all changes?',
      message: `Nothing of this is saved yet: ${summaryOf(drafts)}.`,
      action: 'Discard',
      isDestructive: true,
      onConfirm: onDiscard,
    });
  };
  return (
    <Paper withBorder shadow="md" px="md" py="xs" role="region" aria-label="Unsaved changes">
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          <b>Not saved:</b> {summaryOf(drafts)}
          {errors.size > 0 && (
            <Text span size="sm" c="error">
              {' '}
              · {errors.size === 1 ? 'one name needs a correction' : `${errors.size} names need a correction`}
            </Text>
          )}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={discard}>
            Discard
          </Button>
          <Button variant={isSimple ? 'default' : 'filled'} disabled={!isPossible || isSaving} onClick={onReview}>
            Review and save
          </Button>
          {isSimple && (
            <Button disabled={!isPossible} loading={isSaving} onClick={onSave}>
              Save
            </Button>
          )}
        </Group>
      </Group>
    </Paper>
  );
};
