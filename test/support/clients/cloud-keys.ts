import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';

const kid = 'cloud';

/** Publishes one key set in the places where Azure and Google do, and signs tokens with its key. */
export class TestCloudKeys {
  readonly #server: Server;
  readonly #privateKey: CryptoKey;
  readonly requestedPaths: string[] = [];
  /** Responds to all requests instead. */
  override: ((res: ServerResponse) => void) | undefined;

  private constructor(privateKey: CryptoKey, keys: string) {
    this.#privateKey = privateKey;
    this.#server = createServer((req, res) => {
      this.requestedPaths.push(req.url!);
      if (this.override) this.override(res);
      else if (/\/(discovery\/keys|v3\/certs|jwk\/[\w-]+@[\w-]+\.iam\.gserviceaccount\.com)$/.test(req.url!))
        res.writeHead(200, { 'Content-Type': 'application/json' }).end(keys);
      else res.writeHead(404).end();
    });
  }

  static async start(): Promise<TestCloudKeys> {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(publicKey)), use: 'sig', kid };
    const keys = new TestCloudKeys(privateKey, JSON.stringify({ keys: [jwk] }));
    await new Promise<void>((resolve) => keys.#server.listen(0, '127.0.0.1', resolve));
    return keys;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  sign(claims: JWTPayload): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(this.#privateKey);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let shared: Promise<TestCloudKeys> | undefined;

/** The keys that the server of the tests asks for. */
export const cloudKeys = (): Promise<TestCloudKeys> => (shared ??= TestCloudKeys.start());

export const stopCloudKeys = async (): Promise<void> => (await shared)?.stop();
