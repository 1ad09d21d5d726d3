import { parse } from 'node:querystring';

/** Parses the query; empty parameters count as missing. */
export const queryOf = (url: string): Record<string, unknown> => {
  const start = url.indexOf('?');
  if (start === -1) return {};
  const query = parse(url.slice(start + 1)) as Record<string, unknown>;
  return Object.values(query).includes('')
    ? Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
    : query;
};
