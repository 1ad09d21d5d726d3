import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { scratchFolder } from './folders.ts';

/** A certificate that signs itself, good for TLS at 127.0.0.1. */
export const newCertificate = (): { cert: string; key: string } => {
  const folder = scratchFolder();
  const subject = ['-subj', '/CN=Test', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      ...subject,
      '-keyout',
      `${folder}/key.pem`,
      '-out',
      `${folder}/cert.pem`,
    ],
    { stdio: 'ignore' },
  );
  return { cert: readFileSync(`${folder}/cert.pem`, 'utf8'), key: readFileSync(`${folder}/key.pem`, 'utf8') };
};
