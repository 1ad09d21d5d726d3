import type { Socket } from 'node:net';
import type { OutgoingClient } from '../outgoing/client.ts';
import { secure } from '../outgoing/connect.ts';
import { allowSetting, hostOf } from '../outgoing/hosts.ts';
import { Unreachable } from '../refused.ts';
import { LdapConnection } from './connection.ts';
import { parseLdapUrl, type LdapAddress } from './url.ts';

/** How a directory is reached. */
export interface Directory {
  /** `ldaps://` or `ldap://`, as `parseLdapUrl` accepts it. */
  readonly url: string;
  /** Whether a connection with `ldap://` begins with StartTLS; without it nothing is encrypted. */
  readonly startTls: boolean;
  /** PEM; empty for the authorities that the system trusts. */
  readonly caCert: string;
}

type Hosts = Pick<OutgoingClient, 'problemOf' | 'isListed'>;

/** Which host is allowed is decided as for https. */
const guardedUrl = ({ host }: LdapAddress): string => `https://${host}`;

/** Why connections to the directory are not allowed, as the end of a sentence; undefined if they are. */
export const directoryProblem = (hosts: Hosts, { url, startTls }: Pick<Directory, 'url' | 'startTls'>) => {
  const address = parseLdapUrl(url);
  if (!address) return 'must be an ldaps or ldap URL';
  if (!address.isLdaps && !startTls && !hosts.isListed(guardedUrl(address)))
    return `must be an ldaps URL, or need StartTLS, unless ${allowSetting} lists its host`;
  return hosts.problemOf(guardedUrl(address));
};

/** Begins LDAP on a connection to the directory, encrypted as its URL and `startTls` say. */
export const beginLdap = async (
  socket: Socket,
  { url, startTls, caCert }: Directory,
  verifiesCertificate = true,
): Promise<LdapConnection> => {
  const address = parseLdapUrl(url)!;
  const encrypted = async (plain: Socket) =>
    new LdapConnection(await secure(plain, hostOf(new URL(guardedUrl(address))), caCert, verifiesCertificate));
  if (address.isLdaps) return encrypted(socket);
  const plain = new LdapConnection(socket);
  return startTls ? encrypted(await plain.startTls()) : plain;
};

/** Connects to an allowed directory; throws `Unreachable` for another one. */
export const openDirectory = async (
  outgoing: OutgoingClient,
  directory: Directory,
  signal: AbortSignal,
): Promise<LdapConnection> => {
  const problem = directoryProblem(outgoing, directory);
  if (problem !== undefined) throw new Unreachable('server_not_allowed', `The URL of the directory ${problem}.`);
  const address = parseLdapUrl(directory.url)!;
  const socket = await outgoing.connect(new URL(guardedUrl(address)), address.port, signal);
  try {
    return await beginLdap(socket, directory);
  } catch (error) {
    socket.destroy();
    throw error;
  }
};
