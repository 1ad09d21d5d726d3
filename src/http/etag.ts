import type { KnownTags } from '../contract.ts';

const none: KnownTags = () => false;

const maxTags = 100;

/** As RFC 9110 says of `If-None-Match`: a list, in which a weak tag counts as the same; `*` is any. */
export const knownTags = (header: string | undefined): KnownTags => {
  if (header === undefined) return none;
  if (header.trim() === '*') return () => true;
  const tags = new Set(header.split(',', maxTags).map((tag) => tag.trim().replace(/^W\//, '')));
  return (etag) => tags.has(etag);
};
