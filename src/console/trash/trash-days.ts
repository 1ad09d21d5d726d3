import { api } from '../api/client.ts';

/** How many days the trash of this server has what was deleted; undefined until that is known. */
export const useTrashDays = (): number | undefined =>
  api.useQuery('get', '/api/v1/admin/config', {}, { staleTime: Infinity, refetchOnWindowFocus: false }).data?.config
    .trashDays;

/**
 * What becomes of what is deleted, in a sentence that begins with its subject and verb, such as "They are". It appears in an
 * open question too, once it is known.
 */
export const TrashSentence = ({ beginning = 'It is' }: { beginning?: string }) => {
  const days = useTrashDays();
  if (days === undefined) return null;
  if (days === 0) return `${beginning} gone for good: this server keeps no trash.`;
  return `${beginning} moved to the trash for ${days === 1 ? 'one day' : `${days} days`}.`;
};
