import type { IsKnown } from '../contract.ts';

const maxTags = 100;

/** As RFC 9110 says of `If-None-Match`: a list, in which a weak tag counts as the same; `*` is any. */
export const tagsIn = (header: string | undefined): IsKnown | undefined => {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return () => true;
  const tags = new Set(header.split(',', maxTags).map((tag) => tag.trim().replace(/^W\//, '')));
  return (etag) => tags.has(etag);
};
