import { Anchor, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconEye,
  IconEyeOff,
  IconFileImport,
  IconKey,
  IconTrash,
} from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'wouter';
import { LightAction, LightCopy, LightLine, monospace } from '../../components/light.tsx';
import { readById } from '../../secrets/stored-values.ts';
import type { ListedSecret } from '../../secrets/use-secrets.ts';
import { EmptyValue, MaskedValue, ValueText } from '../../secrets/value-text.tsx';
import { RowFrame, type RowProps } from './row-frame.tsx';
import { TagBadges } from './tag-badges.tsx';
import type { ImportWithSecrets } from './use-contents.ts';
import type { EditorActions } from './use-editor.ts';

interface ImportProps extends RowProps {
  readonly imported: ImportWithSecrets;
  readonly source: string;
  /** Undefined if the source is in another project. */
  readonly href: string | undefined;
  readonly isLast: boolean;
  readonly uneditable: string | undefined;
  readonly undeletable: string | undefined;
  readonly onMove: (imported: ImportWithSecrets, position: number) => void;
  readonly onDelete: (imported: ImportWithSecrets) => void;
}

/** An import of the folder; its secrets follow. */
export const ImportRow = memo((props: ImportProps) => {
  const { imported, source, href, isLast, uneditable, undeletable, onMove, onDelete, ...frame } = props;
  const { position } = imported.listed;
  const count = imported.secrets.length;
  return (
    <RowFrame
      {...frame}
      icon={IconFileImport}
      state="Import"
      background="light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-6))"
      name={
        <Text size="sm" py={2} component="div" style={{ overflowWrap: 'anywhere' }}>
          Imported from{' '}
          {href === undefined ? (
            source
          ) : (
            <Anchor component={Link} href={href} size="sm" underline="always">
              {source}
            </Anchor>
          )}
          <Text span size="sm" c="dimmed" ml="xs">
            {count === 1 ? '1 secret' : `${count} secrets`}
          </Text>
        </Text>
      }
      actions={() => (
        <>
          {position > 1 && (
            <LightAction
              label={`Move the import from ${source} up`}
              icon={IconArrowUp}
              reason={uneditable}
              onClick={() => onMove(imported, position - 1)}
            />
          )}
          {!isLast && (
            <LightAction
              label={`Move the import from ${source} down`}
              icon={IconArrowDown}
              reason={uneditable}
              onClick={() => onMove(imported, position + 1)}
            />
          )}
          <LightAction
            label={`Remove the import from ${source}`}
            icon={IconTrash}
            reason={undeletable}
            onClick={() => onDelete(imported)}
          />
        </>
      )}
    />
  );
});
ImportRow.displayName = 'ImportRow';

interface ImportedProps extends RowProps {
  readonly secret: ListedSecret;
  readonly source: string;
  readonly isUnused: boolean;
  readonly isReadable: boolean;
  readonly shown: string | undefined;
  readonly actions: EditorActions;
}

/** A secret that an import shows, which is edited at its source. */
export const ImportedRow = memo((props: ImportedProps) => {
  const { secret, source, isUnused, isReadable, shown, actions, ...frame } = props;
  const { id, secretKey, tags } = secret;
  const isShown = shown !== undefined;
  return (
    <RowFrame
      {...frame}
      icon={IconKey}
      state={`Secret imported from ${source}${isUnused ? ', overridden' : ''}`}
      color="var(--mantine-color-dimmed)"
      name={
        <LightLine style={{ flex: 1, justifyContent: 'space-between', minHeight: 28, alignItems: 'center' }}>
          <span
            style={{
              ...monospace,
              color: 'var(--mantine-color-dimmed)',
              textDecoration: isUnused ? 'line-through' : undefined,
            }}
          >
            {secretKey}
          </span>
          <LightLine gap={4} style={{ color: 'var(--mantine-color-dimmed)', flexShrink: 0 }}>
            {isUnused && 'overridden'}
            <TagBadges tags={tags} />
          </LightLine>
        </LightLine>
      }
      value={
        <div style={{ minHeight: 28, padding: '2px 0', alignContent: 'center' }}>
          {isShown ? <ValueText value={shown} /> : secret.isEmpty ? <EmptyValue /> : <MaskedValue />}
        </div>
      }
      actions={() =>
        isReadable && (
          <>
            <LightAction
              label={`${isShown ? 'Hide' : 'Show'} the imported value of ${secretKey}`}
              icon={isShown ? IconEyeOff : IconEye}
              onClick={() => (isShown ? actions.hide(id) : actions.show(id))}
            />
            <LightCopy
              label={`the imported value of ${secretKey}`}
              value={() => readById(id).then(({ value }) => value)}
            />
          </>
        )
      }
    />
  );
});
ImportedRow.displayName = 'ImportedRow';
