import { expect } from 'chai';
import { inputsOf, initialFields, storedFields } from '../../src/console/targets/fields.ts';
import type { Kind } from '../../src/console/dynamic-secrets/kinds/kind.ts';
import type { FieldValues, InputField } from '../../src/console/targets/input-field.ts';
import { kinds } from '../../src/console/dynamic-secrets/kinds/kinds.ts';
import { requireProvider } from '../../src/resources/secrets/dynamic-secrets/providers/providers.ts';

/** What somebody types into fields that are empty or only begun. */
const typed: Readonly<Record<string, string>> = {
  url: 'ldaps://directory.example.com',
  secret: 'JBSWY3DPEHPK3PXP',
  principals: 'deploy\nops',
};

const isBegun = ({ type, initial, isOptional }: InputField): boolean =>
  !isOptional && type !== 'statement' && (initial === '' || String(initial).endsWith('//'));

const filledFields = (kind: Kind): FieldValues => {
  const filled = kind.fields.filter(isBegun).map(({ name }) => [name, typed[name] ?? 'sample'] as const);
  return { ...initialFields(kind), ...Object.fromEntries(filled) };
};

describe('console: kinds of dynamic secrets', () => {
  for (const kind of kinds)
    it(`${kind.label}: the server accepts the default statements, and unchanged fields send nothing`, async () => {
      const fields = filledFields(kind);
      const url = kind.type === 'kubernetes' ? { url: 'https://cluster.example.com' } : {};
      const provider = requireProvider(kind.type);
      const inputs = await provider.read({ ...inputsOf(kind, fields), ...url }, []);
      const stored = storedFields(kind, inputs);
      expect(inputsOf(kind, stored, stored)).to.deep.equal({});
    });

  it('send an object whole if a part of it changes', () => {
    const rabbitMq = kinds.find(({ id }) => id === 'rabbit-mq')!;
    const stored = filledFields(rabbitMq);
    expect(inputsOf(rabbitMq, { ...stored, write: 'orders' }, stored)).to.deep.equal({
      virtualHost: { name: '/', permissions: { configure: '', write: 'orders', read: '.*' } },
    });
  });
});
