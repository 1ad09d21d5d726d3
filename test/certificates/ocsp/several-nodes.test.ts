import { expect } from 'chai';
import { newOcspRequest, ocspText, readOcspResponse } from '../../support/clients/ocsp.ts';
import { certificateSetting, successful } from '../../support/fixtures/certificates.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

const day = 86_400;

describe('OCSP on several nodes [postgres]', () => {
  it('shows a revocation on every node at once, signed by one responder for each node, which is replaced', async () => {
    const storage = await newStorage('postgres');
    const [node, other] = [await ownWorld(storage), await ownWorld(storage)];
    const { authority, admin, issued } = await certificateSetting(node);
    const { certificate: issuer } = authority.certificate;
    const { serialNumber, certificateId } = await issued();
    const get = async (from: World, request = newOcspRequest(issuer, [serialNumber])): Promise<Buffer> => {
      const params = { caId: authority.row.id, request: request.toString('base64') };
      return successful(await from.call('getOcspResponse', { params })).body as Buffer;
    };
    const statusOf = (response: Buffer): Promise<string> =>
      readOcspResponse(response, { issuer, root: issuer }, [serialNumber]);
    const responderOf = (response: Buffer): string =>
      /Certificate:[^]*?Serial Number:\s*(\S+)/.exec(ocspText(response))![1]!;

    const withNonce = newOcspRequest(issuer, [serialNumber], { nonce: true });
    const asked = await Promise.all([node, other, node, other, node, other].map((from) => get(from, withNonce)));
    expect(new Set(asked.map(responderOf)).size).to.equal(2);

    // Both have a good response in their cache.
    for (const from of [node, other]) expect(await statusOf(await get(from))).to.include(': good');
    successful(
      await node.call('revokeCertificate', {
        as: admin,
        params: { id: certificateId },
        body: { revocationReason: 'KEY_COMPROMISE' },
      }),
    );
    for (const from of [other, node])
      expect(await statusOf(await get(from)))
        .to.include('Response verify OK')
        .and.include(': revoked');

    const later = await other.clock.later(7.5 * day, () => get(other));
    expect(asked.map(responderOf)).not.to.include(responderOf(later));
    expect(await readOcspResponse(later, { issuer, root: issuer }, [serialNumber], '2030-01-08T12:00:01Z')).to.include(
      'Response verify OK',
    );
  });
});
