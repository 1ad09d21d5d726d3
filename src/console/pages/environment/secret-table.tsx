import { Table, VisuallyHidden } from '@mantine/core';
import { explainHref, whoHref, type Question } from '../../access/addresses.ts';
import { LightCheckbox, LightLine } from '../../components/light.tsx';
import type { RowPlace } from '../../components/rows.ts';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { rotationHref } from '../../layout/addresses.ts';
import { folderHref, pathBelow } from '../../secrets/addresses.ts';
import type { FolderRef, ListedSecret } from '../../secrets/use-secrets.ts';
import { FolderRow } from './folder-row.tsx';
import { ImportedRow, ImportRow } from './import-rows.tsx';
import { NewRow } from './new-row.tsx';
import type { Rights } from './rights.ts';
import { sourceOf, type Row } from './rows.ts';
import { SecretRow } from './secret-row.tsx';
import type { Selection } from './selection/use-selection.ts';
import type { ImportWithSecrets, ListedFolder } from './use-contents.ts';
import type { Editor } from './use-editor.ts';
import type { Reads } from './use-reads.ts';

const rotationOf = (slug: string, { rotationId }: ListedSecret): string | undefined =>
  rotationId === null ? undefined : rotationHref(slug, rotationId);

interface Props {
  readonly project: { readonly id: string; readonly name: string; readonly slug: string };
  readonly folder: FolderRef;
  readonly rows: readonly Row[];
  readonly editor: Editor;
  readonly errors: ReadonlyMap<string, string>;
  /** By the names of the secrets. */
  readonly reads: ReadonlyMap<string, Reads>;
  readonly rights: Rights;
  readonly isNarrow: boolean;
  readonly selection: Selection;
  readonly onDetails: (name: string) => void;
  readonly onRenameFolder: (folder: ListedFolder) => void;
  readonly onDeleteFolder: (folder: ListedFolder) => void;
  readonly onMoveImport: (imported: ImportWithSecrets, position: number) => void;
  readonly onDeleteImport: (imported: ImportWithSecrets) => void;
}

const reading = (environment: string, secretPath: string): Question => ({
  subject: 'secrets',
  action: 'readValue',
  fields: { environment, secretPath },
});

/** Folders, secrets and imports of a folder. */
export const SecretTable = (props: Props) => {
  const { project, folder, rows, editor, errors, reads, rights, isNarrow, onDetails } = props;
  const { selection, onRenameFolder, onDeleteFolder, onMoveImport, onDeleteImport } = props;
  const { drafts, values, editing, actions } = editor;

  const renderRow = ({ index, measure }: RowPlace) => {
    const row = rows[index]!;
    const frame = { index, measure, isNarrow };
    const { key } = row;
    switch (row.kind) {
      case 'folder': {
        const path = pathBelow(folder.path, row.folder.name);
        return (
          <FolderRow
            key={key}
            {...frame}
            folder={row.folder}
            href={folderHref(project.slug, folder.environment, path)}
            uneditable={rights.folder.uneditable(path)}
            undeletable={rights.folder.undeletable(path)}
            whoHref={rights.hasMembers ? whoHref(project.slug, reading(folder.environment, path)) : undefined}
            explainHref={rights.hasMembers ? explainHref(project.slug, reading(folder.environment, path)) : undefined}
            onRename={onRenameFolder}
            onDelete={onDeleteFolder}
          />
        );
      }
      case 'new':
        return (
          <NewRow
            key={key}
            {...frame}
            draft={row.draft}
            error={errors.get(key)}
            shown={values.get(key)}
            editing={editing?.key === key ? editing.column : undefined}
            folder={folder}
            actions={actions}
          />
        );
      case 'secret':
        return (
          <SecretRow
            rotation={rotationOf(project.slug, row.secret)}
            key={key}
            {...frame}
            secret={row.secret}
            draft={drafts.get(key)}
            error={errors.get(key)}
            shown={values.get(key)}
            editing={editing?.key === key ? editing.column : undefined}
            isOverridden={row.isOverridden}
            reads={reads.get(row.secret.secretKey)}
            folder={folder}
            rights={rights}
            actions={actions}
            isSelected={selection.ids.has(row.secret.id)}
            onSelect={selection.select}
            onDetails={onDetails}
          />
        );
      case 'import': {
        const { importEnv, importPath } = row.imported.listed;
        const isOwn = importEnv.projectId === project.id;
        return (
          <ImportRow
            key={key}
            {...frame}
            imported={row.imported}
            source={sourceOf(row.imported, project.name)}
            href={isOwn ? folderHref(project.slug, importEnv.slug, importPath) : undefined}
            isLast={row.isLast}
            uneditable={rights.imports.uneditable}
            undeletable={rights.imports.undeletable}
            onMove={onMoveImport}
            onDelete={onDeleteImport}
          />
        );
      }
      case 'imported': {
        const { importEnv, importPath } = row.imported.listed;
        const source = { environment: importEnv.slug, path: importPath };
        // Of other projects only readable secrets are listed.
        const isOther = importEnv.projectId !== project.id;
        return (
          <ImportedRow
            key={key}
            {...frame}
            secret={row.secret}
            source={row.source}
            isUnused={row.isUnused}
            isReadable={isOther || rights.unreadableIn(source, row.secret) === undefined}
            shown={values.get(row.secret.id)}
            actions={actions}
          />
        );
      }
    }
  };

  return (
    <VirtualTable
      label="Folders, secrets and imports"
      count={rows.length}
      keyOf={(index) => rows[index]!.key}
      rowHeight={isNarrow ? 66 : 37}
      pinned={editing ? rows.findIndex(({ key }) => key === editing.key) : -1}
      head={
        <>
          <Table.Th w={isNarrow ? undefined : '38%'}>
            <LightLine style={{ alignItems: 'center' }}>
              <LightCheckbox
                label="Select all secrets"
                isChecked={selection.areAll}
                onChange={(isChecked) => selection.selectAll(isChecked)}
              />
              {isNarrow ? 'Name and value' : 'Name'}
            </LightLine>
          </Table.Th>
          {!isNarrow && <Table.Th>Value</Table.Th>}
          <Table.Th w={136}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {renderRow}
    </VirtualTable>
  );
};
