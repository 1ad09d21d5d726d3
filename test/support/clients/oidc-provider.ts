import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
// Not its main module, which warns about every Node that is not an LTS release from 22 on.
import { Provider } from 'oidc-provider/lib/provider.js';

export const audience = 'https://sallyport.example.com';

/** The client with which people sign in. */
export const signOnClient = { clientId: 'sallyport', clientSecret: 'kept by both sides: %+' };

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
  readonly #redirectUris: string[] = [];
  #keys: JWK[] = [];
  #listener: RequestListener = (_req, res) => void res.writeHead(503).end();
  /** Who is at the browser: the claims of whoever signs in next. */
  person: JWTPayload = { sub: 'nobody' };
  /** Given for every code, instead of an ID token of the provider. */
  idToken: string | undefined;
  /** Responds to all requests instead of the provider. */
  override: RequestListener | undefined;
  /** The paths of the requests so far. */
  readonly requestedPaths: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (req, res) => {
      this.requestedPaths.push(req.url!);
      if (this.idToken !== undefined && req.url === '/token')
        res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id_token: this.idToken }));
      else (this.override ?? this.#listener)(req, res);
    });
  }

  static async start({
    tls,
    host = '127.0.0.1',
    redirectUri,
  }: { tls?: { cert: string; key: string }; host?: string; redirectUri?: string } = {}): Promise<TestProvider> {
    const provider = new TestProvider(tls ? createHttpsServer(tls) : createHttpServer());
    provider.#redirectUris.push(redirectUri ?? 'http://127.0.0.1/callback');
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
    const provider: Provider = new Provider(this.issuer, {
      // The default, which warns if it is not chosen.
      adapter: createMemoryAdapter(),
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
        {
          client_id: signOnClient.clientId,
          client_secret: signOnClient.clientSecret,
          grant_types: ['authorization_code'],
          redirect_uris: this.#redirectUris,
          response_types: ['code'],
          backchannel_logout_uri: `${this.issuer}/unused`,
          backchannel_logout_session_required: true,
        },
      ],
      cookies: { keys: ['for tests only'] },
      conformIdTokenClaims: false,
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name', 'groups'],
      },
      findAccount: (_ctx, accountId) => ({
        accountId,
        claims: () => ({ ...this.person, sub: accountId }),
      }),
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client!.clientId,
          accountId: oidc.session!.accountId!,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      ttl: { ClientCredentials: 600, Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      extraTokenClaims: (_ctx, token) => this.#claims.get((token as { aud?: string }).aud ?? '') ?? {},
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
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
    this.#listener = (req, res) =>
      req.url!.startsWith('/interaction/')
        ? void provider.interactionFinished(req, res, { login: { accountId: this.person.sub! } })
        : void callback(req, res);
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
