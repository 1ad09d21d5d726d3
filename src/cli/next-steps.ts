import { programCommand, quoted } from './own-command.ts';

interface Start {
  readonly url: string;
  /** The token of a machine identity that may read the project. */
  readonly token: string;
  /** When that token ends. */
  readonly tokenEnd: string;
  readonly projectId: string;
  readonly projectSlug: string;
  /** The slug of an environment. */
  readonly environment: string;
  /** Whether this command is signed in to the server as the administrator. */
  readonly isSignedIn: boolean;
}

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n');

/** How to store a secret and use it in a program, with everything filled in; each part can be pasted into a shell. */
export const nextSteps = (start: Start): string => {
  const { url, token, tokenEnd, projectId, projectSlug, environment, isSignedIn } = start;
  const program = programCommand();
  const place = `--projectId ${projectId} --env ${quoted(environment)}`;
  const target = `--project ${quoted(projectSlug)} --env ${quoted(environment)}`;
  return `Store a secret as the administrator, here or at ${url}/, and run a program with it:

${indented([
  ...(isSignedIn ? [] : [`${program} login --url ${quoted(url)}`]),
  `${program} secrets set GREETING=hello ${target}`,
  `${program} run ${target} -- printenv GREETING`,
])}

Give your program a token that may only read this project, until ${tokenEnd} (shown only now):

${indented([`export INFISICAL_API_URL=${quoted(`${url}/api`)}`, `export INFISICAL_TOKEN=${token}`])}

Run it in the same way, or with the official CLI (npm install --global @infisical/cli):

${indented([`infisical run ${place} -- printenv GREETING`])}

or use the SDK for Node.js (npm install @infisical/sdk):

${indented([
  `import { InfisicalSDK } from '@infisical/sdk';`,
  `const client = new InfisicalSDK({ siteUrl: '${url}' }).auth().accessToken(process.env.INFISICAL_TOKEN);`,
  `const { secrets } = await client.secrets().listSecrets({ projectId: '${projectId}', environment: '${environment}' });`,
])}`;
};
