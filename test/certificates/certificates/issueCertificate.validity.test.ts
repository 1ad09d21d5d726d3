import { expect } from 'chai';
import { X509Certificate } from 'node:crypto';
import { authorityEnds, certificateSetting } from '../../support/fixtures/certificates.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

const now = '2030-01-01T00:00:00.000Z';

onEitherDatabase('issueCertificate', (world) => {
  describe('the validity', () => {
    const timesOf = (certificate: string): string[] => {
      const { validFrom, validTo } = new X509Certificate(certificate);
      return [validFrom, validTo].map((time) => new Date(time).toISOString());
    };

    it('is a number of seconds from its start, or until the given end', async () => {
      const { issued, admin } = await certificateSetting(world());
      const times: [object, string, string][] = [
        [{ ttl: '1s' }, now, '2030-01-01T00:00:01.000Z'],
        [{ ttl: '1999' }, now, '2030-01-01T00:00:01.000Z'],
        [{ ttl: '1.5 hours' }, now, '2030-01-01T01:30:00.000Z'],
        [{ ttl: '1y' }, now, '2031-01-01T06:00:00.000Z'],
        [
          { ttl: '2d', notBefore: '2029-12-31T12:00:00.999+01:00' },
          '2029-12-31T11:00:00.000Z',
          '2030-01-02T11:00:00.000Z',
        ],
        [{ ttl: '1h', notBefore: '2040-01-01T00:00Z' }, '2040-01-01T00:00:00.000Z', '2040-01-01T01:00:00.000Z'],
        [{ ttl: undefined, notAfter: '2030-01-01T00:00:01.999Z' }, now, '2030-01-01T00:00:01.000Z'],
        [{ ttl: undefined, notAfter: authorityEnds }, now, authorityEnds],
        [
          { ttl: undefined, notBefore: '2020-01-01T00:00:00Z', notAfter: '2055-12-31T23:59:59-00:00' },
          '2020-01-01T00:00:00.000Z',
          '2055-12-31T23:59:59.000Z',
        ],
      ];
      for (const [changes, notBefore, notAfter] of times) {
        const { certificate, certificateId } = await issued(changes);
        expect(timesOf(certificate), JSON.stringify(changes)).to.deep.equal([notBefore, notAfter]);
        expect(
          (await world().call('getCertificate', { as: admin, params: { id: certificateId } })).body.certificate,
        ).to.include({ notBefore, notAfter });
      }
    });

    it('starts at a whole second', async () => {
      const { issued } = await certificateSetting(world());
      await world().clock.later(1.75, async () =>
        expect(timesOf((await issued({ ttl: '10s' })).certificate)).to.deep.equal([
          '2030-01-01T00:00:01.000Z',
          '2030-01-01T00:00:11.000Z',
        ]),
      );
    });

    it('must be valid by itself', async () => {
      const { issue, stored } = await certificateSetting(world());
      const wrong: [object, ...string[]][] = [
        [{ ttl: undefined }, 'body ttl required'],
        [{ ttl: '1d', notAfter: '2031-01-01T00:00:00Z' }, 'body notAfter invalid'],
        [{ ttl: 'soon' }, 'body ttl format'],
        [{ ttl: '1 fortnight' }, 'body ttl format'],
        [{ ttl: '' }, 'body ttl too_small'],
        [{ ttl: '1'.repeat(101) }, 'body ttl too_big'],
        [{ ttl: '999ms' }, 'body ttl too_small'],
        [{ ttl: '0d' }, 'body ttl too_small'],
        [{ ttl: '-1d' }, 'body ttl too_small'],
        [{ ttl: '8000y' }, 'body ttl too_big'],
        [{ ttl: 86400 }, 'body ttl type'],
        [{ ttl: '1d', notBefore: '2029-12-31T00:00:00Z' }, 'body ttl too_small'],
        [{ ttl: '1d', notBefore: 'yesterday' }, 'body notBefore format'],
        [{ ttl: 'soon', notBefore: '2030-02-30T00:00:00Z' }, 'body notBefore format', 'body ttl format'],
        [{ ttl: '1d', notBefore: '' }, 'body notBefore too_small'],
        [
          { ttl: undefined, notAfter: '2031-01-01T00:00:00Z', notBefore: '1949-12-31T23:59:59Z' },
          'body notBefore too_small',
        ],
        [{ ttl: '1d', notBefore: '1'.repeat(65) }, 'body notBefore too_big'],
        [{ ttl: undefined, notAfter: 'tomorrow' }, 'body notAfter format'],
        [{ ttl: undefined, notAfter: '' }, 'body notAfter too_small'],
        [{ ttl: undefined, notAfter: '1'.repeat(65) }, 'body notAfter too_big'],
        [{ ttl: undefined, notAfter: now }, 'body notAfter too_small'],
        [
          { ttl: undefined, notAfter: '2029-01-01T00:00:00Z', notBefore: '2028-01-01T00:00:00Z' },
          'body notAfter too_small',
        ],
        [
          { ttl: undefined, notAfter: '2031-01-01T00:00:00Z', notBefore: '2031-01-01T00:00:00.5Z' },
          'body notAfter too_small',
        ],
      ];
      for (const [changes, ...issues] of wrong) expectIssues(await issue(changes), ...issues);
      expect((await issue({ ttl: undefined, notAfter: '2029-01-01T00:00:00Z' })).body.message[0].message).to.equal(
        'must be in the future',
      );
      expect(await stored()).to.deep.equal([]);
    });

    it('must be within that of the authority', async () => {
      const { issue, stored } = await certificateSetting(world());
      expectError(
        await issue({ ttl: undefined, notAfter: '2056-01-01T00:00:01Z' }),
        400,
        'BadRequest',
        /end after.*2056-01-01/,
      );
      expectError(await issue({ ttl: '27y' }), 400, 'BadRequest', /end after/);
      expectError(
        await issue({ notBefore: '2019-12-31T23:59:59Z', ttl: '20y' }),
        400,
        'BadRequest',
        /begin before.*2020-01-01/,
      );
      expect(await stored()).to.deep.equal([]);
    });
  });
});
