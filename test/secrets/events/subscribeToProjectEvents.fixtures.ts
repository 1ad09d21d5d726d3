import type { Rule } from '../../../src/access/rule.ts';
import { allEventKinds, type Registration } from '../../support/clients/streams.ts';

export const creation = allEventKinds[0]!;
export const update = allEventKinds[1]!;

export const rule = (action: string | readonly string[], conditions?: Readonly<Record<string, unknown>>): Rule => ({
  subject: 'secret-event-subscriptions',
  action,
  ...(conditions && { conditions }),
});

export const onCreation = (conditions?: Readonly<Record<string, unknown>>): Rule =>
  rule('subscribe-to-creation-events', conditions);

export const deny = (conditions?: Readonly<Record<string, unknown>>): Rule => ({
  ...onCreation(conditions),
  inverted: true,
});

export const of = (conditions: NonNullable<Registration['conditions']>, event = 'secret:create'): Registration => ({
  event,
  conditions,
});
