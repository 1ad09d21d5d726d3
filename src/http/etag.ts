/** Whether an `If-None-Match` header contains the tag. */
export type MatchesTag = (etag: string) => boolean;

const maxTags = 100;

/** Parses `If-None-Match` (RFC 9110): a list of tags, compared weakly, or `*` for any tag. */
export const tagsIn = (header: string | undefined): MatchesTag | undefined => {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return () => true;
  const tags = new Set(header.split(',', maxTags).map((tag) => tag.trim().replace(/^W\//, '')));
  return (etag) => tags.has(etag);
};
