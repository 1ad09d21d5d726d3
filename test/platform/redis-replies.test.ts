import { expect } from 'chai';
import { MalformedReply, parseReply, RedisError } from '../../src/platform/targets/redis-replies.ts';

const parse = (text: string) => parseReply(Buffer.from(text));

describe('replies of Redis', () => {
  const samples: readonly (readonly [text: string, reply: unknown])[] = [
    ['+OK\r\n', 'OK'],
    [':12\r\n', 12],
    ['$4\r\na\r\nb\r\n', 'a\r\nb'],
    ['$3\r\n€\r\n', '€'],
    ['$0\r\n\r\n', ''],
    ['$-1\r\n', null],
    ['*-1\r\n', null],
    ['*0\r\n', []],
    ['*3\r\n+OK\r\n*1\r\n:1\r\n-ERR no\r\n', ['OK', [1], new RedisError('ERR no')]],
  ];

  it('are read when they have arrived whole, and not before', () => {
    for (const [text, reply] of samples) {
      const bytes = Buffer.from(text);
      expect(parseReply(bytes), text).to.deep.equal({ reply, end: bytes.length });
      for (let length = 0; length < bytes.length; length += 1)
        expect(parseReply(bytes.subarray(0, length)), `${length} bytes of ${text}`).to.equal(undefined);
    }
  });

  it('end where the next one begins', () => {
    expect(parse('+OK\r\n:1\r\n')).to.deep.equal({ reply: 'OK', end: 5 });
  });

  it('have a code, if they are errors', () => {
    expect((parse('-WRONGPASS invalid\r\n')!.reply as RedisError).code).to.equal('WRONGPASS');
  });

  it('are refused if they are none', () => {
    for (const text of ['HTTP/1.1 400\r\n', '$x\r\n', '$-2\r\n', '*9999999999\r\n', `${'*1\r\n'.repeat(9)}+OK\r\n`])
      expect(() => parse(text), text).to.throw(MalformedReply);
  });
});
