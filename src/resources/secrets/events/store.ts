import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export type EventKind = 'secret:create' | 'secret:update' | 'secret:delete' | 'secret:import-mutation';

/** A changed folder of another project that shows in the folder of an event. */
export interface EventOrigin {
  readonly projectId: string;
  readonly environment: string;
  readonly path: string;
}

/** An event about secrets of one folder. */
export interface EventRow {
  projectId: string;
  /** Counts from 1, in the order of commits. */
  sequence: number;
  kind: EventKind;
  /** The slug of the environment. */
  environment: string;
  path: string;
  /** The names of the secrets; empty for a change that shows through imports and references. */
  keys: readonly string[];
  /**
   * The changed folders of other projects: only subscribers that may read one of them are notified. Absent for a change
   * in the project itself.
   */
  origins?: readonly EventOrigin[] | null;
  createdAt: Timestamp;
}

/** An event of which `before` others follow in the same change. */
type NewEvent = Omit<EventRow, 'sequence'> & { readonly before: number } & Record<string, unknown>;

/** Whether there are streams, on any node: of the project, and of any project. */
export interface Audience {
  readonly inProject: boolean;
  readonly anywhere: boolean;
}

interface StreamCountRow {
  nodeId: string;
  projectId: string;
  count: number;
  renewedAt: Timestamp;
}

interface MemberStreams {
  memberId: string;
  count: number;
}

/** The PostgreSQL channel on which nodes notify each other. */
export const eventChannel = 'sallyport_events';

const counted = new Statement<{ sequence: number }, { projectId: string; by: number }>((db, param) =>
  db('project_event_counters')
    .insert({ projectId: param('projectId'), sequence: param('by') })
    .onConflict('projectId')
    .merge({ sequence: db.raw('?? + excluded.??', ['project_event_counters.sequence', 'sequence']) })
    .returning('sequence'),
);
const sequence = new Statement<{ sequence: number }, { projectId: string }>((db, param) =>
  db('project_event_counters')
    .where({ projectId: param('projectId') })
    .select('sequence'),
);

/** The database computes the number, so that nobody has to wait for it. */
const appendSql = new Statement<never, NewEvent>((db, param) =>
  db('project_events').insert({
    projectId: param('projectId'),
    sequence: db.raw('(select ?? from ?? where ?? = ?) - ?', [
      'sequence',
      'project_event_counters',
      'projectId',
      param('projectId'),
      param('before'),
    ]),
    kind: param('kind'),
    environment: param('environment'),
    path: param('path'),
    keys: param('keys'),
    origins: param('origins'),
    createdAt: param('createdAt'),
  }),
);
/** Notifies that the project has events up to the last number. */
const notifySql = new Statement<never, { channel: string; projectId: string }>((db, param) =>
  db('project_event_counters')
    .where({ projectId: param('projectId') })
    .select(db.raw(`pg_notify(?, ?? || ' ' || ??)`, [param('channel'), 'projectId', 'sequence'])),
);

const anyStreams = (db: SqlBuilder): Knex.QueryBuilder => db('event_stream_counts').select(db.raw('1'));
const streamsOf = (db: SqlBuilder, projectId: string): Knex.QueryBuilder => anyStreams(db).where({ projectId });
const audienceSql = new Statement<Audience, { projectId: string }>(
  (db, param) =>
    db.select(
      db.raw('exists(?) as ??', [streamsOf(db, param('projectId')), 'inProject']),
      db.raw('exists(?) as ??', [anyStreams(db), 'anywhere']),
    ),
  'cached',
);

export class EventStore extends Store {
  /** Returns whether there are streams on any node. */
  async findAudience(projectId: string): Promise<Audience> {
    return (await this.db.read(audienceSql, { projectId }))[0]!;
  }

  /** Lists the other projects whose secrets the project shows by imports or references, in a fixed order. */
  async listSourceProjects(projectId: string): Promise<string[]> {
    const importing = this.db('secret_imports as i')
      .join('secret_folders as f', 'f.id', 'i.sourceFolderId')
      .where({ 'i.projectId': projectId })
      .whereNot({ 'f.projectId': projectId })
      .select('f.projectId');
    const referring = this.db('secret_references')
      .where({ projectId })
      .whereNotNull('referredProjectId')
      .select('referredProjectId as projectId');
    return this.db.from(importing.union(referring).as('s')).orderBy('projectId').pluck('projectId');
  }

  /** Takes `by` new numbers and returns the last. */
  async takeNumbers(projectId: string, by: number): Promise<number> {
    return (await this.db.read(counted, { projectId, by }))[0]!.sequence;
  }

