import type { Request } from 'express';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { Config } from '../config.ts';
import { certificatePem, extractCertificates } from '../platform/crypto/pki/pem.ts';

/** One more than are accepted. */
const maxChain = 11;

/** The certificates of the connection, the client's first; none if it has none, or TLS ends elsewhere. */
const certificatesOfConnection = (socket: Request['socket']): string[] => {
  const chain: DetailedPeerCertificate[] = [];
  let next = 'getPeerCertificate' in socket ? (socket as TLSSocket).getPeerCertificate(true) : undefined;
  // A root is its own issuer.
  while (next?.raw && !chain.includes(next) && chain.length < maxChain) {
    chain.push(next);
    next = next.issuerCertificate;
  }
  return chain.map(({ raw }) => certificatePem(raw));
};

const isFromTrustedProxy = (req: Request): boolean =>
  (req.app.get('trust proxy fn') as (address: string, hops: number) => boolean)(req.socket.remoteAddress ?? '', 0);

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

/** Reads PEM with percent escapes, as nginx and AWS write it, or one certificate in base64, as HAProxy does. */
const certificatesIn = (header: string): string[] => {
  const text = unescaped(header);
  if (text.includes('-----BEGIN')) return extractCertificates(text);
  return /^[A-Za-z0-9+/=]+$/.test(text) ? [certificatePem(Buffer.from(text, 'base64'))] : [];
};

/**
 * The certificates that the client presented, in PEM, its own first: to this server, or to a proxy of `TRUST_PROXY`,
 * which passes them on in a header; from anybody else that header means nothing.
 */
export const clientCertificatesOf = (
  req: Request,
  { clientCertHeader }: Pick<Config, 'clientCertHeader'>,
): readonly string[] => {
  const presented = certificatesOfConnection(req.socket);
  if (presented.length > 0) return presented;
  const header = req.headers[clientCertHeader];
  return typeof header === 'string' && isFromTrustedProxy(req) ? certificatesIn(header) : [];
};
