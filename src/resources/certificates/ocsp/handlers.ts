import { Binary, type Handler } from '../../../contract.ts';
import { findOcspResponse } from './find.ts';

/** Caches on the way ask again after a minute, so that a revocation reaches their clients soon. */
const maxAge = 60;

export const askOcspResponder: Handler<'askOcspResponder'> = async (scope, { params, body }) => {
  const { bytes } = await findOcspResponse(scope, params.caId, body);
  return new Binary(() => bytes, {});
};

export const getOcspResponse: Handler<'getOcspResponse'> = async (scope, { params }) => {
  const { bytes, validity } = await findOcspResponse(scope, params.caId, Buffer.from(params.request, 'base64'));
  if (!validity) return new Binary(() => bytes, {});
  const { etag, thisUpdate, nextUpdate } = validity;
  return new Binary(() => bytes, {
    etag,
    cacheControl: `public, max-age=${maxAge}, no-transform, must-revalidate`,
    lastModified: thisUpdate,
    expires: nextUpdate,
  });
};
