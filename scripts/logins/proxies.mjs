// Logs in with client certificates through nginx and HAProxy, which end TLS and pass the certificate on in a header.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { freePort } from '../faults/processes.mjs';
import { untilListening } from '../faults/sockets.mjs';

const openssl = (...args) => {
  const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};

/** Certificates of two authorities; `pair` is what HAProxy reads as one file. */
const makeCertificates = (folder) => {
  const at = (name) => join(folder, name);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  for (const ca of ['ca', 'others']) {
    const out = ['-keyout', at(`${ca}.key`), '-out', at(`${ca}.pem`)];
    openssl('req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${ca}`, ...out);
    writeFileSync(at('client.ext'), 'keyUsage=digitalSignature\nextendedKeyUsage=clientAuth\n');
    const client = `${ca}-client`;
    openssl('req', ...newKey, '-subj', '/CN=build-1', '-keyout', at(`${client}.key`), '-out', at(`${client}.csr`));
    const signer = ['-CA', at(`${ca}.pem`), '-CAkey', at(`${ca}.key`), '-CAcreateserial', '-days', '1'];
    openssl(
      'x509',
      '-req',
      '-in',
      at(`${client}.csr`),
      ...signer,
      '-extfile',
      at('client.ext'),
      '-out',
      at(`${client}.pem`),
    );
  }
  const server = ['-keyout', at('server.key'), '-out', at('server.pem')];
  openssl('req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=localhost', ...server);
  writeFileSync(at('pair.pem'), readFileSync(at('server.pem'), 'utf8') + readFileSync(at('server.key'), 'utf8'));
  const credential = (name) => ({ cert: readFileSync(at(`${name}.pem`)), key: readFileSync(at(`${name}.key`)) });
  return {
    authority: readFileSync(at('ca.pem'), 'utf8'),
    good: credential('ca-client'),
    others: credential('others-client'),
  };
};

const header = 'x-identity-tls-cert-auth-client-cert';

/** The configurations that the guide shows, with what the programs need besides to run here. */
const proxies = {
  nginx: (folder, port, upstream) => ({
    file: `daemon off; pid ${folder}/nginx.pid; error_log /dev/null; events {}
http { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server { listen 127.0.0.1:${port} ssl; ssl_certificate ${folder}/server.pem; ssl_certificate_key ${folder}/server.key;
    ssl_verify_client optional_no_ca;
    location / { proxy_pass ${upstream}; proxy_set_header ${header} $ssl_client_escaped_cert; } } }
`,
    args: (file) => ['-c', file],
  }),
  haproxy: (folder, port, upstream) => ({
    file: `defaults
  mode http
  timeout connect 5s
  timeout client 5s
  timeout server 5s
listen proxy
  bind 127.0.0.1:${port} ssl crt ${folder}/pair.pem verify optional ca-file ${folder}/ca.pem crt-ignore-err all ca-ignore-err all
  http-request set-header ${header} %[ssl_c_der,base64]
  server sallyport ${new URL(upstream).host}
`,
    args: (file) => ['-f', file],
  }),
};

const logIn = (port, identityId, credential, headers = {}) =>
  new Promise((resolve, reject) => {
    const options = { ...credential, method: 'POST', agent: false, rejectUnauthorized: false };
    request(
      `https://127.0.0.1:${port}/api/v1/auth/tls-cert-auth/login`,
      { ...options, headers: { 'Content-Type': 'application/json', ...headers } },
      (response) => resolve(String(response.resume().statusCode)),
    )
      .once('error', reject)
      .end(JSON.stringify({ identityId }));
  });

export const tryProxies = async (folder, { site, attach, expectEqual, isThere }) => {
  const { authority, good, others } = makeCertificates(folder);
  const identityId = await attach('tls-cert-auth', { caCertificate: authority, allowedCommonNames: 'build-1' });
  for (const [name, configure] of Object.entries(proxies)) {
    if (!isThere(name)) {
      console.log(`skipped ${name}: not installed`);
      continue;
    }
    const port = await freePort();
    const { file, args } = configure(folder, port, site);
    const path = join(folder, `${name}.conf`);
    writeFileSync(path, file);
    const proxy = spawn(name, args(path), { stdio: 'ignore' });
    process.once('exit', () => proxy.kill());
    await untilListening(name, port);
    const forged = { [header]: encodeURIComponent(good.cert.toString()) };
    expectEqual(`${name}: a good certificate`, '200', await logIn(port, identityId, good));
    expectEqual(`${name}: one of another authority`, '401', await logIn(port, identityId, others));
    expectEqual(`${name}: no certificate`, '401', await logIn(port, identityId, {}));
    expectEqual(`${name}: a header of the client`, '401', await logIn(port, identityId, {}, forged));
    expectEqual(`${name}: the same with another certificate`, '401', await logIn(port, identityId, others, forged));
    proxy.kill();
  }
};
