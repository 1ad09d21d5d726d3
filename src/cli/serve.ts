import { Command } from 'commander';
import { isLoopback, isUnusableSiteUrl, readConfig, type Config } from '../config.ts';
import type { RunningServer } from '../main.ts';
import { timestamp } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { releaseMemory, limitHeapGrowth } from '../platform/memory.ts';
import { needsSetupToken, setupToken } from '../resources/instance/setup/setup-token.ts';
import { programCommand } from './own-command.ts';

/** The bootstrap command to copy, with all options that this server needs. */
const bootstrapHint = ({ config, keyring }: RunningServer['parts'], url: string): string => {
  const local = { isForwarded: false };
  const options = [
    '--email you@example.com',
    '--organization "My Organization"',
    ...(url === 'http://127.0.0.1:8080'
      ? []
      : [`--url ${url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')}`]),
    ...(needsSetupToken({ config, caller: local }) ? [`--setup-token ${setupToken(keyring)}`] : []),
  ];
  const aside = needsSetupToken({ config, caller: local })
    ? ''
    : `\nFrom another machine or through a proxy, add: --setup-token ${setupToken(keyring)}\n`;
  return `\nThis server is new. Create its first administrator with:\n\n  ${programCommand()} bootstrap ${options.join(' ')}\n${aside}\n`;
};

/** Tells the operator when the evaluation ends. */
const evaluationHint = ({ licences }: RunningServer['parts']): string => {
  const { source, licence } = licences.status;
  return source === 'evaluation' && licence
    ? `It has an evaluation licence, which expires at ${timestamp(licence.expiresAt)}: see LICENCE_FILE in the README.\n`
    : '';
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

/** Resolves on SIGINT or SIGTERM, so that pending requests can be finished; exits on the second signal. */
const untilSignalled = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve();
        process.once(signal, () => process.exit(130));
      });
    }
  });

const serve = async (config: Config): Promise<void> => {
  limitHeapGrowth();
  const log = createLog(config.logLevel);
  const signalled = untilSignalled();
  // Imported only here, which halves the start-up time of the other commands.
  const { startServer } = await import('../main.ts');
  const server = await startServer(config, log);
  void server.warm.then(releaseMemory);
  console.error(
    `Sallyport is at ${server.url} (reference: ${server.url}/docs)\n${exposureHint(config)}${addressHint(config)}`.trimEnd(),
  );
  if (!(await server.parts.stores.instance.isBootstrapped()))
    console.error(bootstrapHint(server.parts, server.url) + evaluationHint(server.parts));
  await signalled;
  log.info('draining');
  await server.stop();
  log.info('stopped');
};

export const serveCommand = (): Command =>
  new Command('serve').description('Run the server until it is stopped.').action(() => serve(readConfig(process.env)));
