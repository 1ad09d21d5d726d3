import { loginCommand, runCommand } from './cli.ts';
import type { Example, Place, SignIn } from './place.ts';

const action = 'Infisical/secrets-action@v1.0.16';

const source = ({ site, projectSlug, environment }: Place): string => `domain: ${site}
          project-slug: ${projectSlug}
          env-slug: ${environment}`;

/** A whole workflow file, with the settings and the steps of its job. */
const workflow = (steps: string, settings = ''): string => `on: push
jobs:
  your-job:
    runs-on: ubuntu-latest${settings}
    steps:
${steps}`;

const withClientSecret = (place: Place): string =>
  workflow(`      - uses: ${action}
        with:
          method: universal
          client-id: \${{ secrets.INFISICAL_CLIENT_ID }}
          client-secret: \${{ secrets.INFISICAL_CLIENT_SECRET }}
          ${source(place)}
      - run: your-program`);

const withIdToken = (place: Place, identityId: string, audience: string): string =>
  workflow(
    `      - uses: ${action}
        with:
          method: oidc
          identity-id: ${identityId}${audience === '' ? '' : `\n          oidc-audience: ${audience}`}
          ${source(place)}
      - run: your-program`,
    `
    permissions:
      id-token: write
      contents: read`,
  );

const withToken = (place: Place): string =>
  workflow(`      - run: |
          npm install --global @infisical/cli
          ${runCommand(place)}
        env:
          INFISICAL_TOKEN: \${{ secrets.INFISICAL_TOKEN }}`);

/** A workflow; the action sets the secrets as environment variables of the steps after it. */
export const githubActions = (place: Place, signIn: SignIn): Example => {
  const title = 'GitHub Actions';
  if (signIn.method === 'universal-auth')
    return {
      title,
      about:
        'Store the client id and the client secret as secrets of the repository. The steps after it have the secrets.',
      command: withClientSecret(place),
    };
  if (signIn.method === 'oidc-auth')
    return {
      title,
      about: 'Nothing to store in GitHub: the job proves who it is. The steps after it have the secrets.',
      command: withIdToken(place, signIn.identityId, signIn.audience),
    };
  return {
    title,
    about: 'Store the token as the secret INFISICAL_TOKEN of the repository.',
    command: withToken(place),
  };
};

export const gitlabCi = (place: Place, signIn: Extract<SignIn, { method: 'oidc-auth' }>): Example => ({
  title: 'GitLab CI',
  about: 'Nothing to store in GitLab: the job proves who it is.',
  command: `job:
  image:
    name: infisical/cli
    entrypoint: ['']
  id_tokens:
    ID_TOKEN:
      aud: ${signIn.audience === '' ? place.site : signIn.audience}
  script:
    - export INFISICAL_TOKEN="$(${loginCommand(place, signIn)})"
    - ${runCommand(place)}`,
});
