import { readFileSync, statSync } from 'node:fs';
import { loadTls } from '../http/tls.ts';
import { installedLicence } from '../licence/file.ts';
import { licenceKeysOf } from '../licence/own-key.ts';
import { evaluationLicence, licenceStatus } from '../licence/status.ts';
import { systemClock, timestamp } from '../platform/clock.ts';
import { endOfCertificate } from '../platform/crypto/pki/pem.ts';
import { existingRootKeys } from '../storage.ts';
import { fromDatabase } from './doctor-database.ts';
import { good, note, reasonOf, wrong, type Check, type Finding } from './doctor-findings.ts';

const soonMs = 14 * 86_400_000;

/** What ends at a time: wrong if that is past, a note within two weeks. */
export const ending = (name: string, end: Date, advice: string): Finding => {
  const left = end.getTime() - systemClock.now().getTime();
  const day = end.toISOString().slice(0, 10);
  if (left <= 0) return wrong(name, `It ended on ${day}. ${advice}`);
  return left < soonMs ? note(name, `It ends on ${day}. ${advice}`) : good(`${name}, until ${day}`);
};

/** Checks that the server can use the TLS files. The group may read the key, others may not. */
export const tlsFiles: Check = ({ tls }) => {
  if (!tls) return [];
  try {
    loadTls(tls);
  } catch (error) {
    return [wrong('TLS', reasonOf(error))];
  }
  const isOpen = (statSync(tls.keyFile).mode & 0o007) !== 0;
  return [
    ...(isOpen
      ? [wrong(`permissions of ${tls.keyFile}`, `Other users can read it. Run: chmod o= ${tls.keyFile}`)]
      : []),
    ending('TLS certificate', endOfCertificate(readFileSync(tls.certFile, 'utf8')), 'Renew it.'),
  ];
};

/** The certificate authority that ends first; a database that cannot be read has a finding already. */
export const authorities: Check = async (config) => {
  const now = timestamp(systemClock.now());
  const end = await fromDatabase(config, (stores) => stores.authorities.firstEndAfter(now)).catch(() => undefined);
  return end ? [ending('first certificate authority', new Date(end), 'Renew it in its project.')] : [];
};

export const licence: Check = async (config) => {
  try {
    const file = await installedLicence(config, licenceKeysOf(config, existingRootKeys(config)));
    const granted = config.licenceEvaluation
      ? await fromDatabase(config, ({ licence: store }) => store.findEvaluation())
      : undefined;
    const state = { file, isForeign: false, evaluation: granted && evaluationLicence(granted) };
    const { source, licence: active, daysLeft, problem } = licenceStatus(state, systemClock.now());
    if (problem !== null) return [note('licence', problem)];
    if (!active)
      return [note('licence', 'There is none. Issue one for this server with: sallyport licence issue --own')];
    const name = source === 'evaluation' ? 'evaluation licence' : `licence of ${active.licensee}`;
    return [daysLeft === null ? good(`${name}, without an end`) : ending(name, active.expiresAt, 'Renew it.')];
  } catch {
    // The root key or the database has a finding already.
    return [];
  }
};