  /** Returns the last number that was taken. */
  async lastNumber(projectId: string): Promise<number> {
    return (await this.db.read(sequence, { projectId }))[0]?.sequence ?? 0;
  }

  /** Numbers and stores the events, and notifies every node of them after the commit. */
  append(projectId: string, events: readonly Omit<EventRow, 'projectId' | 'sequence'>[]): void {
    this.db.write(counted, { projectId, by: events.length });
    for (const [index, event] of events.entries()) {
      const { kind, environment, path, keys, origins = null, createdAt } = event;
      const before = events.length - 1 - index;
      this.db.write(appendSql, { projectId, before, kind, environment, path, keys, origins, createdAt });
    }
    this.db.write(notifySql, { channel: eventChannel, projectId });
  }

  /** Lists the events after the number, in order. */
  listAfter(projectId: string, number: number, limit: number): Promise<EventRow[]> {
    return this.db<EventRow>('project_events')
      .where({ projectId })
      .where('sequence', '>', number)
      .orderBy('sequence')
      .limit(limit);
  }

  /** Deletes up to `limit` events that were recorded before that time, oldest first, and returns how many. */
  deleteBefore(before: Timestamp, limit: number): Promise<number> {
    const old = this.db('project_events')
      .where('createdAt', '<', before)
      .orderBy(['createdAt', 'projectId', 'sequence'])
      .limit(limit)
      .select('projectId', 'sequence');
    return this.db<EventRow>('project_events').whereIn(['projectId', 'sequence'], old).delete();
  }

  /** Counts the streams of the project, and those of the member, on other nodes that have reported since that time. */
  async countStreams(
    projectId: string,
    memberId: string,
    { since, except }: { since: Timestamp; except: string },
  ): Promise<{ inAll: number; ofMember: number }> {
    const counts = await this.db('event_stream_counts as n')
      .leftJoin('event_stream_member_counts as m', (join) =>
        join.on('m.projectId', 'n.projectId').on('m.nodeId', 'n.nodeId').onVal('m.memberId', memberId),
      )
      .where({ 'n.projectId': projectId })
      .where('n.renewedAt', '>', since)
      .whereNot({ 'n.nodeId': except })
      .select<{ inAll: number; ofMember: number | null }[]>('n.count as inAll', 'm.count as ofMember');
    return counts.reduce<{ inAll: number; ofMember: number }>(
      (sum, count) => ({ inAll: sum.inAll + count.inAll, ofMember: sum.ofMember + (count.ofMember ?? 0) }),
      { inAll: 0, ofMember: 0 },
    );
  }

  /** Returns whether a count of the node's streams is stored. */
  async hasCount(projectId: string, nodeId: string): Promise<boolean> {
    return (await this.db('event_stream_counts').where({ projectId, nodeId }).select('count')).length > 0;
  }

  /** Stores the node's count of streams, and those of these members. */
  async setStreams({ count, ...node }: StreamCountRow, members: readonly MemberStreams[]): Promise<void> {
    const { projectId, nodeId } = node;
    if (count === 0) {
      await this.db<StreamCountRow>('event_stream_counts').where({ projectId, nodeId }).delete();
      return;
    }
    await this.db<StreamCountRow>('event_stream_counts')
      .insert({ ...node, count })
      .onConflict(['projectId', 'nodeId'])
      .merge();
    const rows = this.db('event_stream_member_counts').where({ projectId, nodeId });
    const isAmong = this.db.isIn(
      'memberId',
      members.map(({ memberId }) => memberId),
    );
    this.db.write(rows.where(isAmong).delete());
    const present = members.filter((member) => member.count > 0);
    if (present.length > 0)
      this.db.insert(
        'event_stream_member_counts',
        present.map((member) => ({ projectId, nodeId, ...member })),
      );
  }

  listStreams(nodeId: string): Promise<Pick<StreamCountRow, 'projectId' | 'count'>[]> {
    return this.db<StreamCountRow>('event_stream_counts').where({ nodeId }).select('projectId', 'count');
  }

  async renewStreams(nodeId: string, renewedAt: Timestamp): Promise<void> {
    await this.db<StreamCountRow>('event_stream_counts').where({ nodeId }).update({ renewedAt });
  }

  /** Deletes the counts of a node that stops, or of nodes that have not reported since that time. */
  async deleteStreams({ nodeId, before }: { nodeId?: string; before?: Timestamp }): Promise<void> {
    const rows = this.db<StreamCountRow>('event_stream_counts');
    if (nodeId !== undefined) await rows.where({ nodeId }).delete();
    if (before !== undefined)
      await this.db<StreamCountRow>('event_stream_counts').where('renewedAt', '<=', before).delete();
  }
}
