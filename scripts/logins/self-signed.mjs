import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes `name.key` and `name.pem`, a certificate of 127.0.0.1 that is its own authority; returns the certificate. */
export const makeCertificate = (folder, name) => {
  const at = (end) => join(folder, `${name}.${end}`);
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const args = ['req', '-x509', ...key, '-days', '2', ...subject, '-keyout', at('key'), '-out', at('pem')];
  const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return readFileSync(at('pem'), 'utf8');
};
