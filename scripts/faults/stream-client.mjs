// A separate process that opens a number of event streams, reports how many are open, and listens until it is killed.
import { once } from 'node:events';
import { open } from './sockets.mjs';

const atOnce = 50;

const subscribe = async ({ url, token, projectId }) => {
  const body = JSON.stringify({ projectId, register: [{ event: 'secret:create' }] });
  const head = [
    'POST /api/v1/events/subscribe/project-events HTTP/1.1',
    'Host: faults',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const socket = await open(url);
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  const [answer] = await once(socket, 'data');
  socket.resume();
  return answer.toString();
};

const main = async (order) => {
  let [left, opened, refused] = [order.count, 0, undefined];
  const next = async () => {
    while (left > 0) {
      left -= 1;
      const answer = await subscribe(order).catch((error) => error.message);
      if (answer.startsWith('HTTP/1.1 200')) opened += 1;
      else refused ??= answer.slice(0, 500);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  process.send({ opened, refused });
};

process.once('message', (order) => void main(order));
