import { contextTag, MalformedDer, readDer, tags, type DerValue } from './der.ts';

/** A certificate that somebody asks about. */
export interface OcspQuestion {
  /** The DER of the identification, which the response repeats. */
  readonly certId: Uint8Array;
  /** The object identifier of the hash algorithm, as DER in hexadecimal. */
  readonly hashAlgorithm: string;
  /** In hexadecimal, like the serial number. */
  readonly issuerKeyHash: string;
  readonly serialNumber: string;
}

export interface OcspRequest {
  readonly questions: readonly OcspQuestion[];
  /** The whole extension, which the response repeats. */
  readonly nonce: Uint8Array | undefined;
}

/** Programs ask about one certificate, or a chain. */
const maxQuestions = 20;
/** As RFC 9654 limits it. */
const maxNonce = 128;
const nonceOid = '2b0601050507300102';

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const contentOf = (value: DerValue | undefined, tag: number): Uint8Array => {
  if (value?.tag !== tag) throw new MalformedDer();
  return value.content;
};

const valuesIn = (value: DerValue | undefined, tag: number = tags.sequence): DerValue[] =>
  readDer(contentOf(value, tag));

/** Reads the one value inside an explicitly tagged one. */
const inside = (value: DerValue): DerValue => {
  const [only, ...others] = readDer(value.content);
  if (!only || others.length > 0) throw new MalformedDer();
  return only;
};

const nonceLength = (octets: Uint8Array): number => contentOf(readDer(octets)[0], tags.octetString).length;

/** Returns the nonce; refuses critical extensions that would have to be understood, which no other is. */
const readExtensions = (extensions: readonly DerValue[]): Uint8Array | undefined => {
  let nonce: Uint8Array | undefined;
  for (const extension of extensions) {
    const [oid, ...rest] = valuesIn(extension);
    const isCritical = rest.some(({ tag, content }) => tag === tags.boolean && content[0] !== 0);
    if (hexOf(contentOf(oid, tags.oid)) === nonceOid) {
      const length = nonceLength(contentOf(rest.at(-1), tags.octetString));
      if (nonce || length < 1 || length > maxNonce) throw new MalformedDer();
      nonce = extension.bytes;
    } else if (isCritical) throw new MalformedDer();
  }
  return nonce;
};

const readQuestion = (value: DerValue): OcspQuestion => {
  const [certId, extensions] = valuesIn(value);
  if (extensions) readExtensions(valuesIn(inside(extensions)));
  const [algorithm, nameHash, keyHash, serialNumber] = valuesIn(certId);
  contentOf(nameHash, tags.octetString);
  return {
    certId: certId!.bytes,
    hashAlgorithm: hexOf(contentOf(valuesIn(algorithm)[0], tags.oid)),
    issuerKeyHash: hexOf(contentOf(keyHash, tags.octetString)),
    serialNumber: hexOf(contentOf(serialNumber, tags.integer)).replace(/^00(?=.)/, ''),
  };
};

const isVersion1 = (version: DerValue): boolean => hexOf(contentOf(inside(version), tags.integer)) === '00';

/** The parts of a request by their tags; version, name of the requester and extensions are optional. */
const readParts = (parts: readonly DerValue[]): OcspRequest => {
  const byTag = new Map(parts.map((part) => [part.tag, part]));
  const [version, list, extensions] = [contextTag(0), tags.sequence, contextTag(2)].map((tag) => byTag.get(tag));
  if (byTag.size !== parts.length || (version && !isVersion1(version))) throw new MalformedDer();
  const questions = valuesIn(list);
  if (questions.length === 0 || questions.length > maxQuestions) throw new MalformedDer();
  return {
    questions: questions.map(readQuestion),
    nonce: extensions && readExtensions(valuesIn(inside(extensions))),
  };
};

/** Parses a request of RFC 6960; undefined if it is malformed. Its signature, if it has one, is not verified. */
export const readOcspRequest = (bytes: Uint8Array): OcspRequest | undefined => {
  try {
    const [request, ...others] = readDer(bytes);
    if (others.length > 0) return undefined;
    return readParts(valuesIn(valuesIn(request)[0]));
  } catch (error) {
    if (error instanceof MalformedDer) return undefined;
    throw error;
  }
};
