import { Command } from 'commander';
import { isLoopback, leadsNowhere, readConfig, type Config } from '../config.ts';
import type { RunningServer } from '../main.ts';
import { timestamp } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { giveBack, growSlowly } from '../platform/memory.ts';
import { needsSetupToken, setupToken } from '../resources/instance/setup/setup-token.ts';
import { ownCommand } from './own-command.ts';

/** One command to copy: with everything that this server asks for. */
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
    : `\nFrom another machine or through a proxy it also needs: --setup-token ${setupToken(keyring)}\n`;
  return `\nThis server is new. Create its first administrator with:\n\n  ${ownCommand()} bootstrap ${options.join(' ')}\n${aside}\n`;
};

/** So that nobody is surprised when it ends. */
const evaluationHint = ({ licences }: RunningServer['parts']): string => {
  const { source, licence } = licences.status;
  return source === 'evaluation' && licence
    ? `It has granted itself an evaluation licence, which ends at ${timestamp(licence.expiresAt)}: see LICENCE_FILE in the README.\n`
    : '';
};

/** Tokens and secrets would go over the network for everybody to read. */
const exposureHint = ({ host, tls, siteUrl }: Config): string =>
  isLoopback(host) || tls || siteUrl.startsWith('https:')
    ? ''
    : `Others can reach ${host}, and nothing is encrypted. Set TLS_CERT and TLS_KEY, or put a proxy with TLS before it and set SITE_URL.\n`;

/** What is in a certificate stays there. */
const addressHint = ({ siteUrl }: Config): string =>
  leadsNowhere(siteUrl)
    ? `Links and certificates would name ${siteUrl}, where nobody finds this server. Set SITE_URL.\n`
    : '';

/** Until told to stop; then what is under way is finished first. */
const untilSignalled = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve();
        // Asked twice: somebody is in a hurry.
        process.once(signal, () => process.exit(130));
      });
    }
  });

const serve = async (config: Config): Promise<void> => {
  growSlowly();
  const log = createLog(config.logLevel);
  const signalled = untilSignalled();
  // Loaded only here: other commands do without the whole server, and answer in half the time.
  const { startServer } = await import('../main.ts');
  const server = await startServer(config, log);
  void server.warm.then(giveBack);
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
  new Command('serve')
    .description('Run the server until it is told to stop.')
    .action(() => serve(readConfig(process.env)));
