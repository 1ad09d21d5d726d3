import type { Socket } from 'node:net';
import { secure } from '../outgoing/connect.ts';
import { connectionFailure } from './errors.ts';

/** TLS of a connection; an empty `ca` is for the authorities that the system trusts. */
export interface TargetTls {
  readonly ca: string;
  readonly verifiesCertificate: boolean;
}

/** Begins TLS on a connection to the host, which the certificate has to name; without `tls`, returns the socket itself. */
export const encrypt = async (socket: Socket, host: string, tls: TargetTls | undefined): Promise<Socket> => {
  if (!tls) return socket;
  try {
    return await secure(socket, host, tls.ca, tls.verifiesCertificate);
  } catch (error) {
    throw connectionFailure(error);
  }
};
