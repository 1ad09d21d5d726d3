import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Scope } from '../../../scope.ts';
import type { FolderRef } from '../folders/rules.ts';
import { everything } from '../secrets/reading/filter.ts';
import { listIn } from '../secrets/reading/list.ts';
import { isEmptyFor, type FoundSecret } from '../secrets/reading/readable-secret.ts';
import type { DecryptedSecret } from '../secrets/view.ts';

const view = ({ row, comment, tags }: DecryptedSecret, found: FoundSecret) => ({
  id: row.id,
  version: row.version,
  type: row.ownerId === '' ? ('shared' as const) : ('personal' as const),
  secretKey: row.key,
  isEmpty: isEmptyFor(found),
  secretComment: comment,
  tags: tags.map(({ id, slug, color }) => ({ id, slug, color })),
  changedBy: row.actorName,
  updatedAt: row.updatedAt,
  rotationId: row.rotationId,
});

/** Lists the secrets of a folder and of its imports, with what a page shows of them. */
export const listFolder = (
  scope: Pick<Scope, 'stores' | 'actor' | 'access' | 'dataKeys' | 'audit' | 'clock' | 'config'>,
  project: ProjectAccess,
  folderRef: FolderRef,
) =>
  listIn(
    scope,
    project,
    {
      folderRef,
      isRecursive: false,
      withImports: true,
      isExpanded: false,
      showsValues: false,
      isShort: true,
      personal: 'beside',
      lookup: 'in-folder',
      filter: everything,
    },
    { view, viewImported: view },
  );
