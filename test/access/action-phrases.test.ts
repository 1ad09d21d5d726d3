import { expect } from 'chai';
import { actionPhrase } from '../../src/access/action-phrases.ts';
import { organizationSubjects } from '../../src/access/organization-subjects.ts';
import { projectSubjects } from '../../src/access/project-subjects.ts';

describe('the phrase for an action on a subject', () => {
  const expected = [
    ['edit', 'settings', 'edit settings'],
    ['read', 'member', 'read members'],
    ['edit-auth', 'identity', 'edit the authentication of machine identities'],
    ['readValue', 'secrets', 'read the values of secrets'],
    ['write', 'secrets', 'change secrets'],
    ['delete', 'workspace', 'delete the project'],
    ['list-kmip-servers', 'kmip-server', 'list KMIP servers'],
    ['read', 'pki-alerts', 'read PKI alerts'],
    ['lock', 'pam-sessions', 'lock pam sessions'],
  ] as const;

  it('is a verb and its object', () => {
    for (const [action, subject, phrase] of expected) expect(actionPhrase(action, subject)).to.equal(phrase);
  });

  it('consists of words for every action of every subject', () => {
    const all = [
      ...[...organizationSubjects].flatMap(([subject, actions]) => actions.map((action) => [action, subject] as const)),
      ...[...projectSubjects].flatMap(([subject, { actions }]) => actions.map((action) => [action, subject] as const)),
    ];
    for (const [action, subject] of all) {
      const phrase = actionPhrase(action, subject);
      expect(phrase.replace(/GitHub|OAuth/, 'Brand'), `${subject}:${action}`)
        .to.match(/^[a-z]+ [A-Za-z -]+$/)
        .and.not.match(/\bon\b|[a-z][A-Z]|\*/);
    }
  });
});
