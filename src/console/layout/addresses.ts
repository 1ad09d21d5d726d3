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

/** The address of a folder in an environment, or of a secret in it. */
export const environmentAddress = ({ slug, environment, path = '/', secret }: Location): string => {
  const folders = path.split('/').filter((name) => name !== '');
  const query = secret === undefined ? '' : `?secret=${encodeURIComponent(secret)}`;
  return `/p/${[slug, environment, ...folders].map(encodeURIComponent).join('/')}${query}`;
};
