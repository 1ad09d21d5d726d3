import { Badge } from '@mantine/core';
import {
  IconArrowBackUp,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconKey,
  IconMessage,
  IconPencil,
  IconRefresh,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'wouter';
import { LightAction, LightCheckbox, LightCopy, LightLine } from '../../components/light.tsx';
import { Ago, timeText } from '../../components/time.tsx';
import { readById } from '../../secrets/stored-values.ts';
import type { FolderRef, ListedSecret } from '../../secrets/use-secrets.ts';
import type { Draft } from './drafts.ts';
import { NameCell } from './name-cell.tsx';
import type { Rights } from './rights.ts';
import { RowFrame, type RowProps } from './row-frame.tsx';
import type { Selection } from './selection/use-selection.ts';
import { TagBadges } from './tag-badges.tsx';
import type { EditorActions } from './use-editor.ts';
import type { Reads } from './use-reads.ts';
import { ValueCell } from './value-cell.tsx';

interface Props extends RowProps {
  readonly secret: ListedSecret;
  readonly draft: Draft | undefined;
  readonly error: string | undefined;
  readonly shown: string | undefined;
  readonly editing: 'name' | 'value' | undefined;
  readonly isOverridden: boolean;
  /** The address of the rotation that changes it. */
  readonly rotation: string | undefined;
  /** Undefined if nobody has read it today, and for those who may not read the audit log. */
  readonly reads: Reads | undefined;
  readonly folder: FolderRef;
  readonly rights: Rights;
  readonly actions: EditorActions;
  readonly isSelected: boolean;
  readonly onSelect: Selection['select'];
  readonly onDetails: (name: string) => void;
}

const looks = {
  unchanged: { icon: IconKey, state: 'Secret', color: 'var(--mantine-color-dimmed)' },
  edited: {
    icon: IconPencil,
    state: 'Edited secret',
    color: undefined,
    background: 'light-dark(var(--mantine-color-yellow-0), rgb(250 176 5 / 10%))',
  },
  deleted: {
    icon: IconTrash,
    state: 'Secret to delete',
    color: undefined,
    background: 'light-dark(var(--mantine-color-red-0), rgb(224 49 49 / 14%))',
  },
};

const lookOf = (draft: Draft | undefined) => looks[draft ? (draft.isDeleted ? 'deleted' : 'edited') : 'unchanged'];

interface MarksProps {
  readonly secret: ListedSecret;
  readonly isOverridden: boolean;
  readonly rotation: string | undefined;
  readonly isNarrow: boolean;
}

const rotationLook = { display: 'flex', alignItems: 'center', gap: 4, fontSize: 12, color: 'inherit' } as const;

/** Marks beside the name: personal override, rotation, comment, tags. */
const Marks = ({ secret, isOverridden, rotation, isNarrow }: MarksProps) => (
  <LightLine gap={4} style={{ flexShrink: isNarrow ? 1 : 0, flexWrap: 'wrap', minHeight: 28, alignItems: 'center' }}>
    {isOverridden && (
      <Badge
        size="sm"
        variant="light"
        color="grape"
        c="light-dark(var(--mantine-color-grape-9), var(--mantine-color-grape-2))"

        leftSection={<IconUserShare size={12} aria-hidden />}
        title="You have a personal value for this secret. Only you get it; the value here is for everybody else."
      >
        overridden for you
      </Badge>
    )}
    {rotation !== undefined && (
      <Link href={rotation} style={rotationLook} title="A rotation changes this secret.">
        <IconRefresh size={12} aria-hidden /> rotated
      </Link>
    )}
    <TagBadges tags={secret.tags} />
    {secret.secretComment !== '' && (
      <span title={secret.secretComment} style={{ color: 'var(--mantine-color-dimmed)', lineHeight: 0 }}>
        <IconMessage size={14} role="img" aria-label={`Comment: ${secret.secretComment}`} />
      </span>
    )}
  </LightLine>
);

const noteLooks = {
  flexShrink: 0,
  maxWidth: '40%',
  minHeight: 28,
  lineHeight: '28px',
  fontSize: 12,
  color: 'var(--mantine-color-dimmed)',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

/** When the secret was changed, and by whom. */
const LastChange = ({ secret: { updatedAt, changedBy } }: { secret: ListedSecret }) => (
  <span style={noteLooks} title={`Changed ${timeText(updatedAt)} by ${changedBy}`}>
    <Ago value={updatedAt} /> by {changedBy.replace(/@.*$/, '')}
  </span>
);

/** Who read the value last, and how often it was read today. */
const LastRead = ({ reads: { count, lastReadAt, lastReader } }: { reads: Reads }) => (
  <span
    style={noteLooks}
    title={`Read ${count === 1 ? 'once' : `${count} times`} today, last ${timeText(lastReadAt)} by ${lastReader}`}
  >
    read <Ago value={lastReadAt} /> by {lastReader.replace(/@.*$/, '')}
    {count > 1 && `, ${count} times today`}
  </span>
);

/** A secret of the folder. */
export const SecretRow = memo((props: Props) => {
  const { secret, draft, error, shown, editing, isOverridden, rotation, reads, folder, ...others } = props;
  const { rights, actions, ...rest } = others;
  const { isSelected, onSelect, onDetails, ...frame } = rest;
  const { id, secretKey, tags } = secret;
  const name = draft?.name ?? secretKey;
  const isDeleted = draft?.isDeleted ?? false;
  const isReadable = rights.unreadable(secret) === undefined;
  const reason = isDeleted ? 'This secret is marked for deletion.' : rights.uneditable(secret);
  const canShow = isReadable || draft?.value !== undefined;
  const isShown = shown !== undefined;
  const hasMarks = isOverridden || rotation !== undefined || tags.length > 0 || secret.secretComment !== '';

  return (
    <RowFrame
      {...frame}
      {...lookOf(draft)}
      rowName={secretKey}
      checkbox={
        <LightCheckbox
          label={`Select ${secretKey}`}
          isChecked={isSelected}
          onChange={(isChecked, isRange) => onSelect(id, isChecked, isRange)}
        />
      }
      name={
        <LightLine
          gap={4}
          style={{ flex: 1, justifyContent: 'space-between', flexWrap: frame.isNarrow ? 'wrap' : 'nowrap' }}
        >
          <NameCell
            rowKey={id}
            name={name}
            isEditing={editing === 'name'}
            isDeleted={isDeleted}
            error={error}
            reason={reason}
            actions={actions}
            onType={(typed) => actions.dispatch({ type: 'edit', secret, change: { name: typed } })}
            onNext={() => actions.editValue(secret, isReadable)}
          />
          {hasMarks && (
            <Marks secret={secret} isOverridden={isOverridden} rotation={rotation} isNarrow={frame.isNarrow} />
          )}
          {!frame.isNarrow && editing !== 'name' && <LastChange secret={secret} />}
        </LightLine>
      }
      value={
        <LightLine gap={8}>
          <ValueCell
            target={secret}
            folder={folder}
            draft={draft}
            name={secretKey}
            shown={shown}
            isEditing={editing === 'value'}
            isReadable={isReadable}
            reason={reason}
            actions={actions}
          />
          {reads && !isShown && editing !== 'value' && <LastRead reads={reads} />}
        </LightLine>
      }
      actions={() => (
        <>
          {canShow && (
            <>
              <LightAction
                label={`${isShown ? 'Hide' : 'Show'} the value of ${name}`}
                icon={isShown ? IconEyeOff : IconEye}
                onClick={() => (isShown ? actions.hide(id) : actions.show(id))}
              />
              <LightCopy
                label={`the value of ${name}`}
                value={() => draft?.value ?? readById(id).then(({ value }) => value)}
              />
            </>
          )}
          <LightAction
            label={`Details and history of ${secretKey}`}
            icon={IconHistory}
            onClick={() => onDetails(secretKey)}
          />
          {draft ? (
            <LightAction
              label={`Undo the changes to ${secretKey}`}
              icon={IconArrowBackUp}
              onClick={() => actions.dispatch({ type: 'drop', id })}
            />
          ) : (
            <LightAction
              label={`Mark ${name} for deletion`}
              icon={IconTrash}
              reason={rights.undeletable(secret)}
              onClick={() => actions.dispatch({ type: 'toggle-deletion', secret })}
            />
          )}
        </>
      )}
    />
  );
});
SecretRow.displayName = 'SecretRow';
