/** What the commands name. */
export interface Place {
  /** The address of this server. */
  readonly site: string;
  readonly projectId: string;
  readonly environment: string;
}

export interface Example {
  readonly title: string;
  /** What it does, and what it needs. */
  readonly about: string;
  readonly command: string;
}

const isLocal = (site: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(site);

const options = ({ site, projectId, environment }: Place): string =>
  `--domain ${site}/api --projectId ${projectId} --env ${environment}`;

/** Ways to read the secrets of an environment; all of them read the token from INFISICAL_TOKEN. */
export const examplesOf = (place: Place): readonly Example[] => {
  const { site, projectId, environment } = place;
  return [
    {
      title: 'CLI',
      about: 'The infisical CLI starts your program with the secrets as environment variables.',
      command: `infisical run ${options(place)} -- your-program`,
    },
    {
      title: 'Node.js',
      about: 'With the package @infisical/sdk.',
      command: `import { InfisicalSDK } from '@infisical/sdk';

const client = new InfisicalSDK({ siteUrl: '${site}' }).auth().accessToken(process.env.INFISICAL_TOKEN);
const { secrets } = await client.secrets().listSecrets({
  projectId: '${projectId}',
  environment: '${environment}',
});`,
    },
    {
      title: 'Docker',
      about: 'The image infisical/cli writes the secrets as a file of variables.',
      command: `docker run --rm ${isLocal(site) ? '--network host ' : ''}-e INFISICAL_TOKEN infisical/cli export ${options(place)}`,
    },
    {
      title: 'curl',
      about: 'With nothing to install.',
      command: `curl -H "Authorization: Bearer $INFISICAL_TOKEN" \\
  "${site}/api/v4/secrets?projectId=${projectId}&environment=${environment}"`,
    },
  ];
};
