import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLicence, type Licence } from '../../src/licence/document.ts';
import { SigningKey } from '../../src/platform/crypto/signatures.ts';
import { scratchFolder } from './folders.ts';
import type { Environment } from './world.ts';

export const vendorKey = SigningKey.generate('EdDSA');

export const daySeconds = 86_400;

/** As many days after the moment at which the tests' clock stands. */
export const onDay = (days: number): Date =>
  new Date(Date.parse('2030-01-01T00:00:00.000Z') + days * daySeconds * 1000);

export const licenceOf = (terms: Partial<Licence> = {}): Licence => ({
  id: randomUUID(),
  licensee: 'Acme Rockets',
  organization: '*',
  features: ['eventSubscriptions'],
  issuedAt: onDay(-1),
  expiresAt: onDay(100),
  ...terms,
});

export interface LicencePlace {
  readonly file: string;
  /** The settings of a server that reads it. */
  readonly settings: Environment;
  /** Puts a licence there in place of the one before. */
  put(terms?: Partial<Licence>, key?: SigningKey): Licence;
}

/** Where a server without an evaluation looks for its licence; there is none yet. */
export const newLicencePlace = (settings: Environment = {}): LicencePlace => {
  const file = join(scratchFolder(), 'sallyport.licence');
  return {
    file,
    settings: {
      LICENCE_FILE: file,
      LICENCE_PUBLIC_KEY: vendorKey.public.toPem(),
      LICENCE_EVALUATION: 'off',
      ...settings,
    },
    put: (terms, key = vendorKey) => {
      const licence = licenceOf(terms);
      writeFileSync(file, `${writeLicence(key, licence)}\n`);
      return licence;
    },
  };
};
