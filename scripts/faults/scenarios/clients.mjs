// Clients that send slowly, and clients that send malformed requests.
import { measure } from '../measure.mjs';
import { pause } from '../processes.mjs';
import { exchange, isClosedWithin, openMany } from '../sockets.mjs';
import { newProject, startTarget } from '../target.mjs';

const limits = { HEADERS_TIMEOUT_MS: '3000', REQUEST_TIMEOUT_MS: '5000' };

/** Sends a byte from time to time, of headers or a body that never end. */
const slowloris = async () => {
  const target = await startTarget(limits);
  const beginnings = [
    'GET /api/status HTTP/1.1\r\nHost: faults\r\nX-',
    'POST /api/v1/auth/universal-auth/login HTTP/1.1\r\nHost: faults\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  ];
  const attack = async () => {
    const sockets = await openMany(target.url, 500);
    sockets.forEach((socket, index) => socket.write(beginnings[index % 2]));
    for (let second = 0; second < 12; second += 1) {
      await pause(1000);
      for (const socket of sockets) if (socket.writable) socket.write('a');
    }
    const ends = await Promise.all(sockets.map((socket) => isClosedWithin(socket, 5000)));
    return ends.map(({ isClosed }) => (isClosed ? 'closed' : 'still open'));
  };
  try {
    return await measure(target, attack, { accepts: (answer) => answer === 'closed' });
  } finally {
    await target.kill();
  }
};

const post = (path, token, body, headers = '') =>
  Buffer.concat([
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: faults\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers}\r\n`,
    ),
    body,
  ]);

/** Malformed requests with the accepted statuses; 0 is a connection closed without a response. */
const malformed = (token, projectId) => {
  let made = 0;
  const newPath = () => `/api/v4/secrets/BROKEN_${(made += 1)}`;
  const create = newPath();
  const folder = `"projectId":"${projectId}","environment":"dev"`;
  const json = (text) => post(newPath(), token, Buffer.from(text));
  const refused = [400, 413, 414, 415, 422, 431, 404, 405, 501, 0];
  return [
    ['noise', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, 0xff, 13, 10, 13, 10]), refused],
    ['no version', Buffer.from('GET /api/status\r\n\r\n'), [...refused, 200]],
    ['an invalid method', Buffer.from('FOO /api/status HTTP/1.1\r\nHost: a\r\n\r\n'), refused],
    ['a long path', Buffer.from(`GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`), refused],
    ['long headers', Buffer.from(`GET /api/status HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`), refused],
    ['many headers', Buffer.from(`GET /api/status HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(20_000)}\r\n`), refused],
    ['an invalid length', Buffer.from(`POST ${create} HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n`), refused],
    [
      'both a length and chunks',
      Buffer.from(
        `POST ${create} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      ),
      refused,
    ],
    [
      'an invalid chunk',
      Buffer.from(
        `POST ${create} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      ),
      refused,
    ],
    [
      'a NUL in the path',
      Buffer.from(
        `GET /api/v4/secrets/%00?projectId=${projectId}&environment=dev HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      ),
      refused,
    ],
    [
      'a broken escape',
      Buffer.from(
        `GET /api/v4/secrets/%E0%A4%A HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      ),
      refused,
    ],
    ['an incomplete object', json('{"a":'), [400]],
    ['invalid JSON', json('\x01'), [400, 422]],
    ['deep JSON', json(`${'['.repeat(400_000)}${']'.repeat(400_000)}`), [400, 422]],
    ['a number as body', json('1'), [400, 422]],
    ['a prototype', json(`{${folder},"__proto__":{"secretValue":"y"}}`), [400, 422]],
    ['an unpaired surrogate', json(`{${folder},"secretValue":"\\ud800"}`), [400, 422]],
    [
      'bytes that are not UTF-8',
      post(
        newPath(),
        token,
        Buffer.concat([
          Buffer.from(`{${folder},"secretValue":"`),
          Buffer.from([0xff, 0xfe, 0xc3, 0x28]),
          Buffer.from('"}'),
        ]),
      ),
      [400],
    ],
    ['an invalid token', post(create, '\x7f'.repeat(10), Buffer.from('{}')), [...refused, 401]],
    ['an invalid compressed body', post(create, token, Buffer.from('{}'), 'Content-Encoding: gzip\r\n'), [400, 415]],
  ];
};

const sendMalformed = async () => {
  const target = await startTarget(limits);
  try {
    const projectId = await newProject(target.call, 'Nonsense');
    const problems = [];
    const requests = malformed(target.token, projectId);
    const attack = async () => {
      const answers = [];
      for (const [name, bytes, statuses] of requests) {
        const { status, isClosed } = await exchange(target.url, bytes);
        if (!statuses.includes(status)) problems.push(`wrong: ${name} got status ${status}`);
        if (!isClosed) problems.push(`wrong: ${name} left the connection open`);
        answers.push(status);
      }
      return answers;
    };
    const result = await measure(target, attack, { accepts: (answer) => answer < 500 });
    const { secrets } = await target.call('GET', `/api/v4/secrets?projectId=${projectId}&environment=dev`);
    if (secrets.length > 0) problems.push('wrong: a malformed request created a secret');
    return { ...result, problems: [...new Set(problems), ...result.problems] };
  } finally {
    await target.kill();
  }
};

export const scenarios = [
  { name: 'slowloris', on: 'sqlite', run: slowloris },
  { name: 'malformed requests', on: 'sqlite', run: sendMalformed },
];
