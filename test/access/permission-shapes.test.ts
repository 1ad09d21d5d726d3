import { expect } from 'chai';
import { formerSubjects } from '../../src/access/former-subjects.ts';
import { projectSubjects, type ConditionKind } from '../../src/access/project-subjects.ts';
import type { Schema } from '../support/expect/contract.ts';
import { permissionSchemas } from '../support/expect/permissions.ts';

const kinds: Readonly<Record<string, ConditionKind>> = {
  EqualityCondition: 'equality',
  PatternCondition: 'pattern',
  PathCondition: 'path',
  TagsCondition: 'tags',
  MetadataCondition: 'metadata',
  NameCondition: 'name',
};

const nameIn = (schema: Schema): string => String(schema.$ref).split('/').at(-1)!;
const resolve = (schema: Schema): Schema => (schema.$ref ? permissionSchemas[nameIn(schema)] : schema);

const union: Schema = permissionSchemas.ProjectPermission;
const shapes: Schema[] = union.oneOf.map(resolve);
const shapeOf = (subject: string): Schema =>
  shapes.find(({ properties }) => properties.subject.enum.includes(subject))!;

describe('the schemas of rules in the contract', () => {
  const subjects = [...projectSubjects.keys(), ...formerSubjects];

  it('contain each existing subject once, as does the discriminator mapping', () => {
    expect(shapes.flatMap(({ properties }) => properties.subject.enum)).to.have.members(subjects);
    expect(permissionSchemas.ProjectSubject.enum).to.have.members(subjects);
    const { propertyName, mapping } = union.discriminator;
    expect(propertyName).to.equal('subject');
    expect(Object.keys(mapping as Schema)).to.have.members(subjects);
    for (const subject of subjects)
      expect(permissionSchemas[mapping[subject].split('/').at(-1)], subject).to.equal(shapeOf(subject));
  });

  for (const [subject, { actions, conditions }] of projectSubjects) {
    it(`contain the actions and conditions of ${subject}`, () => {
      const { required, properties } = shapeOf(subject);
      expect(required).to.deep.equal(['subject', 'action']);
      const [one, many] = resolve(properties.action).oneOf;
      expect(resolve(one).enum).to.deep.equal(actions);
      expect(resolve(many.items)).to.equal(resolve(one));
      expect(nameIn(properties.inverted)).to.equal(conditions ? 'Inverted' : 'NotInverted');
      const { nullable, additionalProperties, properties: fields = {} } = resolve(properties.conditions);
      expect({ nullable, additionalProperties }).to.deep.equal({ nullable: true, additionalProperties: false });
      expect(
        Object.fromEntries(Object.entries(fields as Schema).map(([field, schema]) => [field, kinds[nameIn(schema)]])),
      ).to.deep.equal(conditions ?? {});
    });
  }
});
