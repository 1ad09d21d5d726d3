import { isatty } from 'node:tty';
import { isLocalSite, isLoopback, isUnusableSiteUrl, type Config } from '../config.ts';
import type { RunningServer } from '../main.ts';
import { needsSetupToken, setupToken } from '../resources/instance/setup/setup-token.ts';
import { programCommand } from './own-command.ts';
import { defaultUrl } from './server/connection.ts';

/** What the operator is told about a server that has started; a worker sends it to the primary process. */
export interface StartFacts {
  readonly url: string;
  /** Only of a server that has no administrator yet. */
  readonly setupToken?: string;
}

export const startFacts = async ({ url, parts }: RunningServer): Promise<StartFacts> =>
  (await parts.stores.instance.isBootstrapped()) ? { url } : { url, setupToken: setupToken(parts.keyring) };

/** The URL of the server for this machine. */
export const loopbackUrl = (url: string): string =>
  url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

/** The same for people: browsers have passkeys on `localhost`, and not on an address. */
const localUrl = (url: string): string => url.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):/, '//localhost:');

/** Whether people reach the server at its site URL, rather than on this machine. */
const isPublic = ({ siteUrl }: Config): boolean => !isLocalSite(siteUrl) && !isUnusableSiteUrl(siteUrl);

/** The command that sets up the server, with all that this server needs. */
const setupHint = (url: string, token: string, needsToken: boolean): string => {
  const options = [
    '--email you@example.com',
    '--organization "My Organization"',
    '--project "My Project"',
    ...(url === defaultUrl ? [] : [`--url ${url}`]),
    ...(needsToken ? [`--setup-token ${token}`] : []),
  ];
  const aside = needsToken ? '' : `From another machine or through a proxy, add: --setup-token ${token}\n`;
  return `This server is new. Set it up in a browser, at the address below, or with this command:\n\n  ${programCommand()} bootstrap ${options.join(' ')}\n\n${aside}`;
};

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

/** The address to open. A set-up token is in the fragment, which browsers do not send. */
const addressOf = (config: Config, url: string, token: string | undefined): string => {
  const site = isPublic(config) ? config.siteUrl : url;
  return token === undefined ? site : new URL(`/setup#token=${token}`, site).href;
};

const inColour = (text: string): string => (isatty(2) && !process.env.NO_COLOR ? `\u001b[1;36m${text}\u001b[0m` : text);

/** Prints what the operator has to do, and last the address of the server. */
export const announce = (config: Config, { url, setupToken: token }: StartFacts): void => {
  const local = localUrl(url);
  const needsToken = token !== undefined && needsSetupToken({ config, caller: { isForwarded: false } });
  console.error(
    [
      exposureHint(config),
      addressHint(config),
      ...(isPublic(config) ? [`Listening on ${local}\n`] : []),
      ...(token === undefined ? [] : [setupHint(local, token, needsToken)]),
      `Sallyport is at\n\n  ${inColour(addressOf(config, local, needsToken ? token : undefined))}\n`,
    ]
      .filter((part) => part !== '')
      .map((part) => `\n${part}`)
      .join(''),
  );
};
