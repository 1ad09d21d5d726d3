import { text as readAll } from 'node:stream/consumers';
import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { secretText } from '../platform/crypto/random-secrets.ts';
import { StartError } from '../platform/errors.ts';
import { describeErrorResponse } from './refusal.ts';
import { defaultUrl, serverUrl } from './server/connection.ts';

interface Options {
  readonly email: string;
  readonly organization: string;
  readonly url: string;
  readonly setupToken?: string;
  readonly passwordStdin?: true;
  readonly json?: true;
}

type Result = Reply<'bootstrapInstance'>;

const call = async (url: string, body: object): Promise<Result> => {
  const target = new URL('/api/v1/admin/bootstrap', url);
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: unknown) => {
    throw new StartError(`No server responds at ${target.origin}. Start one with: npm start`, { cause });
  });
  const answer = (await response.json().catch(() => ({}))) as Result & { message?: unknown };
  if (response.ok) return answer;
  throw new StartError(describeErrorResponse(response.status, answer.message));
};

const bootstrap = async ({ email, organization, url, setupToken, passwordStdin, json }: Options): Promise<void> => {
  const password = passwordStdin ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : secretText(24);
  const result = await call(url, { email, password, organization, setupToken });
  const lines = [
    ['organization', `${result.organization.name} (${result.organization.id})`],
    ['administrator', result.user.username],
    ...(passwordStdin ? [] : [['password', `${password}   (shown only now)`]]),
    ['token', `${result.identity.credentials.token}   (shown only now)`],
  ];
  const asText = [result.message, ...lines.map(([name, value]) => `  ${name!.padEnd(14)} ${value}`)].join('\n');
  console.log(json ? JSON.stringify({ ...result, ...(!passwordStdin && { password }) }, undefined, 2) : asText);
};

export const bootstrapCommand = (): Command =>
  new Command('bootstrap')
    .requiredOption('--email <address>', "the administrator's e-mail address")
    .requiredOption('--organization <name>', "the organization's name")
    .option('--password-stdin', 'read the password from standard input instead of generating one')
    .option('--setup-token <token>', 'the token that the server printed when it started')
    .addOption(serverUrl('the URL of the server').default(defaultUrl))
    .option('--json', 'print the response as JSON')
    .action(bootstrap);
