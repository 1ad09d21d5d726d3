// Stands in for what programs on a cloud ask for tokens, and for the published keys of these tokens. Clients reach the
// metadata services at fixed addresses: this is their HTTP proxy, to which they give whole URLs, and their HTTPS proxy.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, exportPKCS8, generateKeyPair, SignJWT } from 'jose';
import { signingService } from './signing-service.mjs';

/** Who the instances are. */
export const azure = {
  tenant: '72f988bf-86f1-41af-91ab-2d7cd011db47',
  principal: '2dc0b0a5-6b7c-4e3a-9a63-3f0f1a2b4c5d',
};
export const google = { account: 'build@acme.iam.gserviceaccount.com', project: 'acme' };

const keyId = 'only';

const newSigner = async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const signed = (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keyId });
  return {
    pem: await exportPKCS8(privateKey),
    keySet: { keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: keyId }] },
    /** Signs exactly these claims. */
    sign: (claims) => signed(claims).sign(privateKey),
    signForAnHour: (claims) => signed(claims).setIssuedAt().setExpirationTime('1h').sign(privateKey),
  };
};

/** The responses of the metadata services, and of AWS with these credentials, by host and path. */
const metadataOf = ({ signForAnHour }, awsRole) => ({
  '169.254.169.254/metadata/identity/oauth2/token': async (query) => ({
    access_token: await signForAnHour({
      iss: `https://sts.windows.net/${azure.tenant}/`,
      aud: query.get('resource'),
      tid: azure.tenant,
      oid: azure.principal,
    }),
  }),
  'metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/identity': (query) =>
    signForAnHour({
      iss: 'https://accounts.google.com',
      aud: query.get('audience'),
      email: google.account,
      email_verified: true,
      google: { compute_engine: { project_id: google.project, zone: 'us-central1-a' } },
    }),
  '169.254.169.254/latest/api/token': () => 'a session of the metadata service',
  '169.254.169.254/latest/dynamic/instance-identity/document': () => ({ region: 'eu-central-1' }),
  '169.254.169.254/latest/meta-data/iam/security-credentials/': () => 'build',
  '169.254.169.254/latest/meta-data/iam/security-credentials/build': () => ({ Code: 'Success', ...awsRole }),
});

const keysOf = ({ keySet }) => ({
  [`/${azure.tenant}/discovery/keys`]: keySet,
  '/oauth2/v3/certs': keySet,
  [`/service_accounts/v1/jwk/${google.account}`]: keySet,
});

const listen = async (server) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}`;
};

const respondWith = (response, body) => {
  if (body === undefined) return void response.writeHead(404).end();
  // Clients of AWS want to know for how long their session is.
  response.setHeader('X-Aws-Ec2-Metadata-Token-Ttl-Seconds', '21600');
  response.setHeader('Content-Type', typeof body === 'string' ? 'text/plain' : 'application/json');
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

/**
 * Starts both. `awsRole` are the credentials of the instance's role; `keysUrl` is where the server fetches keys, and
 * `environment` what makes clients use the services.
 */
export const startClouds = async (folder, awsRole) => {
  const signer = await newSigner();
  const keys = keysOf(signer);
  const metadata = metadataOf(signer, awsRole);
  const keysUrl = await listen(createServer((request, response) => respondWith(response, keys[request.url])));
  const { connect, environment } = await signingService(folder, { ...signer, account: google.account });
  const proxy = createServer(async (request, response) => {
    // Clients of AWS have a setting for the address of its service, and give it the path only.
    const url = new URL(request.url, 'http://169.254.169.254');
    respondWith(response, await metadata[`${url.host}${url.pathname}`]?.(url.searchParams));
  });
  proxy.on('connect', connect);
  const proxyUrl = await listen(proxy);
  return {
    keysUrl,
    environment: {
      ...environment,
      HTTP_PROXY: proxyUrl,
      HTTPS_PROXY: proxyUrl,
      NO_PROXY: 'localhost,127.0.0.1',
      AWS_EC2_METADATA_SERVICE_ENDPOINT: proxyUrl,
    },
  };
};
