import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext } from 'node:tls';
import { isTimeUp, yieldToEventLoop } from '../event-loop.ts';
import { hostOf, type OutgoingHosts } from './hosts.ts';

interface Options {
  readonly hosts: OutgoingHosts;
  readonly signal: AbortSignal;
}

/**
 * Makes Node read its certificate authorities, which takes 50 ms in which nothing else runs: at the start, and not when
 * a login or a webhook is the first to use TLS.
 */
export const readAuthorities = (): void => void createSecureContext();

const connected = <S extends Socket>(socket: S, event: 'connect' | 'secureConnect'): Promise<S> =>
  new Promise((resolve, reject) => {
    const fail = (error?: Error): void => reject(error ?? new Error('the connection was closed'));
    const onClose = (): void => fail();
    socket
      // Whoever uses the socket learns from `close` of later errors, also of those of a socket below TLS.
      .on('error', () => undefined)
      .once('error', fail)
      .once('close', onClose)
      .once(event, () => {
        socket.off('error', fail).off('close', onClose);
        resolve(socket);
      });
  });

/** Connects to the host of a URL that was checked with `problemOf`; checks the very address that is connected to. */
export const connect = (url: URL, port: number, { hosts, signal }: Options): Promise<Socket> =>
  connected(connectTcp({ host: hostOf(url), port, signal, ...hosts.lookupFor(url) }), 'connect');

/**
 * Begins TLS on a connection to the host, whose certificate is verified by default. As in `sendRequest`, many take
 * several event-loop turns.
 */
export const secure = async (
  socket: Socket,
  host: string,
  caCert: string,
  verifiesCertificate = true,
): Promise<Socket> => {
  if (isTimeUp()) await yieldToEventLoop();
  if (socket.destroyed) throw new Error('the connection was closed');
  return connected(
    connectTls({
      socket,
      host,
      servername: isIP(host) === 0 ? host : '',
      rejectUnauthorized: verifiesCertificate,
      ...(caCert !== '' && { ca: caCert }),
    }),
    'secureConnect',
  );
};
