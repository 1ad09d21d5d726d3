// A separate process with many connections, each of which sends the next request as soon as it gets a response, until
// the process is killed.
import { Connection } from './connection.mjs';

const main = async ({ url, token, path, connections }) => {
  let answered = 0;
  const keepBusy = async () => {
    const connection = new Connection();
    for (;;)
      if (
        await connection.send(url, token, 'GET', path).then(
          () => true,
          () => false,
        )
      )
        if ((answered += 1) === connections) process.send({ isBusy: true });
  };
  await Promise.all(Array.from({ length: connections }, keepBusy));
};

process.once('message', (order) => void main(order));
