import { issueSshCertificate, newSshAuthority, sshPublicKey } from '../../../../platform/crypto/ssh.ts';
import { secretBytes } from '../../../../platform/crypto/random-secrets.ts';
import { secondsAfter } from '../../../../platform/clock.ts';
import { badRequest } from '../../../../platform/errors.ts';
import type { Inputs, Provider } from './provider.ts';
import { InputReader } from '../../../../platform/input-reader.ts';

interface SshInputs extends Inputs {
  readonly principals: readonly string[];
  readonly keyAlgorithm: 'ED25519';
  /** PKCS #8 in PEM; never shown. */
  readonly caPrivateKey: string;
}

/** Certificates are valid a moment earlier, because the clocks of servers differ. */
const clockSkewSeconds = 60;

/** Issues SSH certificates of an authority of its own; they keep their end, and nothing can revoke them. */
export const ssh: Provider<SshInputs> = {
  async read(inputs, path) {
    const reader = new InputReader(inputs, path);
    const principals = ((reader.value('principals') ?? []) as readonly string[]).map((name) => name.trim());
    if (principals.length === 0) reader.refuse('principals', 'too_small', 'must have at least one name');
    if (principals.some((name) => name === '' || name.includes(',')))
      reader.refuse('principals', 'pattern', 'must not have empty names and commas');
    const keyAlgorithm = reader.oneOf('keyAlgorithm', ['ED25519'], 'ED25519');
    reader.end();
    // Only stored inputs have a key: the contract knows no such input.
    const caPrivateKey = reader.text('caPrivateKey', '');
    return { principals, keyAlgorithm, caPrivateKey: caPrivateKey === '' ? await newSshAuthority() : caPrivateKey };
  },

  checkHost: () => undefined,
  check: () => Promise.resolve(),

  checkConfig({ principals }, config) {
    const wanted = config?.principals ?? [];
    if (wanted.length === 0) throw badRequest(`A lease needs config.principals: some of ${principals.join(', ')}.`);
    const others = wanted.filter((name) => !principals.includes(name));
    if (others.length > 0)
      throw badRequest(
        `The dynamic secret does not allow the principals ${others.join(', ')}, only ${principals.join(', ')}.`,
      );
  },

  async create({ caPrivateKey }, { username, expireAt, config }, { clock }) {
    const { privateKey, signedKey } = await issueSshCertificate(caPrivateKey, {
      keyId: username,
      serial: secretBytes(8).readBigUInt64BE(),
      principals: config!.principals!,
      validAfter: secondsAfter(clock.now(), -clockSkewSeconds),
      validBefore: expireAt,
    });
    return { PRIVATE_KEY: privateKey, SIGNED_KEY: signedKey };
  },

  renew: () => {
    throw badRequest('An SSH certificate cannot be renewed. Create another lease.');
  },
  revoke: () => Promise.resolve(),

  shown: ({ caPrivateKey, ...others }) => ({ ...others, caPublicKey: sshPublicKey(caPrivateKey) }),
};
