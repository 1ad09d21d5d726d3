import http from 'node:http';
import https from 'node:https';
import { Command } from 'commander';
import { originOf, readConfig, type Config } from '../config.ts';
import { StartError } from '../platform/errors.ts';
import { loopbackUrl } from './announcement.ts';
import { withSettings } from './settings-options.ts';

const timeoutMs = 5_000;

/** Where a server with these settings says whether it is ready. */
const addressOf = ({ health, host, port, tls }: Config): string => {
  const origin = health ? originOf(health.host, health.port, false) : originOf(host, port, tls !== undefined);
  return `${loopbackUrl(origin)}/readyz`;
};

/** Does not verify the certificate, which is for the public name of the server: nothing confidential is sent. */
const statusOf = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { get } = url.startsWith('https:') ? https : http;
    const request = get(url, { agent: false, rejectUnauthorized: false, timeout: timeoutMs }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    request.on('timeout', () => request.destroy(new Error('no response in time'))).on('error', reject);
  });

const check = async (): Promise<void> => {
  const url = addressOf(readConfig(process.env));
  const status = await statusOf(url).catch((cause: unknown) => {
    throw new StartError(`No server responds at ${url}: ${(cause as Error).message}`, { cause });
  });
  if (status !== 200) throw new StartError(`The server is not ready: ${url} returns ${status}.`);
  console.log('The server is ready.');
};

export const healthCommand = (): Command =>
  withSettings(new Command('health')).addHelpText('after', '\nExample: sallyport health').action(check);
