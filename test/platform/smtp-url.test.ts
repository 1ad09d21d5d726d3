import { expect } from 'chai';
import { isMailAddress, parseMailbox } from '../../src/platform/smtp/address.ts';
import { MailRefused, SmtpTransport } from '../../src/platform/smtp/transport.ts';
import { parseSmtpUrl, smtpServerName } from '../../src/platform/smtp/url.ts';
import { closeMailServers, TestMailServer, type MailServerOptions } from '../support/clients/mail-server.ts';
import { newCertificate } from '../support/fixtures/tls-certificates.ts';

describe('SMTP_URL', () => {
  const none = { login: undefined };

  it('names the server, its port, its TLS and the login', () => {
    const cases: [string, object][] = [
      [
        'smtp://mail.example.com',
        { host: 'mail.example.com', port: 587, isImplicitTls: false, requiresTls: true, ...none },
      ],
      ['smtp://MAIL/', { host: 'mail', port: 587, isImplicitTls: false, requiresTls: true, ...none }],
      ['smtp://mail:25?tls=optional', { host: 'mail', port: 25, isImplicitTls: false, requiresTls: false, ...none }],
      ['smtp://127.0.0.1:25', { host: '127.0.0.1', port: 25, isImplicitTls: false, requiresTls: false, ...none }],
      ['smtp://[::1]:25', { host: '::1', port: 25, isImplicitTls: false, requiresTls: false, ...none }],
      [
        'smtp://localhost?tls=required',
        { host: 'localhost', port: 587, isImplicitTls: false, requiresTls: true, ...none },
      ],
      [
        'smtps://ada%40example.com:p%3Ass%2Fw@mail',
        {
          host: 'mail',
          port: 465,
          isImplicitTls: true,
          requiresTls: true,
          login: { user: 'ada@example.com', password: 'p:ss/w' },
        },
      ],
    ];
    for (const [url, server] of cases) expect(parseSmtpUrl(url), url).to.deep.equal(server);
  });

  it('is shown without the password', () => {
    expect(smtpServerName(parseSmtpUrl('smtp://ada:hunter2@mail:25')!)).to.equal('smtp://ada@mail:25');
    expect(smtpServerName(parseSmtpUrl('smtps://[2001:db8::1]')!)).to.equal('smtps://[2001:db8::1]:465');
  });
});

describe('addresses of mail', () => {
  it('are single mailboxes', () => {
    for (const address of ['ada@example.com', "o'neil+x@a-b.example", 'ä@example.com', 'root@localhost'])
      expect(isMailAddress(address), address).to.equal(true);
    for (const address of [
      '',
      'ada',
      'a@b@c',
      'a b@c',
      'a@b,c@d',
      'a@-b',
      'a@b..c',
      'a@b.',
      'a\n@b',
      `a@${'b'.repeat(260)}`,
    ])
      expect(isMailAddress(address), address).to.equal(false);
  });

  it('of the sender may have a name', () => {
    expect(parseMailbox('a@b.example')).to.deep.equal({ name: '', address: 'a@b.example' });
    expect(parseMailbox('Ada L. <a@b.example>')).to.deep.equal({ name: 'Ada L.', address: 'a@b.example' });
    for (const text of ['Ada', '<a@b>, <c@d>', 'A <a@b> <c@d>', 'A\r\nBcc: x <a@b>', '"A" <a@b>'])
      expect(parseMailbox(text), text).to.equal(undefined);
  });
});

describe('TLS of mail', () => {
  after(closeMailServers);
  const certificate = newCertificate();

  const send = async (options: MailServerOptions, query = ''): Promise<{ code: string | undefined; count: number }> => {
    const server = await TestMailServer.start(options);
    const transport = new SmtpTransport(parseSmtpUrl(`${server.url}${query}`)!, parseMailbox('a@example.com')!);
    const message = { id: 'one', to: 'b@example.com', subject: 'Test', text: 'text', html: '<p>text</p>' };
    const error = await transport.send(message).then(
      () => undefined,
      (refused: unknown) => refused as MailRefused,
    );
    if (error) expect(error).to.be.instanceOf(MailRefused).and.include({ isFinal: false });
    return { code: error?.code, count: server.mails.length };
  };

  it('is not needed for a loopback address', async () => {
    expect(await send({})).to.deep.equal({ code: undefined, count: 1 });
  });

  it('is required otherwise: nothing is sent to a server without it', async () => {
    expect(await send({}, '?tls=required')).to.deep.equal({ code: 'ETLS 500', count: 0 });
  });

  it('is not used with a certificate that nobody vouches for', async () => {
    for (const isImplicit of [false, true])
      expect((await send({ tls: { ...certificate, isImplicit } })).count).to.equal(0);
  });
});
