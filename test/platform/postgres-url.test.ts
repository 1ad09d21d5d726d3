import { expect } from 'chai';
import { parsePostgresUrl, withoutPassword } from '../../src/platform/db/postgres/url.ts';

const addressesIn = (url: string) =>
  parsePostgresUrl(url)?.servers.map(({ address }) => address && `${address.host} ${address.port}`);

describe('the URL of PostgreSQL', () => {
  it('is unchanged with one host', () => {
    for (const url of [
      'postgres://u:p@db/x',
      'postgresql://db:1/x?sslmode=require',
      'postgres://u:p,q@[::1]:5432/x',
      'postgres:///x?host=/run/postgresql',
      'postgres://u:p%2C%40@db',
    ]) {
      expect(parsePostgresUrl(url), url).to.deep.include({ connectionString: url, need: 'any' });
      expect(addressesIn(url), url).to.deep.equal([undefined]);
    }
  });

  it('may contain several hosts, with the default port 5432', () => {
    expect(addressesIn('postgres://u:p@a:5433,b/x')).to.deep.equal(['a 5433', 'b 5432']);
    expect(addressesIn('postgres://a,b,c:1')).to.deep.equal(['a 5432', 'b 5432', 'c 1']);
    expect(addressesIn('postgres://u@[::1]:5433,[fe80::2],10.0.0.1:1/x')).to.deep.equal([
      '::1 5433',
      'fe80::2 5432',
      '10.0.0.1 1',
    ]);
    expect(addressesIn('postgres://u@%2Frun%2Fa,b/x')).to.deep.equal(['/run/a 5432', 'b 5432']);
    expect(parsePostgresUrl('postgres://u:secret@a:1,b:2/x')!.servers.map(({ name }) => name)).to.deep.equal([
      'a:1',
      'b:2',
    ]);
  });

  it('has the same user, password, database and parameters for each of them', () => {
    const rest = '/x?sslmode=verify-full&application_name=a,b';
    for (const user of ['u:p', 'u:p%2Cq%40r%2F', 'u:p,q', 'u:p@q,r', 'u,v:p:q']) {
      expect(parsePostgresUrl(`postgres://${user}@a:1,b:2${rest}`)!.connectionString, user).to.equal(
        `postgres://${user}@a:1${rest}`,
      );
      expect(addressesIn(`postgres://${user}@a:1,b:2${rest}`), user).to.deep.equal(['a 1', 'b 2']);
    }
  });

  it('contains the required state of the server', () => {
    for (const need of ['any', 'read-write', 'primary']) {
      for (const hosts of ['a', 'a:1,b:2'])
        expect(parsePostgresUrl(`postgres://${hosts}/x?sslmode=disable&target_session_attrs=${need}`)!.need).to.equal(
          need,
        );
    }
  });

  it('is refused when it is invalid', () => {
    const hosts = [
      'a,',
      ',a',
      'a,,b',
      'a:1,b:x',
      'a:1,b:65536',
      'a:1,b:2:3',
      'a,[::1',
      'a,[x]',
      'a,b c',
      'a,%zz',
      'u:p@',
      Array.from({ length: 33 }, () => 'a').join(','),
    ];
    for (const host of hosts) expect(parsePostgresUrl(`postgres://${host}/x`), host).to.equal(undefined);
    for (const query of ['target_session_attrs=standby', 'target_session_attrs=', 'host=c', 'port=1'])
      expect(parsePostgresUrl(`postgres://a,b/x?${query}`), query).to.equal(undefined);
    for (const url of ['', 'a,b', 'mysql://a,b/x']) expect(parsePostgresUrl(url), url).to.equal(undefined);
  });

  it('is printed without its password', () => {
    expect(withoutPassword('postgres://u:hunter2@db:1/x?sslmode=require')).to.equal(
      'postgres://u@db:1/x?sslmode=require',
    );
    expect(withoutPassword('postgres://u:hunter2,3@a:1,[::1]/x?target_session_attrs=any')).to.equal(
      'postgres://u@a:1,[::1]/x?target_session_attrs=any',
    );
    expect(withoutPassword('postgres://a,b/x?password=hunter2&sslmode=require')).to.equal(
      'postgres://a,b/x?sslmode=require',
    );
  });
});
