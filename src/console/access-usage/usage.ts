import type { components } from '../../../generated/api.d.ts';

/** Whose rules are compared with the audit log: exactly one of these. */
export type UsageOf = { readonly identityId: string } | { readonly userId: string } | { readonly roleSlug: string };

export type AccessUsage = components['schemas']['AccessUsage'];
export type RuleUsage = AccessUsage['rules'][number];
export type UsageStatus = RuleUsage['status'];

const names = { identityId: 'identity', userId: 'user', roleSlug: 'role' } as const;

/** The address of the page that shows it. */
export const accessUsageAddress = (slug: string, of: UsageOf): string => {
  const [[name, value]] = Object.entries(of) as [[keyof typeof names, string]];
  return `/p/${encodeURIComponent(slug)}/access/usage?${names[name]}=${encodeURIComponent(value)}`;
};

/** Reads what the address asks for. */
export const readUsageOf = (search: string): UsageOf | undefined => {
  const query = new URLSearchParams(search);
  const [identityId, userId, roleSlug] = [query.get('identity'), query.get('user'), query.get('role')];
  if (identityId) return { identityId };
  if (userId) return { userId };
  return roleSlug ? { roleSlug } : undefined;
};

/** The parameters of the API. */
export const usageQuery = (of: UsageOf): { type: 'identity' | 'user' | 'role'; holder: string } => {
  if ('identityId' in of) return { type: 'identity', holder: of.identityId };
  return 'userId' in of ? { type: 'user', holder: of.userId } : { type: 'role', holder: of.roleSlug };
};
