export const builtInNames: Readonly<Record<string, string>> = {
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
  'no-access': 'No access',
};

/** The name of a role or privilege as people are shown it; built-in roles and most privileges have a slug only. */
export const grantName = ({ type, slug, name }: { type: string; slug: string; name: string | null }): string =>
  name ?? (type === 'role' ? builtInNames[slug] : undefined) ?? slug;
