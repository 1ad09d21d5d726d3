import { isLocalSite, isLoopback, isUnusableSiteUrl, type Config } from '../config.ts';
import type { RunningServer } from '../main.ts';
import { timestamp } from '../platform/clock.ts';
import { needsSetupToken, setupToken } from '../resources/instance/setup/setup-token.ts';
import { programCommand } from './own-command.ts';

/** What the operator is told about a server that has started; a worker sends it to the primary process. */
export interface StartFacts {
  readonly url: string;
  /** Only of a server that has no administrator yet. */
  readonly setUp?: { readonly token: string; readonly evaluationEndsAt?: string };
}

export const startFacts = async ({ url, parts }: RunningServer): Promise<StartFacts> => {
  if (await parts.stores.instance.isBootstrapped()) return { url };
  const { source, licence } = parts.licences.status;
  const endsAt = source === 'evaluation' && licence ? timestamp(licence.expiresAt) : undefined;
  return {
    url,
    setUp: { token: setupToken(parts.keyring), ...(endsAt !== undefined && { evaluationEndsAt: endsAt }) },
  };
};

/** The URL of the server for this machine. */
export const loopbackUrl = (url: string): string =>
  url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

/** The page that sets up the server. Its token is in the fragment, which browsers do not send. */
const setupPage = ({ siteUrl }: Config, url: string, token: string | undefined): string => {
  const isPublic = !isLocalSite(siteUrl) && !isUnusableSiteUrl(siteUrl);
  return new URL(token ? `/setup#token=${token}` : '/setup', isPublic ? siteUrl : loopbackUrl(url)).href;
};

/** The page and the command that set up the server, with all that this server needs. */
const setupHint = (config: Config, url: string, token: string): string => {
  const needsToken = needsSetupToken({ config, caller: { isForwarded: false } });
  const options = [
    '--email you@example.com',
    '--organization "My Organization"',
    '--project "My Project"',
    ...(url === 'http://127.0.0.1:8080' ? [] : [`--url ${loopbackUrl(url)}`]),
    ...(needsToken ? [`--setup-token ${token}`] : []),
  ];
  const aside = needsToken ? '' : `\nFrom another machine or through a proxy, add: --setup-token ${token}\n`;
  return `\nThis server is new. Set it up in a browser:\n\n  ${setupPage(config, url, needsToken ? token : undefined)}\n\nor with this command:\n\n  ${programCommand()} bootstrap ${options.join(' ')}\n${aside}\n`;
};

/** Tells the operator when the evaluation ends. */
const evaluationHint = (endsAt: string | undefined): string =>
  endsAt === undefined
    ? ''
    : `It has an evaluation licence until ${endsAt}. For one without an end, run: ${programCommand()} licence issue --own\n`;

/** Warns that tokens and secrets would be sent unencrypted. */
const exposureHint = ({ host, tls, siteUrl }: Config): string =>
  isLoopback(host) || tls || siteUrl.startsWith('https:')
    ? ''
    : `${host} is reachable from the network without encryption. Set TLS_CERT and TLS_KEY, or use a proxy with TLS and set SITE_URL.\n`;

/** Warns about an unusable site URL, which issued certificates would contain permanently. */
const addressHint = ({ siteUrl }: Config): string =>
  isUnusableSiteUrl(siteUrl)
    ? `Links and certificates would contain ${siteUrl}, which does not lead to this server. Set SITE_URL.\n`
    : '';

/** Prints where the server is, and what the operator has to do. */
export const announce = (config: Config, { url, setUp }: StartFacts): void => {
  console.error(
    `Sallyport is at ${url} (reference: ${url}/docs)\n${exposureHint(config)}${addressHint(config)}`.trimEnd(),
  );
  if (setUp) console.error(setupHint(config, url, setUp.token) + evaluationHint(setUp.evaluationEndsAt));
};
