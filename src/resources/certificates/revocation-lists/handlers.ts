import { Binary, type Handler } from '../../../contract.ts';
import { notFound } from '../../../platform/errors.ts';
import { findAuthority } from '../certificate-authorities/find.ts';
import { findRevocationList } from './find.ts';
import { listView } from './view.ts';

export const listRevocationLists: Handler<'listRevocationLists'> = async (scope, { params }) => {
  const { authority } = await findAuthority(scope, params.caId, 'read');
  const stored = await scope.stores.revocationLists.findByAuthority(authority.id);
  if (!stored || authority.activeCertificateId === null) return [];
  return [listView(scope.config, stored, await findRevocationList(scope, authority, stored))];
};

/** Clients must revalidate on every use (`no-cache`), so that a revocation takes effect at once. */
export const downloadRevocationList: Handler<'downloadRevocationList'> = async (scope, { params }) => {
  const stored = await scope.stores.revocationLists.findById(params.crlId);
  const authority = stored && (await scope.stores.authorities.findById(stored.authorityId));
  if (!stored || !authority?.activeCertificateId) throw notFound('Revocation list not found.');
  const { number, list } = await findRevocationList(scope, authority, stored);
  const etag = `"${stored.id}-${number}"`;
  return new Binary(() => Buffer.from(list, 'base64'), {
    etag,
    cacheControl: 'public, no-cache',
  });
};
