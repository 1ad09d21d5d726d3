import type { Handler } from '../../../contract.ts';
import { inQuery, readPath } from '../folders/rules.ts';
import { checkFilter } from './rules.ts';
import { listItems, removeItem, restoreItem } from './service.ts';
import { itemView, restoredView } from './view.ts';

export const listTrash: Handler<'listTrash'> = async (scope, { query, project }) => {
  checkFilter(query);
  const { environment, secretPath } = query;
  const path = secretPath === undefined ? undefined : readPath(secretPath, inQuery('secretPath'));
  const items = await listItems(scope, project, { environment, path }, query);
  return { items: items.map(({ item, tags }) => itemView(item, tags)) };
};

export const restoreFromTrash: Handler<'restoreFromTrash'> = async (scope, { params, body, project }) => ({
  restored: restoredView(await restoreItem(scope, project, params.trashItemId, body.newName)),
});

export const removeFromTrash: Handler<'removeFromTrash'> = async (scope, { params, project }) => {
  const { item, tags } = await removeItem(scope, project, params.trashItemId);
  return { removed: itemView(item, tags) };
};
