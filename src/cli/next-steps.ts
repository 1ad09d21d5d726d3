import { quoted } from './own-command.ts';

interface Start {
  readonly url: string;
  readonly token: string;
  readonly projectId: string;
  /** The slug of an environment. */
  readonly environment: string;
}

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n');

/** How to store a secret and use it in a program, with everything filled in; each part can be pasted into a shell. */
export const nextSteps = ({ url, token, projectId, environment }: Start): string => {
  const place = `--projectId ${projectId} --env ${quoted(environment)}`;
  return `Tell clients where the server is, and who they are:

${indented([`export INFISICAL_API_URL=${quoted(`${url}/api`)}`, `export INFISICAL_TOKEN=${token}`])}

With the official CLI (npm install --global @infisical/cli), store a secret and run a program with it:

${indented([`infisical secrets set GREETING=hello ${place}`, `infisical run ${place} -- printenv GREETING`])}

With the SDK for Node.js (npm install @infisical/sdk):

${indented([
  `import { InfisicalSDK } from '@infisical/sdk';`,
  `const client = new InfisicalSDK({ siteUrl: '${url}' }).auth().accessToken(process.env.INFISICAL_TOKEN);`,
  `const { secrets } = await client.secrets().listSecrets({ projectId: '${projectId}', environment: '${environment}' });`,
])}

In a browser: ${url}/`;
};
