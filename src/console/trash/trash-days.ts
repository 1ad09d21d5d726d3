import { api } from '../api/client.ts';

/** How many days the trash of this server has what was deleted; undefined until that is known. */
export const useTrashDays = (): number | undefined =>
  api.useQuery('get', '/api/v1/admin/config', {}, { staleTime: Infinity, refetchOnWindowFocus: false }).data?.config
    .trashDays;

/** What becomes of what is deleted, in a sentence that begins with its subject and verb, such as "They are". */
export const trashSentence = (days: number | undefined, beginning = 'It is'): string => {
  if (days === undefined) return '';
  if (days === 0) return `${beginning} gone for good: this server keeps no trash.`;
  return `${beginning} moved to the trash for ${days === 1 ? 'one day' : `${days} days`}.`;
};
