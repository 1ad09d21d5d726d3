import type { ChangeControl } from './change-control/control.ts';
import type { Events } from './events/recorder.ts';

/** For what is not possible in a transaction, or only in one: errors of the code, not of a request. */
export const nested = (): never => {
  throw new Error('a transaction inside a transaction would wait for itself');
};

export const outside = (): never => {
  throw new Error('this needs a transaction');
};

export const inside = (): never => {
  throw new Error('this is for after the transaction, which may run twice or come to nothing');
};

/** The recorder of events outside of a transaction. */
export const noEvents: Events = {
  findAudience: outside,
  record: outside,
  dependentsOf: outside,
};

/** The control of changes outside of a transaction. */
export const noChangeControl: ChangeControl = {
  prefetch: outside,
  note: outside,
  noteOther: outside,
  describe: outside,
  judge: outside,
  release: outside,
  exempt: outside,
  settle: outside,
};
