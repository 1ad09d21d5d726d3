// Stands in for the IAM Credentials API of Google, with which service accounts sign tokens: gRPC over HTTP/2.
import { writeFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { selfSigned } from '../self-signed.mjs';

const host = 'iamcredentials.googleapis.com';
const method = '/google.iam.credentials.v1.IAMCredentials/SignJwt';
/** The numbers of the fields of SignJwtRequest and SignJwtResponse. */
const payloadField = 5;
const signedField = 2;

/** Reads the number at the offset, and returns it with the offset behind it. */
const readNumber = (bytes, offset) => {
  let [value, at, shift] = [0, offset, 0];
  do value += (bytes[at] & 0x7f) << shift;
  while (((shift += 7), bytes[at++] & 0x80));
  return [value, at];
};

const numberBytes = (value) =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(Math.floor(value / 0x80))];

/** The text fields of a Protocol Buffers message, by number. */
const readFields = (message) => {
  const fields = new Map();
  for (let at = 0; at < message.length;) {
    const [tag, afterTag] = readNumber(message, at);
    const [length, start] = readNumber(message, afterTag);
    fields.set(tag >> 3, message.subarray(start, start + length).toString());
    at = start + length;
  }
  return fields;
};

const textField = (number, text) => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...numberBytes(bytes.length)]), bytes]);
};

/** A message as gRPC frames it: not compressed, with its length. */
const frame = (message) => {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
};

/**
 * Returns the handler of CONNECT requests, and the environment in which clients trust the service and have the key file
 * of the service account.
 */
export const signingService = async (folder, { sign, pem, account }) => {
  const { key, cert } = await selfSigned({ type: 'dns', value: host });
  const server = createSecureServer({ key, cert });
  server.on('stream', async (stream, headers) => {
    const request = readFields((await buffer(stream)).subarray(5));
    const isKnown = headers[':path'] === method;
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': isKnown ? '0' : '12' }));
    stream.end(isKnown ? frame(textField(signedField, await sign(JSON.parse(request.get(payloadField))))) : undefined);
  });
  const connect = (request, socket) => {
    if (request.url !== `${host}:443`) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    server.emit('connection', socket);
  };
  const at = (name) => join(folder, name);
  writeFileSync(at('google.pem'), cert);
  const fields = {
    type: 'service_account',
    project_id: 'acme',
    private_key_id: 'only',
    private_key: pem,
    client_email: account,
    token_uri: `https://${host}/token`,
  };
  writeFileSync(at('service-account.json'), JSON.stringify(fields));
  return {
    connect,
    environment: {
      SSL_CERT_FILE: at('google.pem'),
      INFISICAL_GCP_IAM_SERVICE_ACCOUNT_KEY_FILE_PATH: at('service-account.json'),
    },
  };
};
