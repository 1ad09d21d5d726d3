import { createPrivateKey, createPublicKey, generateKeyPair, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { secretBytes } from './random-secrets.ts';

// The formats of OpenSSH (RFC 4251, RFC 4253, PROTOCOL.certkeys, PROTOCOL.key), for Ed25519 keys only.
const keyType = 'ssh-ed25519';
const certificateType = 'ssh-ed25519-cert-v01@openssh.com';
const userCertificate = 1;
/** What a login may do, as `ssh-keygen` allows it by default. In alphabetical order. */
const extensions = [
  'permit-X11-forwarding',
  'permit-agent-forwarding',
  'permit-port-forwarding',
  'permit-pty',
  'permit-user-rc',
];

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const uint64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};

const string = (value: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([uint32(bytes.length), bytes]);
};

const strings = (values: readonly string[]): Buffer => Buffer.concat(values.map(string));

const rawPublicKey = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x!, 'base64url');
const rawPrivateKey = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).d!, 'base64url');

const publicBlob = (key: KeyObject): Buffer => Buffer.concat([string(keyType), string(rawPublicKey(key))]);

const newKey = async (): Promise<KeyObject> => (await promisify(generateKeyPair)('ed25519')).privateKey;

/** Generates the private key of an authority, as PKCS #8 in PEM. */
export const newSshAuthority = async (): Promise<string> =>
  (await newKey()).export({ type: 'pkcs8', format: 'pem' }) as string;

/** Returns the line of an authority for `TrustedUserCAKeys`. */
export const sshPublicKey = (authority: string): string =>
  `${keyType} ${publicBlob(createPrivateKey(authority)).toString('base64')}`;

/** The private key in the format of OpenSSH, without a passphrase. */
const privateKeyFile = (key: KeyObject, comment: string): string => {
  const check = secretBytes(4);
  const secret = Buffer.concat([
    ...[check, check, publicBlob(key)],
    ...[string(Buffer.concat([rawPrivateKey(key), rawPublicKey(key)])), string(comment)],
  ]);
  const padding = Buffer.from(Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, index) => index + 1));
  const whole = Buffer.concat([
    ...[Buffer.from('openssh-key-v1\0'), string('none'), string('none'), string('')],
    ...[uint32(1), string(publicBlob(key)), string(Buffer.concat([secret, padding]))],
  ]);
  const lines = whole.toString('base64').match(/.{1,70}/g)!;
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n');
};

export interface SshCertificate {
  /** Names the certificate in the log of the SSH server. */
  readonly keyId: string;
  readonly serial: bigint;
  readonly principals: readonly string[];
  readonly validAfter: Date;
  readonly validBefore: Date;
}

const seconds = (date: Date): bigint => BigInt(Math.floor(date.getTime() / 1000));

/** Generates a key, and a certificate for it that the authority signed. */
export const issueSshCertificate = async (
  authority: string,
  { keyId, serial, principals, validAfter, validBefore }: SshCertificate,
): Promise<{ privateKey: string; signedKey: string }> => {
  const [key, signer] = [await newKey(), createPrivateKey(authority)];
  const content = Buffer.concat([
    ...[string(certificateType), string(secretBytes(32)), string(rawPublicKey(key)), uint64(serial)],
    ...[uint32(userCertificate), string(keyId), string(strings(principals))],
    ...[uint64(seconds(validAfter)), uint64(seconds(validBefore)), string('')],
    ...[string(Buffer.concat(extensions.map((name) => Buffer.concat([string(name), string('')])))), string('')],
    string(publicBlob(signer)),
  ]);
  const signature = Buffer.concat([string(keyType), string(sign(null, content, signer))]);
  const certificate = Buffer.concat([content, string(signature)]);
  return {
    privateKey: privateKeyFile(key, keyId),
    signedKey: `${certificateType} ${certificate.toString('base64')} ${keyId}`,
  };
};
