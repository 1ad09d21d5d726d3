import type { ProjectAccess } from '../../../../access/project-access.ts';
import type { Scope } from '../../../../scope.ts';
import type { FolderRef } from '../../folders/rules.ts';
import { requireTag } from '../../../project/tags/find.ts';
import { requireSomeOfEach } from '../guard.ts';
import { changeSecrets } from './change.ts';
import type { SecretKind } from './find.ts';
import type { Retagging } from './input.ts';
import { auditOne } from '../effects.ts';
import type { DecryptedSecret } from '../view.ts';

/** Adds tags to a secret or removes them; 404 for a slug that the project does not have. */
export const retagSecret = async (
  scope: Scope,
  project: ProjectAccess,
  { folderRef, key, kind }: { readonly folderRef: FolderRef; readonly key: string; readonly kind: SecretKind },
  verb: Retagging['verb'],
  slugs: readonly string[],
): Promise<DecryptedSecret[]> => {
  // Before the lookup, whose 404 reveals which tags the project has.
  requireSomeOfEach(project, 'edit', folderRef, [key]);
  const distinctSlugs = [...new Set(slugs)];
  const tags = new Map(
    (await scope.stores.tags.findBySlugs(project.row.id, distinctSlugs)).map((tag) => [tag.slug, tag]),
  );
  const tagIds = distinctSlugs.map((slug) => requireTag(tags.get(slug)).id);
  const change = { folderRef, key, newKey: undefined, content: { retagging: { verb, tagIds } } };
  return changeSecrets(scope, project, { folderRef, kind, ifMissing: 'fail' }, [change], auditOne);
};
