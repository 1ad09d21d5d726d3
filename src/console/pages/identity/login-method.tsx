import { useForm, type GetInputPropsReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { durationText } from '../../components/duration.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { addressesText } from '../../identity-auth/addresses.ts';
import type { AuthMethod } from '../../identity-auth/methods.ts';
import {
  newTokenValues,
  storedTokenValues,
  tokenBodyOf,
  tokenErrors,
  TokenFields,
  tokenValuesIn,
  type TokenValues,
} from '../../identity-auth/token-fields.tsx';
import type { Identity } from './identity.ts';
import { MethodCard } from './method-card.tsx';
import { MethodModal, type MethodFormProps } from './method-modal.tsx';

type StoredTokens = Parameters<typeof storedTokenValues>[0];
type TokenBody = ReturnType<typeof tokenBodyOf>;

export type InputOf<Values> = (name: keyof Values) => GetInputPropsReturnType;

/** What differs from one way to sign in to another. */
interface Definition<Stored extends StoredTokens, Values extends object, Body> {
  readonly method: AuthMethod;
  readonly title: string;
  readonly newValues: Values;
  readonly valuesOf: (stored: Stored) => Values;
  /** The fields as requests have them. */
  readonly bodyOf: (values: Values) => Body;
  readonly errorsOf: (values: Values) => Readonly<Record<string, string>>;
  readonly Fields: (props: { values: Values; input: InputOf<Values>; stored: Stored | undefined }) => ReactNode;
  /** Who is accepted, as a sentence without its full stop. */
  readonly summary: (stored: Stored) => ReactNode;
  /** Who is no longer accepted when it is removed. */
  readonly losers: string;
  readonly useStored: (identity: Identity) => { data: Stored | undefined; error: unknown; refetch: () => unknown };
  readonly attach: (identity: Identity, body: Body & TokenBody) => Promise<unknown>;
  readonly update: (identity: Identity, body: Body & TokenBody) => Promise<unknown>;
  readonly remove: (identity: Identity) => Promise<unknown>;
  /** What the card shows below the summary. */
  readonly Details?: (props: { identity: Identity }) => ReactNode;
}

/** The card of a way to sign in, and its form. */
export const loginMethod = <Stored extends StoredTokens, Values extends object, Body extends object>(
  definition: Definition<Stored, Values, Body>,
) => {
  const { Fields, useStored, Details = () => null } = definition;

  const Form = ({ identity, stored, onClose }: MethodFormProps<Stored>) => {
    const form = useForm<Values & TokenValues>({
      initialValues: stored
        ? { ...definition.valuesOf(stored), ...storedTokenValues(stored) }
        : { ...definition.newValues, ...newTokenValues },
      validate: (values) => ({ ...definition.errorsOf(values), ...tokenErrors(values) }),
    });
    const save = (values: Values & TokenValues): Promise<unknown> => {
      const { tokens, others } = tokenValuesIn(values);
      const body = { ...definition.bodyOf(others as unknown as Values), ...tokenBodyOf(tokens) };
      return stored ? definition.update(identity, body) : definition.attach(identity, body);
    };
    const input = (name: keyof Values | keyof TokenValues): GetInputPropsReturnType =>
      form.getInputProps(name as never);
    return (
      <MethodModal title={definition.title} form={form} isNew={!stored} onSave={save} onClose={onClose}>
        <Fields values={form.values} input={input} stored={stored} />
        <TokenFields input={input} />
      </MethodModal>
    );
  };

  const Card = ({ identity }: { identity: Identity }) => {
    const { data: stored, error, refetch } = useStored(identity);
    if (!stored) return <NotLoaded error={error} onRetry={refetch} rows={1} height={80} />;
    return (
      <MethodCard
        method={definition.method}
        form={(close) => <Form identity={identity} stored={stored} onClose={close} />}
        loss={`${definition.losers} no longer accepted for ${identity.identity.name}, and tokens that were issued for this end at once.`}
        onRemove={() => definition.remove(identity)}
        summary={
          <>
            {definition.summary(stored)}. Then it has a token for {durationText(stored.accessTokenTTL)}, from{' '}
            {addressesText(stored.accessTokenTrustedIps)}.
          </>
        }
      >
        <Details identity={identity} />
      </MethodCard>
    );
  };

  return { Card, Form };
};
