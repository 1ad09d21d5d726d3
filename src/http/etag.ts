/** Whether an `If-None-Match` header names that tag. */
export type MatchesTag = (etag: string) => boolean;

const maxTags = 100;

/** As RFC 9110 says of `If-None-Match`: a list, in which a weak tag counts as the same; `*` is any. */
export const tagsIn = (header: string | undefined): MatchesTag | undefined => {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return () => true;
  const tags = new Set(header.split(',', maxTags).map((tag) => tag.trim().replace(/^W\//, '')));
  return (etag) => tags.has(etag);
};
