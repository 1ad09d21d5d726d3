import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Reply } from '../../../contract.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { filterYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import { requireFolderAt } from '../folders/guard.ts';
import { SecretReader } from '../secrets/reading/reader.ts';
import { authorizeName } from './names.ts';
import { requireDescribing } from './query.ts';
import type { ReferringRow } from './store.ts';

interface ReferredSecrets {
  /** The slug. */
  readonly environment: string;
  readonly path: string;
  readonly names: readonly string[];
}

type Deps = Pick<Scope, 'stores' | 'actor' | 'access'>;

const maxFromElsewhere = 1_000;
const maxFromFolder = 10_000;
const maxListed = 100;

const folderOf = ({ folderId, environment, path }: ReferringRow) => ({
  id: folderId,
  folderRef: { environment, path },
});

/** Those that the reader may describe, with their tags where permissions depend on them. */
const describable = async (
  { stores }: Deps,
  reader: SecretReader,
  rows: readonly ReferringRow[],
): Promise<ReferringRow[]> => {
  const withTags = rows.filter((row) => !reader.decisionsIn(folderOf(row)).describe.allowsAll);
  const tags = groupBy(await stores.secrets.tagsOf(withTags.map(({ id }) => id)), ({ secretId }) => secretId);
  return filterYielding(rows, (row) => {
    const slugs = (tags.get(row.id) ?? []).map(({ slug }) => slug);
    return authorizeName(reader, row, folderOf(row), slugs)?.isVisible === true;
  });
};

/** Lists the secrets of the project that refer to these names of a folder. */
export const listReferring = async (
  scope: Deps,
  project: ProjectAccess,
  { environment, path, names }: ReferredSecrets,
): Promise<Reply<'listReferringSecrets'>> => {
  requireDescribing(project, [environment], path);
  const { stores } = scope;
  const folder = await requireFolderAt(stores, project.row.id, { environment, path });
  const [elsewhere, inFolder] = await Promise.all([
    stores.dashboard.referringFromElsewhere(project.row, { environment, path, names }, maxFromElsewhere),
    stores.dashboard.referringInFolder(folder.id, maxFromFolder),
  ]);
  const wanted = new Set(names);
  const own = inFolder.flatMap(({ references, ...row }) =>
    references
      .filter((reference) => reference.environment === null && wanted.has(reference.key))
      .map((reference) => ({ ...row, environment, path, referredKey: reference.key })),
  );
  const visible = await describable(scope, new SecretReader(scope, project, 'etag-inputs'), [...own, ...elsewhere]);
  return {
    referring: visible.slice(0, maxListed).map((row) => ({
      environment: row.environment,
      secretPath: row.path,
      secretKey: row.key,
      secretName: row.referredKey,
    })),
    isLimitReached:
      visible.length > maxListed || elsewhere.length >= maxFromElsewhere || inFolder.length >= maxFromFolder,
  };
};
