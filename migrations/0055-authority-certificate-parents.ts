import type { Knex } from 'knex';

const pageSize = 200;

interface StoredCertificate {
  id: string;
  projectId: string;
  certificate: string;
  chain: string;
}

const pemsIn = (text: string): string[] => text.split(/(?<=-----END CERTIFICATE-----\n)/).filter(Boolean);

/** The path length in the basic constraints of an authority's certificate; undefined if they have none. */
const ownPathLength = (pem: string): number | undefined => {
  const der = Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64');
  const identifier = Buffer.from('0603551d13', 'hex');
  const criticality = der.indexOf(identifier) + identifier.length;
  // An octet string with a sequence, each with a byte for its type and one for its length, which starts with `cA`.
  const authority = criticality + (der[criticality] === 1 ? 3 : 0) + 4;
  const length = authority + 3;
  if (der[length] !== 2) return undefined;
  return Number.parseInt(der.toString('hex', length + 2, length + 2 + der[length + 1]!), 16);
};

/** How many levels of authorities the certificate and those above it allow below; null for any number. */
const pathLengthOf = ({ certificate, chain }: StoredCertificate): number | null => {
  const lengths = [certificate, ...pemsIn(chain)].flatMap((pem, index) => {
    const length = ownPathLength(pem);
    return length === undefined ? [] : [length - index];
  });
  return lengths.length === 0 ? null : Math.min(...lengths);
};

/** The authority of the same project whose certificate is the first of the chain. */
const parentOf = async (knex: Knex, { projectId, chain }: StoredCertificate): Promise<string | null> => {
  const [certificate] = pemsIn(chain);
  if (certificate === undefined) return null;
  const parent = await knex('authority_certificates as c')
    .join('certificate_authorities as a', 'a.id', 'c.authorityId')
    .where({ 'a.projectId': projectId, 'c.certificate': certificate })
    .first<{ id: string } | undefined>('a.id');
  return parent?.id ?? null;
};

const fillExisting = async (knex: Knex): Promise<void> => {
  for (let after = ''; ;) {
    const page = await knex('authority_certificates as c')
      .join('certificate_authorities as a', 'a.id', 'c.authorityId')
      .where('c.id', '>', after)
      .orderBy('c.id')
      .limit(pageSize)
      .select<StoredCertificate[]>('c.id', 'a.projectId', 'c.certificate', 'c.chain');
    for (const row of page)
      await knex('authority_certificates')
        .where({ id: row.id })
        .update({ parentId: await parentOf(knex, row), maxPathLength: pathLengthOf(row) });
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
};

/** Who signed each certificate of an authority, and how many levels it allows below: former ones may differ. */
export const up = async (knex: Knex): Promise<void> => {
  // Plain SQL, because Knex would rebuild the table on SQLite, and dropping the old one would delete all certificates.
  await knex.schema.raw(
    'alter table "authority_certificates" add column "parentId" text references "certificate_authorities" ("id") on delete set null',
  );
  await knex.schema.alterTable('authority_certificates', (table) => {
    // Null for no limit.
    table.integer('maxPathLength');
    table.index('parentId');
  });
  await fillExisting(knex);
};
