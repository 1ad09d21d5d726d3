import type { JWTPayload } from 'jose';
import { audience } from '../../support/clients/oidc-provider.ts';

type Case = [settings: object, claims: JWTPayload, reason?: string];
/** Settings of OIDC auth with claims of a token, and the reason of the refusal if there is one. */
export const claimCases: Record<string, Case[]> = {
  'the subject': [
    [{ boundSubject: 'repo:acme/rockets:ref:refs/heads/main' }, {}],
    [{ boundSubject: 'repo:acme/*' }, {}],
    [{ boundSubject: 'repo:acme/{rockets,shuttles}:*' }, {}],
    [{ boundSubject: 'repo:acme/rocket?:**' }, {}],
    [{ boundSubject: 'repo:other/*' }, {}, 'subject_mismatch'],
    [{ boundSubject: 'REPO:acme/*' }, {}, 'subject_mismatch'],
    [{ boundSubject: 'a, b' }, { sub: 'a' }, 'subject_mismatch'],
    [{ boundSubject: '*', boundClaims: { ref: 'main' } }, { sub: undefined as never, ref: 'main' }, 'subject_mismatch'],
    [
      { boundSubject: '', boundClaims: { ref: 'main' } },
      { sub: undefined as never, ref: 'main' },
    ],
    [{ boundSubject: 'x*' }, { sub: 'x'.repeat(1025) }, 'subject_mismatch'],
    [{ boundSubject: 'x*' }, { sub: 'x'.repeat(1024) }],
  ],
  'the audience': [
    [{ boundAudiences: 'other' }, {}, 'audience_mismatch'],
    [{ boundAudiences: 'other, https://*' }, {}],
    [{ boundAudiences: `other,${audience}` }, { aud: ['x', audience] }],
    [{ boundAudiences: 'other' }, { aud: ['x', audience] }, 'audience_mismatch'],
    [{ boundAudiences: 'other' }, { aud: undefined as never }, 'audience_mismatch'],
    [{ boundAudiences: '' }, { aud: undefined as never }],
    [{ boundAudiences: Array(680).fill('?z').join() }, { aud: Array(2500).fill('a') }, 'too_much_to_compare'],
    [{ boundAudiences: Array(680).fill('zz').join() }, { aud: Array(2500).fill('a') }, 'audience_mismatch'],
    [
      {
        boundAudiences: Array(50)
          .fill(`${'*a'.repeat(19)}z`)
          .join(),
      },
      { aud: ['a'.repeat(1024)] },
      'too_much_to_compare',
    ],
  ],
  claims: [
    [{ boundClaims: { ref: 'main, release/*' } }, { ref: 'release/1/2' }],
    [{ boundClaims: { ref: 'main, release/*' } }, { ref: 'other' }, 'claim_mismatch'],
    [{ boundClaims: { ref: '*' } }, {}, 'claim_missing'],
    [{ boundClaims: { ref: '*', other: 'x' } }, { ref: 'x' }, 'claim_missing'],
    [{ boundClaims: { 'org.team.name': 'rock*' } }, { org: { team: { name: 'rockets' } } }],
    [{ boundClaims: { 'org.team.name': 'rock*' } }, { org: { team: 'rockets' } }, 'claim_missing'],
    [{ boundClaims: { 'https://example.com/team': 'a' } }, { 'https://example.com/team': 'a' }],
    [{ boundClaims: { toString: '*', '__proto__.x': '*' } }, {}, 'claim_missing'],
    [{ boundClaims: { list: 'a' } }, { list: ['a'] }, 'claim_missing'],
    [{ boundClaims: { 'list.0': 'a' } }, { list: ['a'] }],
    [{ boundClaims: { thing: '*' } }, { thing: {} }, 'claim_missing'],
    [{ boundClaims: { flag: 'true' } }, { flag: true }],
    [{ boundClaims: { flag: 'false' } }, { flag: false }, 'claim_missing'],
    [{ boundClaims: { flag: '*' } }, { flag: true }, 'claim_mismatch'],
    [{ boundClaims: { count: '4, 5' } }, { count: 5 }],
    [{ boundClaims: { count: '5x' } }, { count: 5 }, 'claim_mismatch'],
    [{ boundClaims: { count: '0' } }, { count: 0 }, 'claim_missing'],
    [{ boundClaims: { text: '*' } }, { text: '' }, 'claim_missing'],
  ],
  'the mapped claims': [
    [{ claimMetadataMapping: { team: 'org.team' } }, { org: { team: 'a' } }],
    [{ claimMetadataMapping: { team: 'org.team' } }, {}, 'mapped_claim_missing'],
    [{ claimMetadataMapping: { team: 'org' } }, { org: { team: 'a' } }, 'mapped_claim_missing'],
    [{ claimMetadataMapping: { a: 'text', b: 'text' } }, { text: 'x'.repeat(2040) }],
    [{ claimMetadataMapping: { a: 'text', b: 'text' } }, { text: 'x'.repeat(2041) }, 'mapped_claims_too_large'],
    [{ claimMetadataMapping: { a: 'text' } }, { text: 'a\0b' }, 'claim_unstorable'],
    [{ claimMetadataMapping: { a: 'text' } }, { text: 'a\ud800b' }, 'claim_unstorable'],
    [{ boundClaims: { text: '*' } }, { text: 'a\0b' }, 'claim_unstorable'],
    [{ boundSubject: 'a*' }, { sub: 'a\0b' }, 'claim_unstorable'],
    [{}, { aud: [audience, '\0'] }, 'claim_unstorable'],
    [{}, { other: 'a\0b' }],
  ],
};
