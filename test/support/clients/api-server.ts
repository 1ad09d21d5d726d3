import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { text } from 'node:stream/consumers';
import type { AddressInfo, Socket } from 'node:net';
import { expect } from 'chai';
import { decodeJwt, exportJWK, generateKeyPair, jwtVerify, SignJWT, type CryptoKey } from 'jose';
import type { Clock } from '../../../src/platform/clock.ts';
import { newCertificate } from '../fixtures/tls-certificates.ts';

/** Where everybody gets the keys, if the cluster allows it. */
const keySetPath = '/openid/v1/jwks';
const keySetType = 'application/jwk-set+json';

export const clusterIssuer = 'https://kubernetes.default.svc.cluster.local';

/** A TokenReview, exactly as the API server has to get it. */
const requireReview = (review: Record<string, unknown>): { token: string; audiences: string[] } => {
  const { spec, ...rest } = review as { spec: { token: string; audiences?: string[] } };
  expect(rest).to.deep.equal({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview' });
  expect(Object.keys(spec))
    .to.include.members(['token'])
    .and.have.length(spec.audiences ? 2 : 1);
  return { token: spec.token, audiences: spec.audiences ?? [clusterIssuer] };
};

const status = (code: number, reason: string) => ({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  reason,
  code,
});

/**
 * Responds like the API server of Kubernetes 1.34, whose responses were recorded; `npm run test:kubernetes` runs the same
 * against a real one.
 */
export class TestApiServer {
  readonly #server: Server;
  readonly #keys: { privateKey: CryptoKey; publicKey: CryptoKey };
  readonly #clock: Clock;
  readonly #sockets = new Set<Socket>();
  readonly cert: string;
  /** The service accounts that may review tokens, as namespace:name. */
  readonly reviewers = new Set<string>();
  readonly deleted = new Set<string>();
  /** The paths of the requests so far. */
  readonly requestedPaths: string[] = [];
  /** Responds to all requests instead. */
  override: ((req: IncomingMessage, res: ServerResponse) => void) | undefined;

  private constructor(clock: Clock, keys: { privateKey: CryptoKey; publicKey: CryptoKey }) {
    const { cert, key } = newCertificate();
    this.cert = cert;
    this.#clock = clock;
    this.#keys = keys;
    this.#server = createServer({ cert, key }, (req, res) => {
      this.requestedPaths.push(req.url!);
      if (this.override) this.override(req, res);
      else void this.#respond(req, res);
    });
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(clock: Clock): Promise<TestApiServer> {
    const server = new TestApiServer(clock, await generateKeyPair('RS256', { extractable: true }));
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get jwksUrl(): string {
    return `${this.url}${keySetPath}`;
  }

  async jwks(): Promise<string> {
    return JSON.stringify({
      keys: [{ ...(await exportJWK(this.#keys.publicKey)), use: 'sig', alg: 'RS256', kid: 'k' }],
    });
  }

  /** A token of a service account, as TokenRequest returns it. */
  tokenOf(namespace: string, name: string, audiences = [clusterIssuer], claims: object = {}): Promise<string> {
    const now = Math.floor(this.#clock.now().getTime() / 1_000);
    return new SignJWT({
      iss: clusterIssuer,
      sub: `system:serviceaccount:${namespace}:${name}`,
      aud: audiences,
      iat: now,
      nbf: now,
      exp: now + 600,
      'kubernetes.io': { namespace, serviceaccount: { name } },
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(this.#keys.privateKey);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Returns the account as namespace:name, and the audiences for which the token is; undefined if it is not valid. */
  async #authenticate(
    token: string,
    audiences: string[],
  ): Promise<{ account: string; audiences: string[] } | undefined> {
    try {
      const currentDate = this.#clock.now();
      const { payload } = await jwtVerify(token, this.#keys.publicKey, { issuer: clusterIssuer, currentDate });
      const shared = audiences.filter((audience) => [payload.aud].flat().includes(audience));
      const account = payload.sub!.replace('system:serviceaccount:', '');
      return shared.length > 0 && !this.deleted.has(account) ? { account, audiences: shared } : undefined;
    } catch {
      return undefined;
    }
  }

  async #respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const send = (code: number, body: object): void =>
      void res.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (req.url === '/version') return send(200, { major: '1', minor: '34' });
    if (req.url === keySetPath) {
      if (!req.headers.accept!.includes(keySetType)) return void res.writeHead(406).end();
      return void res.writeHead(200, { 'Content-Type': keySetType }).end(await this.jwks());
    }
    const bearer = req.headers.authorization?.replace('Bearer ', '') ?? '';
    const reviewer = await this.#authenticate(bearer, [clusterIssuer]);
    if (!reviewer) return send(401, status(401, 'Unauthorized'));
    if (!this.reviewers.has(reviewer.account)) return send(403, status(403, 'Forbidden'));
    const review = JSON.parse(await text(req)) as Record<string, unknown>;
    const { token, audiences } = requireReview(review);
    const found = await this.#authenticate(token, audiences);
    const answer = found
      ? {
          authenticated: true,
          user: { username: decodeJwt(token).sub, groups: ['system:serviceaccounts', 'system:authenticated'] },
          audiences: found.audiences,
        }
      : { user: {}, error: 'invalid bearer token' };
    send(201, { ...review, status: answer });
  }
}
