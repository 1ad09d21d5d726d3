import { Binary, type Handler } from '../../../contract.ts';
import { notFound } from '../../../platform/errors.ts';
import { findAuthority } from '../certificate-authorities/find.ts';
import { findRevocationList } from './find.ts';
import { pemOf } from './view.ts';

export const listRevocationLists: Handler<'listRevocationLists'> = async (scope, { params }) => {
  const { authority } = await findAuthority(scope, params.caId, 'read');
  const kept = await scope.stores.revocationLists.findByAuthority(authority.id);
  if (!kept || authority.activeCertificateId === null) return [];
  return [{ id: kept.id, crl: pemOf((await findRevocationList(scope, authority, kept)).list) }];
};

/** To be asked for anew each time, so that a revocation is seen at once. */
export const downloadRevocationList: Handler<'downloadRevocationList'> = async (scope, { params, isKnown }) => {
  const kept = await scope.stores.revocationLists.findById(params.crlId);
  const authority = kept && (await scope.stores.authorities.findById(kept.authorityId));
  if (!kept || !authority?.activeCertificateId) throw notFound('There is no such revocation list.');
  const { number, list } = await findRevocationList(scope, authority, kept);
  const etag = `"${kept.id}-${number}"`;
  return new Binary(isKnown?.(etag) ? undefined : Buffer.from(list, 'base64'), {
    etag,
    cacheControl: 'public, no-cache',
  });
};
