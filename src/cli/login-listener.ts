import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isToken } from './usage.ts';

/** Larger bodies are refused; a session has less than two thousand characters. */
const maxBody = 65_536;

export interface LoginListener {
  readonly port: number;
  /** The token of the first session that a page of the server hands over. */
  readonly token: Promise<string>;
  readonly close: () => void;
}

/** Reads a session as the console sends it, which spells the field so for the official CLI. */
export const tokenIn = (text: string): string | undefined => {
  try {
    const { JTWToken: token } = (JSON.parse(text) ?? {}) as { JTWToken?: unknown };
    return typeof token === 'string' && isToken(token) ? token : undefined;
  } catch {
    return undefined;
  }
};

const bodyOf = async (req: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of req.setEncoding('latin1') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > maxBody) return '';
  }
  return text;
};

const allow = (res: ServerResponse, origin: string): void => {
  res.setHeader('Vary', 'Origin');
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Allow-Methods', 'POST, OPTIONS');
  res.setHeader('Access-Control-Allow-Headers', 'Content-Type');
  res.setHeader('Access-Control-Allow-Private-Network', 'true');
};

/**
 * Listens on this computer for the session that the login page hands over. Only pages of that origin may: another page
 * could otherwise log the terminal in to an account of its own.
 */
export const listenForLogin = async (origin: string): Promise<LoginListener> => {
  let handOver: (token: string) => void;
  const handedOver = new Promise<string>((resolve) => (handOver = resolve));
  const respond = async (req: IncomingMessage, res: ServerResponse): Promise<ServerResponse> => {
    if (req.headers.origin !== origin) return res.writeHead(403).end();
    allow(res, origin);
    if (req.method === 'OPTIONS') return res.writeHead(204).end();
    const token = req.method === 'POST' ? tokenIn(await bodyOf(req)) : undefined;
    if (token === undefined) return res.writeHead(400).end();
    res.setHeader('Connection', 'close');
    return res.end(() => handOver(token));
  };
  const server = createServer((req, res) => void respond(req, res).catch(() => res.destroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    token: handedOver,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
