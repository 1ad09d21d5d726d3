/** The state of an object; null if it does not exist. */
export type State = Readonly<Record<string, unknown>> | null;

export interface Slot {
  readonly key: string;
  readonly kind: string;
  readonly state: State;
  readonly facts: Readonly<Record<string, string>>;
}

export interface Counter {
  readonly key: string;
}

export interface History {
  readonly key: string;
}

export declare class Model {
  readonly slots: Map<string, Slot>;
  readonly totals: { readonly acknowledged: number; readonly inDoubt: number; readonly reads: number };
  addSlot(kind: string, key: string, state: State): Slot;
  addCounter(key: string, options: { limit: number; facts?: object }): Counter;
  addHistory(key: string, first: string, facts?: object): History;
  acknowledgeState(slot: Slot, state: State, event: string, requestId: string): void;
  doubtState(slot: Slot, state: State, event: string): void;
  acknowledgeUse(counter: Counter, event: string, requestId: string): void;
  doubtUse(counter: Counter): void;
  acknowledgeValue(history: History, value: string, event: string, requestId: string): void;
  doubtValue(history: History, value: string): void;
  doubtEvent(event: string): void;
  acknowledgeRead(requestId: string, at: number): void;
}

export interface Entry {
  readonly event: string;
  readonly requestId: string;
}

export interface Observed {
  readonly states: Map<string, State>;
  readonly uses: Map<string, number>;
  readonly versions: Map<string, { version: number; value: string }[]>;
  readonly entries: Entry[];
  readonly readEntries?: Entry[];
  readonly readsUntil?: number;
}

export declare const compare: (model: Model, observed: Observed) => string[];
export declare const settle: (model: Model, observed: Observed) => void;

type Environment = Readonly<Record<string, string>>;

export declare class Site {
  readonly model: Model;
  readonly problems: string[];
  readonly writers: { resume(): void; pause(): Promise<void> };
  constructor(storage: Environment, nodeCount?: number);
  open(): Promise<void>;
  check(options?: { isAll?: boolean }): Promise<string[]>;
  execute(sql: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

interface RunResult {
  readonly problems: string[];
  readonly acknowledged: number;
  readonly inDoubt: number;
}

export declare const shortRun: (storage: Environment, nodeCount: number, cycles: number) => Promise<RunResult>;
export declare const shortLeaseRun: (storage: Environment, nodeCount: number, first: number) => Promise<RunResult>;
