// A local OpenID provider, for clients that log in with OIDC auth.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';

export const audience = 'https://sallyport.example.com';

/** Starts the provider; returns its URL and key, and a function that signs a token for a subject, valid for ten minutes. */
export const startIssuer = async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'only' }];
  const server = createServer((request, response) => {
    const bodies = {
      '/.well-known/openid-configuration': { issuer: url, jwks_uri: `${url}/keys` },
      '/keys': { keys },
    };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(bodies[request.url] ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const sign = (subject) =>
    new SignJWT()
      .setProtectedHeader({ alg: 'RS256', kid: 'only' })
      .setIssuer(url)
      .setSubject(subject)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey);
  return { url, publicKey: await exportSPKI(publicKey), sign };
};
