interface Location {
  /** Of the project. */
  readonly slug: string;
  /** The slug of the environment. */
  readonly environment: string;
  /** The path of the folder. */
  readonly path?: string;
  /** The name of the secret to show. */
  readonly secret?: string;
}

/** Pages of a project. An environment with such a slug has a `~`, which no slug contains, before it in its address. */
const reservedWords = ['settings', 'access', 'roles', 'events', 'certificates', 'leases', 'rotations'];

/** How addresses name an environment. */
export const environmentSegment = (slug: string): string => (reservedWords.includes(slug) ? `~${slug}` : slug);

/** The slug of the environment that an address names. */
export const environmentOfSegment = (segment: string): string => segment.replace(/^~/, '');

/** The address of a folder in an environment, or of a secret in it. */
export const environmentAddress = ({ slug, environment, path = '/', secret }: Location): string => {
  const folders = path.split('/').filter((name) => name !== '');
  const query = secret === undefined ? '' : `?secret=${encodeURIComponent(secret)}`;
  return `/p/${[slug, environmentSegment(environment), ...folders].map(encodeURIComponent).join('/')}${query}`;
};

/** The address of a rotation. */
export const rotationHref = (slug: string, rotationId: string): string => `/p/${slug}/rotations?rotation=${rotationId}`;

/** The address of the entries of the audit log about a secret: who read it, and who was refused. */
export const readersAddress = (projectId: string, secretId: string): string =>
  `/audit?${new URLSearchParams({ project: projectId, secret: secretId }).toString()}`;
