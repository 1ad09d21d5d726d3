import type { Timestamp } from '../platform/clock.ts';
import type { MailKind } from '../resources/organization/mail/store.ts';
import type { MailText } from './text.ts';

/** What the queue stores of a mail, encrypted; its text is composed when it is sent. */
export interface MailContents {
  readonly invitation: { readonly membershipId: string; readonly code: string };
  readonly 'password-reset': { readonly userId: string; readonly code: string };
  readonly reminder: {
    readonly projectId: string;
    readonly userId: string;
    readonly secrets: readonly { readonly secretId: string; readonly message: string | null }[];
  };
  readonly 'rotation-failed': {
    readonly projectName: string;
    readonly rotationName: string;
    readonly environment: string;
    readonly path: string;
    readonly message: string;
  };
  readonly 'access-request': {
    readonly step: 'asked' | 'edited' | 'approved' | 'rejected' | 'bypassed' | 'revoked' | 'ended' | 'expired';
    readonly requestId: string;
    readonly projectName: string;
    readonly projectSlug: string;
    readonly requester: string;
    readonly environment: string;
    readonly secretPath: string;
    /** What is asked for, in words. */
    readonly permissions: readonly string[];
    /** Null for access without an end. */
    readonly temporaryRange: string | null;
    readonly note: string | null;
  };
  readonly 'revocation-failed': {
    readonly projectName: string;
    readonly dynamicSecretName: string;
    readonly environment: string;
    readonly path: string;
    readonly username: string;
    readonly message: string;
  };
  readonly 'change-request': {
    readonly event: 'requested' | 'approved' | 'rejected' | 'merged' | 'closed' | 'bypassed';
    /** Who did that. */
    readonly by: string;
    readonly projectSlug: string;
    readonly projectName: string;
    readonly environment: string;
    readonly path: string;
    readonly secretKeys: readonly string[];
    /** A comment, a reason or a message. */
    readonly text: string | null;
  };
  readonly 'access-ending': {
    readonly projectName: string;
    readonly grants: readonly {
      readonly type: 'role' | 'privilege';
      readonly slug: string;
      /** The machine identity or group that holds the access; null for the recipient. */
      readonly holder: string | null;
      readonly endsAt: Timestamp;
    }[];
  };
}

/** Composes the text of a mail of each kind from what is stored now; undefined if it is not to be sent any more. */
export type Composers = {
  readonly [Kind in MailKind]: (content: MailContents[Kind], organizationId: string) => Promise<MailText | undefined>;
};
