import { currentOtp, isOtpSecret, type OtpAlgorithm, type OtpKey } from '../../../../platform/crypto/totp.ts';
import type { Inputs, Provider } from './provider.ts';
import { InputReader } from '../../../../platform/input-reader.ts';

const algorithms = ['sha1', 'sha256', 'sha512'] as const;

interface TotpInputs extends Inputs, OtpKey {
  readonly configType: 'url' | 'manual';
  readonly algorithm: OtpAlgorithm;
}

/** What an `otpauth` URL says; undefined if it is none. */
const inputsOf = (url: string): Inputs | undefined => {
  if (!URL.canParse(url)) return undefined;
  const { protocol, searchParams } = new URL(url);
  if (protocol !== 'otpauth:') return undefined;
  const numbers = ['period', 'digits'].flatMap((name) =>
    searchParams.has(name) ? [[name, Number(searchParams.get(name))] as const] : [],
  );
  const texts = ['secret', 'algorithm'].flatMap((name) =>
    searchParams.has(name) ? [[name, searchParams.get(name)!] as const] : [],
  );
  return Object.fromEntries<unknown>([...numbers, ...texts]);
};

const isBetween = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

const read = (inputs: Inputs, path: readonly string[]): TotpInputs => {
  const form = new InputReader(inputs, path);
  const configType = form.oneOf('configType', ['url', 'manual']);
  // Stored inputs have no URL, only what it said.
  const url = configType === 'url' ? (form.value('url') as string | undefined) : undefined;
  const parsed = url === undefined ? undefined : inputsOf(url.trim());
  if (url !== undefined && !parsed) form.refuse('url', 'format', 'must be an otpauth URL');
  form.end();
  const reader = new InputReader(parsed ?? inputs, path);
  const result: TotpInputs = {
    configType,
    secret: reader.filledText('secret'),
    period: reader.number('period', 30),
    digits: reader.number('digits', 6),
    algorithm: reader.oneOf('algorithm', algorithms, 'sha1'),
  };
  if (result.secret !== '' && !isOtpSecret(result.secret)) reader.refuse('secret', 'format', 'must be a key in base32');
  if (!isBetween(result.period, 1, 3600)) reader.refuse('period', 'invalid', 'must be from 1 to 3600');
  if (!isBetween(result.digits, 6, 10)) reader.refuse('digits', 'invalid', 'must be from 6 to 10');
  reader.end();
  return result;
};

/** Returns the current one-time password of an account elsewhere; there is nothing to revoke. */
export const totp: Provider<TotpInputs> = {
  read,
  checkHost: () => undefined,
  check: () => Promise.resolve(),
  checkConfig: () => undefined,

  create: (inputs, _credentials, { clock }) => {
    const { code, secondsLeft } = currentOtp(inputs, clock.now());
    return Promise.resolve({ TOTP: code, TIME_REMAINING: secondsLeft });
  },

  renew: () => Promise.resolve(),
  revoke: () => Promise.resolve(),
  shown: (inputs) => inputs,
};
