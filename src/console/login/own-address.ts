/** The address to go on with after signing in; only a path of this site, never another host. */
export const ownAddress = (next: string | null): string => {
  if (!next?.startsWith('/')) return '/';
  const url = new URL(next, location.origin);
  return url.origin === location.origin ? `${url.pathname}${url.search}${url.hash}` : '/';
};
