import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose';
import { Provider } from 'oidc-provider';

export const audience = 'https://sallyport.example.com';

export interface SigningOptions {
  readonly alg?: string;
  /** Null leaves it out. */
  readonly kid?: string | null;
}

/** RSA keys that are reused in rotation: generating one for every provider took most of the time of these tests. */
const rsaKeys: JWK[] = [];
const rsaKeyCount = 5;

const generateKey = async (alg: string): Promise<JWK> =>
  exportJWK((await generateKeyPair(alg, { extractable: true })).privateKey);

/** An RSA key differs from the four before it; every other key is new. */
const newKey = async (alg: string): Promise<JWK> => {
  const key = alg === 'RS256' && rsaKeys.length >= rsaKeyCount ? rsaKeys.shift()! : await generateKey(alg);
  if (alg === 'RS256') rsaKeys.push(key);
  return { ...key, alg, use: 'sig', kid: crypto.randomUUID() };
};

/** A certified OpenID provider on its own socket, whose private keys the test holds. */
export class TestProvider {
  readonly #server: Server;
  readonly #claims = new Map<string, JWTPayload>();
  #keys: JWK[] = [];
  #listener: RequestListener = (_req, res) => void res.writeHead(503).end();
  /** Answers all requests instead of the provider. */
  override: RequestListener | undefined;
  /** The paths of the requests so far. */
  readonly requestedPaths: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (req, res) => {
      this.requestedPaths.push(req.url!);
      (this.override ?? this.#listener)(req, res);
    });
  }

  static async start({
    tls,
    host = '127.0.0.1',
  }: { tls?: { cert: string; key: string }; host?: string } = {}): Promise<TestProvider> {
    const provider = new TestProvider(tls ? createHttpsServer(tls) : createHttpServer());
    await new Promise<void>((resolve) => provider.#server.listen(0, host, resolve));
    await provider.rotate();
    return provider;
  }

  get issuer(): string {
    const { address, port } = this.#server.address() as AddressInfo;
    return `${'setSecureContext' in this.#server ? 'https' : 'http'}://${address}:${port}`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The keys as the provider publishes them. */
  get publicKeys(): JWK[] {
    return this.#keys.map(({ d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...key }) => key);
  }

  /** Replaces all keys. */
  async rotate(algorithms: readonly string[] = ['RS256', 'ES256', 'Ed25519']): Promise<void> {
    this.#keys = await Promise.all(algorithms.map(newKey));
    const provider = new Provider(this.issuer, {
      // The provider modifies the object that it is given.
      jwks: { keys: structuredClone(this.#keys) },
      clients: [
        {
          client_id: 'builder',
          client_secret: 'for tests only',
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
        },
      ],
      ttl: { ClientCredentials: 600 },
      extraTokenClaims: (_ctx, token) => this.#claims.get((token as { aud?: string }).aud ?? '') ?? {},
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_ctx, resource) => ({
            scope: '',
            audience: resource,
            accessTokenTTL: 600,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      },
    });
    const callback = provider.callback();
    this.#listener = (req, res) => void callback(req, res);
  }

  /** A token that the provider issues at the real time, for a client that requests one. */
  async issue(claims: JWTPayload = {}, resource = audience): Promise<string> {
    this.#claims.set(resource, claims);
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa('builder:for%20tests%20only')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource }),
    });
    const body = (await response.json()) as { access_token?: string };
    if (!body.access_token) throw new Error(`the provider gave no token: ${JSON.stringify(body)}`);
    return body.access_token;
  }

  /** A token signed with a key of the provider, with claims that the provider itself would not issue. */
  async sign(claims: JWTPayload, { alg = 'RS256', kid }: SigningOptions = {}): Promise<string> {
    const key = this.#keys.find((one) => one.alg === alg)!;
    const named = kid === undefined ? key.kid! : kid;
    return new SignJWT(claims)
      .setProtectedHeader({ alg, ...(named !== null && { kid: named }) })
      .sign(await importJWK(key, alg));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
