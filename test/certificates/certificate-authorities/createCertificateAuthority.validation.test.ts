import { expect } from 'chai';
import { newAuthorities, root, start, year } from '../../support/fixtures/authorities.ts';
import { expectIssues } from '../../support/expect/expect.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('createCertificateAuthority', (world) => {
  it('accepts values at the limits', async () => {
    const { created } = await newAuthorities(world());
    const longest = {
      commonName: 'x'.repeat(64),
      organization: 'x'.repeat(64),
      ou: 'x'.repeat(64),
      country: 'de',
      province: 'x'.repeat(128),
      locality: 'x'.repeat(128),
      friendlyName: 'x'.repeat(255),
    };
    const urls = Array.from({ length: 10 }, (_, index) => `http://${String(index).repeat(2041)}`);
    const { configuration } = await created(
      { ...root, ...longest, maxPathLength: 255, crlDistributionPointUrls: urls },
      { name: 'x'.repeat(64) },
    );
    expect(configuration).to.deep.include({ ...longest, maxPathLength: 255, crlDistributionPointUrls: urls });
    expect(
      (await created({ ...root, maxPathLength: 0, notAfter: '2030-01-01T00:00:01Z' }, { name: 'x' })).configuration
        .maxPathLength,
    ).to.equal(0);
  });

  it('reports all problems of a request, and changes nothing', async () => {
    const { admin, project, create, rows, events } = await newAuthorities(world());
    const send = (body: object) => world().call('createCertificateAuthority', { as: admin, body });
    expectIssues(await send({}), 'body name required', 'body configuration required');
    expectIssues(
      await send({ projectId: project.id, name: '', status: 'pending-certificate', configuration: {} }),
      'body name too_small',
      'body name pattern',
      'body status enum',
      'body configuration.type required',
    );
    expectIssues(await create(root, { name: 'x'.repeat(65) }), 'body name too_big');
    expectIssues(await create(root, { name: '  ' }), 'body name pattern');
    for (const field of ['commonName', 'organization', 'ou', 'province', 'locality']) {
      for (const text of [' ', ' x', 'x ', 'x\ny', 'x\u0007', '\u007fx'])
        expectIssues(await create({ ...root, [field]: text }), `body configuration.${field} pattern`);
    }
    const long = {
      commonName: 65,
      organization: 65,
      ou: 65,
      province: 129,
      locality: 129,
      friendlyName: 256,
      notBefore: 41,
      notAfter: 41,
    };
    const tooLong = Object.fromEntries(Object.entries(long).map(([field, length]) => [field, 'x'.repeat(length)]));
    expectIssues(
      await create({ ...root, ...tooLong }),
      ...Object.keys(long).map((field) => `body configuration.${field} too_big`),
    );
    expectIssues(
      await create({ ...root, type: 'leaf', keyAlgorithm: 'RSA_1024' }),
      'body configuration.type enum',
      'body configuration.keyAlgorithm enum',
    );
    expectIssues(await create({ ...root, maxPathLength: -2 }), 'body configuration.maxPathLength too_small');
    expectIssues(await create({ ...root, maxPathLength: 256 }), 'body configuration.maxPathLength too_big');
    for (const country of ['D', 'D1', 'Ä1'])
      expectIssues(await create({ ...root, country }), 'body configuration.country pattern');
    expectIssues(
      await create({ ...root, country: 'DEU' }),
      'body configuration.country pattern',
      'body configuration.country too_big',
    );
    expectIssues(
      await create({ ...root, crlDistributionPointUrls: Array(11).fill('http://a.example') }),
      'body configuration.crlDistributionPointUrls too_big',
    );
    for (const url of ['ftp://a.example', 'http://ä.example', 'http://a b'])
      expectIssues(
        await create({ ...root, crlDistributionPointUrls: [url] }),
        'body configuration.crlDistributionPointUrls.0 pattern',
      );
    expectIssues(
      await create({ ...root, crlDistributionPointUrls: [`http://${'x'.repeat(2042)}`] }),
      'body configuration.crlDistributionPointUrls.0 too_big',
    );
    expectIssues(await create({ type: 'root' }), 'body configuration invalid');
    expectIssues(await create({ ...root, parentCaId: 'x' }), 'body configuration.parentCaId invalid');
    expectIssues(
      await create({ ...root, notBefore: 'soon', notAfter: 'late' }),
      'body configuration.notBefore format',
      'body configuration.notAfter format',
    );
    for (const notAfter of [start, '2029-12-31T23:59:59Z', '2030-01-01T00:00:00.999Z'])
      expectIssues(await create({ ...root, notAfter }), 'body configuration.notAfter too_small');
    expectIssues(await create({ ...root, notBefore: year(2040) }), 'body configuration.notAfter too_small');
    for (const notBefore of ['1949-12-31T23:59:59Z', '0001-01-01T00:00:00Z'])
      expectIssues(await create({ ...root, notBefore }), 'body configuration.notBefore too_small');
    const { notAfter: _, ...endless } = root;
    expectIssues(
      await create({ ...endless, notBefore: '9990-01-01T00:00:00Z' }),
      'body configuration.notAfter too_big',
    );
    expect(((await rows()) as unknown[][]).flat()).to.deep.equal([]);
    expect(await events()).to.deep.equal([]);
  });
});
