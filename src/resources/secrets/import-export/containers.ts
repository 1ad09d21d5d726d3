import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Scope } from '../../../scope.ts';
import { addEnvironment } from '../../project/environments/service.ts';
import { requireTag } from '../../project/tags/find.ts';
import { addTag } from '../../project/tags/service.ts';
import { depthOf, parentPath } from '../folders/path.ts';
import { addFolder } from '../folders/service.ts';
import { knownTags, type KnownTags } from './plan.ts';
import type { ImportPlan } from './prepare.ts';
import { folderKey, type ImportDocument } from './rules.ts';

/** Creates the missing environments. */
export const addEnvironments = async (
  tx: Scope,
  project: ProjectAccess,
  document: ImportDocument,
): Promise<string[]> => {
  const added: string[] = [];
  for (const { slug, name } of document.environments) {
    if (await tx.stores.environments.findBySlug(project.row.id, slug)) continue;
    project.require('create', 'environments');
    await addEnvironment(tx, project, { slug, name });
    added.push(slug);
  }
  return added;
};

/** Creates missing tags, and returns those of the request. */
export const addTags = async (
  tx: Scope,
  project: ProjectAccess,
  { tags, folders }: ImportDocument,
): Promise<{ added: string[]; known: KnownTags }> => {
  const used = new Set(folders.flatMap(({ secrets }) => secrets.flatMap(({ tagSlugs = [] }) => tagSlugs)));
  if (used.size + tags.length === 0) return { added: [], known: knownTags([]) };
  const there = new Map((await tx.stores.tags.list(project.row.id)).map((tag) => [tag.slug, tag]));
  const added: string[] = [];
  for (const { slug, color } of tags.filter(({ slug }) => !there.has(slug))) {
    project.require('create', 'tags');
    there.set(slug, await addTag(tx, project, { slug, ...(color !== undefined && { color }) }));
    added.push(slug);
  }
  return { added, known: knownTags([...used].map((slug) => requireTag(there.get(slug)))) };
};

/** Creates the missing folders, parents first. */
export const addFolders = async (tx: Scope, project: ProjectAccess, plan: ImportPlan): Promise<Set<string>> => {
  const added = new Set<string>();
  const missing = plan.folders
    .filter(({ isNew, entry }) => isNew && entry.folderRef.path !== '/')
    .sort((one, other) => depthOf(one.entry.folderRef.path) - depthOf(other.entry.folderRef.path));
  for (const {
    entry: { folderRef, description },
  } of missing) {
    const { environment, path } = folderRef;
    if (await tx.stores.folders.findAt(project.row.id, folderRef)) continue;
    const name = path.slice(path.lastIndexOf('/') + 1);
    await addFolder(tx, project, { environment, path: parentPath(path) }, { name, description });
    added.add(folderKey(folderRef));
  }
  return added;
};
