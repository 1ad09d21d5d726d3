import { certificateSetting, successful, type Issued } from '../../support/fixtures/certificates.ts';
import type { World } from '../../support/world/world.ts';

/** A project with an authority that signs requests. */
export const signSetting = (world: () => World) => async () => {
  const given = await certificateSetting(world());
  const sign = (body: object, as: { token: string } = given.admin) =>
    world().call('signCertificate', { as, body: { caId: given.authority.row.id, ttl: '90d', ...body } });
  const signed = async (body: object): Promise<Issued> => successful(await sign(body)).body as Issued;
  const read = async (id: string) =>
    (await world().call('getCertificate', { as: given.admin, params: { id } })).body.certificate;
  return { ...given, sign, signed, read };
};
