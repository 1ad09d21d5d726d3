// 2,000 connections that read secrets continuously: every response has its entry in the audit log.
import { callerOf, Connection } from '../connection.mjs';
import { entriesOf } from '../observe.mjs';
import { startTarget } from '../target.mjs';

const connections = 2000;
const readsEach = 5;

const readRepeatedly = async ({ url, token, secretPath }, seen) => {
  const connection = new Connection();
  for (let count = 0; count < readsEach; count += 1) {
    const { status, requestId } = await connection.send(url, token, 'GET', secretPath);
    if (status === 200) seen.reads.push(requestId);
    else seen.problems.push(`wrong: a read got status ${status}`);
  }
  connection.close();
};

const recordReads = async () => {
  const target = await startTarget();
  const since = Date.now();
  const seen = { reads: [], problems: [] };
  try {
    await Promise.all(Array.from({ length: connections }, () => readRepeatedly(target, seen)));
    // Entries are written within 100 ms.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const call = callerOf(target.url, target.token);
    const recorded = new Set((await entriesOf(call, ['get-secret'], since)).map(({ requestId }) => requestId));
    call.close();
    const missing = seen.reads.filter((requestId) => !recorded.has(requestId)).length;
    if (missing > 0) seen.problems.push(`lost: the audit log has no entry of ${missing} of ${seen.reads.length} reads`);
    return {
      done: `${readsEach} reads over each of ${connections} connections`,
      acknowledged: seen.reads.length,
      inDoubt: 0,
      problems: seen.problems,
    };
  } finally {
    await target.kill();
  }
};

export const scenarios = [{ name: 'audit log of reads', on: 'sqlite', run: recordReads }];
