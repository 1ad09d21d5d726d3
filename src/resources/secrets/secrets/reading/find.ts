import type { ProjectAccess } from '../../../../access/project-access.ts';
import type { ConditionalReply } from '../../../../contract.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Scope } from '../../../../scope.ts';
import { requireFolderAt } from '../../folders/guard.ts';
import type { FolderRef } from '../../folders/rules.ts';
import { cacheKey, conditionalAnswer, type Shown } from './answer.ts';
import { findSecretById } from './find-by-id.ts';
import { contextOf, ReferenceGraph, secretsOf, type Lookup } from './graph.ts';
import type { FolderWithId, FoundSecret } from './readable-secret.ts';
import { SecretReader, type ReadExtent } from './reader.ts';
import { folderSubjectFields, secretSubjectFields } from '../subject-fields.ts';
import { secretView, type DecryptedSecret } from '../view.ts';

export interface SecretQuery {
  readonly place: FolderRef;
  readonly key: string;
  readonly type: 'shared' | 'personal';
  /** Of the secret that had the name then; without it, as it is now. */
  readonly version: number | undefined;
  readonly withImports: boolean;
  readonly isExpanded: boolean;
  readonly showsValues: boolean;
  readonly lookup: Lookup;
}

type Deps = Pick<Scope, 'stores' | 'actor' | 'access' | 'dataKeys' | 'audit' | 'clock' | 'config'>;
export type ShownSecret = ReturnType<typeof secretView>;

/** 403 unless the caller may see the secret, which is judged as if it had no tags if it is not there. */
const requireReading = (
  project: ProjectAccess,
  things: readonly ReturnType<typeof secretSubjectFields>[],
  showsValues: boolean,
): void => {
  for (const thing of things) project.require('describeSecret', 'secrets', thing);
  for (const thing of showsValues ? things : []) project.require('readValue', 'secrets', thing);
};

/** What the reader has found out already. */
const mayRead = ({ isVisible, isReadable }: FoundSecret, showsValues: boolean): boolean =>
  isVisible && (isReadable || !showsValues);

/** By the name that it was asked for, and by the one that it has now. */
const thingsOf = ({ row, folder, tags, nameNow = row.key }: FoundSecret) =>
  [row.key, nameNow].map((key) => secretSubjectFields(folder.place, key, tags));

/** In the folder itself, or in what it imports: of those that have the name, the one that counts. */
const findSecret = async (
  reader: SecretReader,
  folder: FolderWithId,
  { key, type, version, withImports, showsValues }: SecretQuery,
): Promise<FoundSecret> => {
  const own = await reader.findOne(folder, type, key, version);
  if (own && mayRead(own, showsValues)) return own;
  requireReading(reader.project, own ? thingsOf(own) : [secretSubjectFields(folder.place, key, [])], showsValues);
  if (own) return own;
  for (const source of withImports && type === 'shared' ? (await reader.precedence(folder)).slice(1) : []) {
    const imported = await reader.findOne(source, type, key, version);
    if (!imported) continue;
    // Whoever may not know of it is told the same as if it were not there.
    if (!imported.isVisible) break;
    if (!mayRead(imported, showsValues)) requireReading(reader.project, thingsOf(imported), showsValues);
    return imported;
  }
  throw notFound(
    `There is no secret '${key}' in the folder '${folder.place.path}' of the environment '${folder.place.environment}'${version === undefined ? '' : ` with a version ${version}`}.`,
  );
};

const show = ([opened]: readonly DecryptedSecret[]): Shown<{ secret: ShownSecret }> => {
  const { row, place, value } = opened!;
  const metadata = {
    environment: place.environment,
    secretPath: place.path,
    secretId: row.id,
    secretKey: row.key,
    secretVersion: row.version,
  };
  return {
    body: { secret: secretView(opened!) },
    event: value === undefined ? undefined : { type: 'get-secret', metadata },
  };
};

/** The secret of that name in a folder. */
export const findSecretIn = (
  scope: Deps,
  project: ProjectAccess,
  wanted: SecretQuery,
): ConditionalReply<{ secret: ShownSecret }> => {
  const { place, key, isExpanded, showsValues, lookup } = wanted;
  project.requireSome('describeSecret', 'secrets', { secretName: key, ...folderSubjectFields(place) });
  const draft = async (extent: ReadExtent) => {
    const row = await requireFolderAt(scope.stores, project.project.id, place);
    const folder = { id: row.id, place };
    const reader = new SecretReader(scope, project, extent);
    const found = await findSecret(reader, folder, wanted);
    const seen = [{ found, context: contextOf(reader, lookup, found, folder) }];
    const graph = isExpanded && showsValues ? await ReferenceGraph.from(reader, seen, lookup) : undefined;
    return { question: wanted, seen, graph, showsValues, elsewhere: reader.readsElsewhere(secretsOf(seen, graph)) };
  };
  return conditionalAnswer(scope, project, { key: cacheKey(wanted, project), draft, show });
};

/** The secret of that id, as it is stored. */
export const showSecretById = async (scope: Deps, id: string): Promise<ConditionalReply<{ secret: ShownSecret }>> => {
  const { project, row, folder, tags } = await findSecretById(scope, id, ['describeSecret', 'readValue'], 'whole');
  const found = { row, folder, tags, isVisible: true, isReadable: true };
  const draft = {
    question: 'by-id',
    seen: [{ found, context: folder }],
    graph: undefined,
    showsValues: true,
    elsewhere: undefined,
  };
  return conditionalAnswer(scope, project, { key: undefined, draft: async () => draft, show });
};
