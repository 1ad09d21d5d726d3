import { createCipheriv, createHash, createHmac, createPrivateKey, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import * as asn1 from 'asn1js';
import { extractCertificates, pemToDer } from './pem.ts';

export interface Pkcs12Order {
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
  /** PEM. */
  readonly certificate: string;
  /** The certificates above in PEM, concatenated. */
  readonly chain: string;
  readonly friendlyName: string;
  readonly password: string;
}

const oids = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacWithSha256: '1.2.840.113549.2.9',
  aes256Cbc: '2.16.840.1.101.3.4.1.42',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;

/** Five times what openssl uses; more would slow down imports and the PKI thread. */
const iterations = 10_000;
const saltLength = 16;

const deriveKey = promisify(pbkdf2);

const sequence = (...value: asn1.AsnType[]) => new asn1.Sequence({ value });
const oid = (name: keyof typeof oids) => new asn1.ObjectIdentifier({ value: oids[name] });
const integer = (value: number) => new asn1.Integer({ value });
const octets = (bytes: Uint8Array) => new asn1.OctetString({ valueHex: new Uint8Array(bytes).buffer });
const explicit = (value: asn1.AsnType) =>
  new asn1.Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [value] });
const encode = (value: asn1.AsnType): Uint8Array => new Uint8Array(value.toBER());

interface Encrypted {
  readonly algorithm: asn1.AsnType;
  readonly bytes: Uint8Array;
}

/** Encrypts with PBES2: AES-256-CBC with a key of PBKDF2 with HMAC-SHA-256. */
const encrypt = async (content: Uint8Array, password: string): Promise<Encrypted> => {
  const [salt, iv] = [randomBytes(saltLength), randomBytes(16)];
  const cipher = createCipheriv('aes-256-cbc', await deriveKey(password, salt, iterations, 32, 'sha256'), iv);
  const derivation = sequence(
    oid('pbkdf2'),
    sequence(octets(salt), integer(iterations), sequence(oid('hmacWithSha256'), new asn1.Null())),
  );
  return {
    algorithm: sequence(oid('pbes2'), sequence(derivation, sequence(oid('aes256Cbc'), octets(iv)))),
    bytes: Buffer.concat([cipher.update(content), cipher.final()]),
  };
};

const attribute = (name: keyof typeof oids, value: asn1.AsnType) =>
  sequence(oid(name), new asn1.Set({ value: [value] }));

/** The attributes by which importing programs name the entry, and match the key with its certificate. */
const entryAttributes = (friendlyName: string, certificate: Uint8Array) =>
  new asn1.Set({
    value: [
      attribute('friendlyName', new asn1.BmpString({ value: friendlyName })),
      attribute('localKeyId', octets(createHash('sha256').update(certificate).digest())),
    ],
  });

const certificateBag = (certificate: Uint8Array, ...attributes: asn1.AsnType[]) =>
  sequence(
    oid('certificateBag'),
    explicit(sequence(oid('x509Certificate'), explicit(octets(certificate)))),
    ...attributes,
  );

const dataContent = (content: Uint8Array) => sequence(oid('data'), explicit(octets(content)));

const encryptedContent = ({ algorithm, bytes }: Encrypted) => {
  const content = new asn1.Primitive({
    idBlock: { tagClass: 3, tagNumber: 0 },
    valueHex: new Uint8Array(bytes).buffer,
  });
  return sequence(oid('encryptedData'), explicit(sequence(integer(0), sequence(oid('data'), algorithm, content))));
};

const blockLength = 64;

const repeatToBlocks = (bytes: Uint8Array): Buffer =>
  Buffer.alloc(Math.ceil(bytes.length / blockLength) * blockLength, bytes);

/** Derives the key of the integrity check as RFC 7292 requires (appendix B.2, for one block of SHA-256). */
const integrityKey = (password: string, salt: Uint8Array): Buffer => {
  const text = Buffer.from(`${password}\0`, 'utf16le').swap16();
  let key = Buffer.concat([Buffer.alloc(blockLength, 3), repeatToBlocks(salt), repeatToBlocks(text)]);
  for (let round = 0; round < iterations; round += 1) key = createHash('sha256').update(key).digest();
  return key;
};

const integrityCheck = (content: Uint8Array, password: string) => {
  const salt = randomBytes(saltLength);
  const mac = createHmac('sha256', integrityKey(password, salt)).update(content).digest();
  return sequence(sequence(sequence(oid('sha256'), new asn1.Null()), octets(mac)), octets(salt), integer(iterations));
};

/** Creates a PKCS #12 file (RFC 7292) with a private key, its certificate and the chain, encrypted with a password. */
export const createPkcs12 = async (order: Pkcs12Order): Promise<Uint8Array> => {
  const { privateKey, friendlyName, password } = order;
  const certificate = pemToDer(order.certificate);
  const attributes = entryAttributes(friendlyName, certificate);
  const certificates = sequence(
    certificateBag(certificate, attributes),
    ...extractCertificates(order.chain).map((pem) => certificateBag(pemToDer(pem))),
  );
  const key = await encrypt(createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' }), password);
  const keyBag = sequence(oid('keyBag'), explicit(sequence(key.algorithm, octets(key.bytes))), attributes);
  const content = encode(
    sequence(encryptedContent(await encrypt(encode(certificates), password)), dataContent(encode(sequence(keyBag)))),
  );
  return encode(sequence(integer(3), dataContent(content), integrityCheck(content, password)));
};
