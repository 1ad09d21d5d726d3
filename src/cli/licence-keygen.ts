import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { SigningKey } from '../platform/crypto/signatures.ts';
import { StartError } from '../platform/errors.ts';
import { writeNewFile } from './new-file.ts';

interface Options {
  readonly out: string;
  readonly algorithm: keyof typeof algorithms;
}

const algorithms = { ed25519: 'EdDSA', es256: 'ES256' } as const;

const keygen = ({ out, algorithm }: Options): void => {
  const [privateFile, publicFile] = [join(out, 'licence-private.pem'), join(out, 'licence-public.pem')];
  // Checked before writing, so that no half of a new pair ends up beside half of an old one.
  for (const file of [privateFile, publicFile])
    if (existsSync(file))
      throw new StartError(`${file} already exists. Existing licences need it, so it is not overwritten.`);
  const key = SigningKey.generate(algorithms[algorithm]);
  mkdirSync(out, { recursive: true, mode: 0o700 });
  writeNewFile(privateFile, key.toPem(), 0o600);
  writeNewFile(publicFile, key.public.toPem(), 0o644);
  console.log(`Generated the key ${key.public.id}.`);
  console.log(`  private        ${privateFile}   (issues licences: keep it secret, and never put it on a server)`);
  console.log(`  public         ${publicFile}`);
  console.log(`\nServers need: LICENCE_PUBLIC_KEY=${key.public.toBase64()}`);
};

export const keygenCommand = (): Command =>
  new Command('keygen')
    .requiredOption('--out <directory>', 'the directory for the two files')
    .addOption(new Option('--algorithm <name>', 'the kind of key').choices(Object.keys(algorithms)).default('ed25519'))
    .addHelpText('after', '\nExample: sallyport licence keygen')
    .action(keygen);
