// Generated from openapi/, never edited.
export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say that the process is alive
         * @description For a supervisor that restarts what hangs. Never touches the database.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say that the server is ready for traffic
         * @description For a load balancer. Ready means that every operation is warmed up and the database answers.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say that the server is there
         * @description Also tells clients what this server can do. Never touches the database.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bootstrap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up a new server
         * @description Creates the first organization, its administrator, and a machine identity that administers the instance, and
         *     answers with that identity's token. It works once in the life of a server.
         *
         *     When the server listens beyond loopback, stands behind a proxy, or the request carries a forwarding header,
         *     `setupToken` must be the one that the server printed when it started.
         */
        post: operations["bootstrapInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what everybody may know of this server
         * @description What a client needs before anybody has logged in.
         */
        get: operations["getInstanceConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/identity-management/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the machine identities of this server
         * @description Those of every organization, by name. `total` counts all that match, on every page.
         */
        get: operations["listInstanceIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/identity-management/identities/{identityId}/super-admin-access": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Let a machine identity no longer administer the instance
         * @description From the next request on, and for good; only setting up a server makes such an identity.
         */
        delete: operations["revokeIdentityInstanceAdmin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/user-management/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users of this server
         * @description By username. `total` counts all that match, on every page.
         */
        get: operations["listInstanceUsers"];
        put?: never;
        post?: never;
        /**
         * Delete several users
         * @description All of them or none. Nobody deletes themselves, the last administrator of the instance, or the last one of an organization.
         */
        delete: operations["deleteInstanceUsers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/user-management/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Their sessions and memberships end with them. Nobody deletes themselves, the last administrator of the instance, or the
         *     last one of an organization. `users` is one object, as existing clients expect it.
         */
        delete: operations["deleteInstanceUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/user-management/users/{userId}/admin-access": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Let a user no longer administer the instance
         * @description From the next request on. The last administrator stays one.
         */
        delete: operations["revokeInstanceAdmin"];
        options?: never;
        head?: never;
        /**
         * Let a user administer the instance
         * @description From the next request on. It changes nothing for somebody who does already.
         */
        patch: operations["grantInstanceAdmin"];
        trace?: never;
    };
    "/api/v1/auth/checkAuth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask whether the token of a user is good */
        post: operations["checkAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out
         * @description Ends the session of the token; every token of that session stops working at once.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's organizations
         * @description A user sees every organization they have joined; a machine identity sees its own.
         */
        get: operations["listOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization's id. */
                organizationId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Get the organization of the token */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename the organization of the token
         * @description Changes what is sent and leaves the rest; `{}` changes nothing.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/api/v1/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller's own account
         * @description Works with the token of a login, before any organization is chosen.
         */
        get: operations["getOwnAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller's own account, in an organization
         * @description The same account in the shape of an earlier generation; it takes a token that acts in an organization.
         */
        get: operations["getOwnAccountInOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the caller's own password
         * @description Takes the current password as well. Every other session of the user ends at once; the one that asks goes on.
         *     Attempts are limited per client address, like logins. It works without an organization.
         */
        post: operations["changeOwnPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's own sessions
         * @description The latest login first. Sessions that have expired are left out.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /**
         * End all of the caller's own sessions
         * @description The session of the token ends too. All their tokens stop working at once.
         */
        delete: operations["endOwnSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/me/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session's id. */
                sessionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of the caller's own sessions
         * @description It may be the session of the token. All tokens of the session stop working at once.
         */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with e-mail and password
         * @description Opens a session and answers with its token, which belongs to no organization yet: choose one with
         *     `POST /api/v3/auth/select-organization`. Attempts are limited per client address.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/auth/select-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose the organization to work in
         * @description Answers with a token of the same session that acts in the chosen organization.
         */
        post: operations["selectOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        /** @description The shape of every error but 422. */
        Error: {
            /**
             * @description The id of this request, also in `X-Request-Id` and in the server's log.
             * @example req-9fK2mQ0ZtB4xLd
             */
            reqId: string;
            /**
             * @description The HTTP status again.
             * @example 404
             */
            statusCode: number;
            /**
             * @description A short, stable name of the kind of error.
             * @example NotFound
             */
            error: string;
            /**
             * @description What went wrong and what to do about it.
             * @example There is no such organization.
             */
            message: string;
            /** @description More about the error, where there is more to say. */
            details?: unknown;
        };
        /**
         * Format: date-time
         * @description An RFC 3339 time; answers are in UTC with milliseconds.
         * @example 2026-01-02T03:04:05.678Z
         */
        Timestamp: string;
        Status: {
            date: components["schemas"]["Timestamp"];
            /**
             * @description Always `Ok`; the Kubernetes operator compares it.
             * @enum {string}
             */
            message: "Ok";
            /**
             * @description Whether the server sends mail. It does not; invitations come back as links.
             * @example false
             */
            emailConfigured: boolean;
            /**
             * @description Whether people need an invitation to get an account.
             * @example true
             */
            inviteOnlySignup: boolean;
            /**
             * @description Always false; no Redis is needed.
             * @example false
             */
            redisConfigured: boolean;
            /** @example false */
            secretScanningConfigured: boolean;
            /**
             * @description Always null; there is no SAML.
             * @example null
             */
            samlDefaultOrgSlug: string | null;
            /** @example false */
            auditLogStorageDisabled: boolean;
            /**
             * @description The longest life, in seconds, of an access token of a machine identity.
             * @example 7776000
             */
            maxIdentityAccessTokenTTL: number;
        };
        /**
         * @description Letters, digits, spaces, hyphens and underscores, not beginning or ending with a space.
         * @example Acme
         */
        OrganizationName: string;
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "password": "correct horse battery staple",
         *       "organization": "Acme"
         *     }
         */
        BootstrapRequest: {
            /**
             * Format: email
             * @description The administrator's e-mail address, which is also the username, in lower case.
             */
            email: string;
            /**
             * Format: password
             * @description The administrator's password.
             */
            password: string;
            organization: components["schemas"]["OrganizationName"];
            /**
             * Format: password
             * @description What the server printed when it started; see above for when it is needed.
             */
            setupToken?: string;
        };
        BootstrapResult: {
            /** @example The server is set up. */
            message: string;
            user: {
                /** Format: uuid */
                id: string;
                /** @example ada@example.com */
                username: string;
                /** @example ada@example.com */
                email: string | null;
                /** @example Admin */
                firstName: string | null;
                /** @example User */
                lastName: string | null;
                /** @example true */
                superAdmin: boolean | null;
            };
            organization: {
                /** Format: uuid */
                id: string;
                /** @example Acme */
                name: string;
                /** @example acme-7f3k */
                slug: string;
            };
            identity: {
                /** Format: uuid */
                id: string;
                /** @example Instance Admin Identity */
                name: string;
                credentials: {
                    /**
                     * Format: password
                     * @description The identity's access token. It is shown here and never again.
                     */
                    token: string;
                };
            };
        };
        ValidationIssue: {
            /**
             * @description `required` something is missing; `type` another JSON type is needed; `too_small`, `too_big` outside the
             *     bounds; `enum` not one of the allowed values; `format`, `pattern` written in another form; `unknown` a key
             *     that a closed body does not have; `invalid` anything else.
             * @enum {string}
             */
            code: "required" | "type" | "too_small" | "too_big" | "enum" | "format" | "pattern" | "unknown" | "invalid";
            /**
             * @description The part of the request that the issue is in.
             * @enum {string}
             */
            in: "body" | "query" | "path" | "header";
            /**
             * @description The keys that lead to the value, inside that part.
             * @example [
             *       "organization"
             *     ]
             */
            path: string[];
            /** @example must not be empty */
            message: string;
        };
        /** @description The request itself is wrong; `message` lists every issue found, up to 50. */
        ValidationError: {
            /**
             * @description The id of this request, also in `X-Request-Id` and in the server's log.
             * @example req-9fK2mQ0ZtB4xLd
             */
            reqId: string;
            /**
             * @description The HTTP status again.
             * @example 422
             */
            statusCode: number;
            /** @enum {string} */
            error: "ValidationFailure";
            message: components["schemas"]["ValidationIssue"][];
        };
        InstanceConfig: {
            /**
             * Format: uuid
             * @description The same on every server.
             * @example 00000000-0000-0000-0000-000000000000
             */
            id: string;
            /**
             * @description Whether the server has been set up.
             * @example true
             */
            initialized: boolean;
            /**
             * @description Always false; people are invited.
             * @example false
             */
            allowSignUp: boolean;
            /** @example null */
            allowedSignUpDomain: string | null;
            enabledLoginMethods: "email"[];
            passwordPolicy: {
                /** @description What a new password must be like, for a person to read. */
                requirements: string[];
            };
        };
        InstanceIdentity: {
            /** Format: uuid */
            id: string;
            /** @example Deployment */
            name: string;
            /**
             * @description Whether the identity administers the instance.
             * @example false
             */
            isInstanceAdmin: boolean;
        };
        /**
         * @description An opaque identifier. Anything that names nothing here answers 404.
         * @example 6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11
         */
        Id: string;
        InstanceUser: {
            /** Format: uuid */
            id: string;
            /**
             * @description The e-mail address in lower case.
             * @example ada@example.com
             */
            username: string;
            /** @example ada@example.com */
            email: string | null;
            /** @example Ada */
            firstName: string | null;
            /** @example Lovelace */
            lastName: string | null;
            /**
             * @description Whether the account is complete.
             * @example true
             */
            isEmailVerified: boolean | null;
            /** @description Always `email`; people log in with e-mail and password. */
            authMethods: "email"[] | null;
            /**
             * @description Always null; people have no keys of their own.
             * @example null
             */
            publicKey: string | null;
            /**
             * @description Whether the user administers the instance.
             * @example false
             */
            superAdmin: boolean;
        };
        /**
         * @example {
         *       "userIds": [
         *         "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11"
         *       ]
         *     }
         */
        DeleteInstanceUsersRequest: {
            userIds: components["schemas"]["Id"][];
        };
        CheckAuthResult: {
            /** @enum {string} */
            message: "Authenticated";
        };
        Message: {
            /**
             * @description What was done, for a person to read.
             * @example Done.
             */
            message: string;
        };
        /**
         * @description Lower-case letters and digits, in words joined by single hyphens.
         * @example acme
         */
        Slug: string;
        /** @description An organization. Fields of features that this server does not have carry their resting value. */
        Organization: {
            /** Format: uuid */
            id: string;
            name: components["schemas"]["OrganizationName"];
            slug: components["schemas"]["Slug"];
            /** @example null */
            customerId: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @example false */
            authEnforced: boolean;
            /** @example false */
            googleSsoAuthEnforced: boolean;
            /** @example false */
            scimEnabled: boolean;
            /** @example null */
            kmsDefaultKeyId: string | null;
            /**
             * @description The role that new members get.
             * @example member
             */
            defaultMembershipRole: string;
            /** @example false */
            enforceMfa: boolean;
            /** @example null */
            selectedMfaMethod: string | null;
            /** @example false */
            allowSecretSharingOutsideOrganization: boolean;
            /** @example true */
            shouldUseNewPrivilegeSystem: boolean;
            /** @example null */
            privilegeUpgradeInitiatedByUsername: string | null;
            /**
             * Format: date-time
             * @example null
             */
            privilegeUpgradeInitiatedAt: string | null;
            /** @example false */
            bypassOrgAuthEnabled: boolean;
            /** @example null */
            userTokenExpiration: string | null;
            /** @example true */
            secretsProductEnabled: boolean;
            /** @example true */
            pkiProductEnabled: boolean;
            /** @example false */
            kmsProductEnabled: boolean;
            /** @example false */
            scannerProductEnabled: boolean;
            /** @example false */
            shareSecretsProductEnabled: boolean;
            /** @example 2592000 */
            maxSharedSecretLifetime: number;
            /** @example null */
            maxSharedSecretViewLimit: number | null;
            /** @example false */
            blockDuplicateSecretSyncDestinations: boolean;
            /** @example false */
            allowCrossProjectSecretSharing: boolean;
            /** @example null */
            rootOrgId: string | null;
            /** @example null */
            parentOrgId: string | null;
            /** @example null */
            secretShareBrandConfig: {
                [key: string]: unknown;
            } | null;
        };
        JoinedOrganization: components["schemas"]["Organization"] & {
            /**
             * @description Always empty; members log in with e-mail and password.
             * @example
             */
            orgAuthMethod: string;
            /**
             * @description The caller's role in the organization.
             * @example admin
             */
            userRole: string;
            userJoinedAt: components["schemas"]["Timestamp"];
        };
        OrganizationDetails: components["schemas"]["Organization"] & {
            /** @example null */
            pamProjectId: string | null;
        };
        /**
         * @example {
         *       "name": "Acme Rockets",
         *       "slug": "acme-rockets"
         *     }
         */
        UpdateOrganizationRequest: {
            name?: components["schemas"]["OrganizationName"];
            slug?: components["schemas"]["Slug"];
        };
        /** @description The account of a person. Fields of features that this server does not have carry their resting value. */
        Account: {
            /** Format: uuid */
            id: string;
            /**
             * @description The e-mail address in lower case.
             * @example ada@example.com
             */
            username: string;
            /** @example ada@example.com */
            email: string | null;
            /** @example Ada */
            firstName: string | null;
            /** @example Lovelace */
            lastName: string | null;
            /** @description Always `email`; people log in with e-mail and password. */
            authMethods: "email"[];
            /**
             * @description Whether the user administers the instance.
             * @example false
             */
            superAdmin: boolean;
            /**
             * @description Whether the account is complete.
             * @example true
             */
            isAccepted: boolean;
            /** @example false */
            isMfaEnabled: boolean;
            /** @example null */
            selectedMfaMethod: string | null;
            /**
             * @description Always empty; sessions are listed by `GET /api/v2/users/me/sessions`.
             * @example []
             */
            devices: Record<string, never>[];
            /** @example false */
            isGhost: boolean;
            /** @example true */
            isEmailVerified: boolean;
            /** @example false */
            isLocked: boolean;
            /**
             * Format: date-time
             * @example null
             */
            temporaryLockDateEnd: string | null;
            /** @example 0 */
            consecutiveFailedMfaAttempts: number;
            /** @example 0 */
            consecutiveFailedPasswordAttempts: number;
            /** @example false */
            isGoogleVerified: boolean;
            /** @example false */
            isGitHubVerified: boolean;
            /** @example false */
            isGitLabVerified: boolean;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        OwnAccount: components["schemas"]["Account"] & {
            /** @example null */
            lastSeenAnnouncementId: string | null;
            /** @enum {integer} */
            encryptionVersion: 2;
        };
        OwnAccountWithKeys: components["schemas"]["Account"] & {
            /** @example null */
            mfaMethods: string[] | null;
            /** @example null */
            publicKey: string | null;
            /** @example null */
            protectedKey: string | null;
            /** @example null */
            protectedKeyIV: string | null;
            /** @example null */
            protectedKeyTag: string | null;
            /** @example null */
            encryptedPrivateKey: string | null;
            /** @example null */
            iv: string | null;
            /** @example null */
            tag: string | null;
            /** @example null */
            salt: string | null;
        };
        /**
         * Format: password
         * @description 14 to 100 characters, among them a letter and a digit or special character; no character more than three times
         *     in a row; no newline, carriage return, tab or backslash. Each part of this that is broken is an issue of its own.
         */
        NewPassword: string;
        /**
         * @example {
         *       "currentPassword": "correct horse battery staple",
         *       "newPassword": "4 correct horses, 1 battery"
         *     }
         */
        ChangeOwnPasswordRequest: {
            /** Format: password */
            currentPassword: string;
            newPassword: components["schemas"]["NewPassword"];
        };
        OwnSession: {
            /** Format: uuid */
            id: string;
            /**
             * @description The address of the login.
             * @example 203.0.113.7
             */
            ip: string;
            /**
             * @description What the client of the login called itself.
             * @example curl/8.14.1
             */
            userAgent: string;
            /**
             * @description Always 1; sessions are not refreshed.
             * @example 1
             */
            refreshVersion: number;
            /**
             * @description Always 1; sessions are not refreshed.
             * @example 1
             */
            accessVersion: number;
            /**
             * Format: date-time
             * @description The time of the login; later use is not recorded.
             * @example 2026-01-02T03:04:05.678Z
             */
            lastUsed: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** Format: uuid */
            userId: string;
        };
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "password": "correct horse battery staple"
         *     }
         */
        LoginRequest: {
            /** @description The e-mail address of the account, in any case. */
            email: string;
            /** Format: password */
            password: string;
        };
        LoginResult: {
            /**
             * Format: password
             * @description A token of the new session, in no organization yet.
             */
            accessToken: string;
        };
        /**
         * @example {
         *       "organizationId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11"
         *     }
         */
        SelectOrganizationRequest: {
            organizationId: components["schemas"]["Id"];
            /** @description Sent by the command line client (`cli`); it changes nothing. */
            userAgent?: string;
        };
        SelectOrganizationResult: {
            /**
             * Format: password
             * @description A token of the session that acts in the organization.
             */
            token: string;
            /**
             * @description Always false; there is no second factor.
             * @example false
             */
            isMfaEnabled: boolean;
            /**
             * @description Always null; there is no second factor.
             * @example null
             */
            mfaMethod: string | null;
        };
    };
    responses: {
        /** @description Too many requests from this address; `Retry-After` says when to come back. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "reqId": "req-9fK2mQ0ZtB4xLd",
                 *       "statusCode": 429,
                 *       "error": "RateLimitExceeded",
                 *       "message": "Too many attempts. Try again in 42 seconds."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something broke on the server; the log has it under `reqId`. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "reqId": "req-9fK2mQ0ZtB4xLd",
                 *       "statusCode": 500,
                 *       "error": "InternalServerError",
                 *       "message": "Something went wrong on the server."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server cannot do this now, for example because its database is away; `Retry-After` says when to come back. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "reqId": "req-9fK2mQ0ZtB4xLd",
                 *       "statusCode": 503,
                 *       "error": "ServiceUnavailable",
                 *       "message": "The database is not reachable. Try again shortly."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is well formed but cannot be carried out as things stand, or its JSON is malformed. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "reqId": "req-9fK2mQ0ZtB4xLd",
                 *       "statusCode": 400,
                 *       "error": "BadRequest",
                 *       "message": "This server has already been set up."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is known and may not do this. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "reqId": "req-9fK2mQ0ZtB4xLd",
                 *       "statusCode": 403,
                 *       "error": "PermissionDenied",
                 *       "message": "You are not allowed to edit on settings.",
                 *       "details": []
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than the server takes. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "reqId": "req-9fK2mQ0ZtB4xLd",
                 *       "statusCode": 413,
                 *       "error": "PayloadTooLarge",
                 *       "message": "The body is larger than 1048576 bytes."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is of a media type, charset or encoding that this operation does not take. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "reqId": "req-9fK2mQ0ZtB4xLd",
                 *       "statusCode": 415,
                 *       "error": "UnsupportedMediaType",
                 *       "message": "Send the body as application/json."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request alone shows what is wrong with it. */
        ValidationFailure: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "reqId": "req-9fK2mQ0ZtB4xLd",
                 *       "statusCode": 422,
                 *       "error": "ValidationFailure",
                 *       "message": [
                 *         {
                 *           "code": "required",
                 *           "in": "body",
                 *           "path": [
                 *             "email"
                 *           ],
                 *           "message": "must have required property 'email'"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description The token is missing (`UnauthorizedError`), or malformed, expired or revoked (`TokenError`). */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "reqId": "req-9fK2mQ0ZtB4xLd",
                 *       "statusCode": 401,
                 *       "error": "TokenError",
                 *       "message": "This access token has expired or was revoked. Log in again."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Nothing of that id is visible to the caller. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "reqId": "req-9fK2mQ0ZtB4xLd",
                 *       "statusCode": 404,
                 *       "error": "NotFound",
                 *       "message": "There is no such organization."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description How many to leave out at the beginning. */
        InstanceOffset: number;
        /** @description How many to answer with at most. */
        InstanceLimit: number;
    };
    requestBodies: never;
    headers: {
        /** @description The id of this request, as in the server's log. */
        RequestId: string;
        /** @description How many seconds to wait before trying again. */
        RetryAfter: number;
        /** @description How to authenticate (RFC 6750). */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server is there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    bootstrapInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BootstrapRequest"];
            };
        };
        responses: {
            /** @description The server is set up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BootstrapResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInstanceConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What may be known. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        config: components["schemas"]["InstanceConfig"];
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInstanceIdentities: {
        parameters: {
            query: {
                /** @description A part of the name, in any case. */
                searchTerm?: string;
                /** @description How many to leave out at the beginning. */
                offset: components["parameters"]["InstanceOffset"];
                /** @description How many to answer with at most. */
                limit: components["parameters"]["InstanceLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The machine identities. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identities: components["schemas"]["InstanceIdentity"][];
                        /**
                         * @description How many match.
                         * @example 1
                         */
                        total: number;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeIdentityInstanceAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The machine identity as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identity: components["schemas"]["InstanceIdentity"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInstanceUsers: {
        parameters: {
            query: {
                /** @description A part of the username, the e-mail address or the name, in any case. */
                searchTerm?: string;
                /** @description How many to leave out at the beginning. */
                offset: components["parameters"]["InstanceOffset"];
                /** @description How many to answer with at most. */
                limit: components["parameters"]["InstanceLimit"];
                /** @description Whether to list only those who administer the instance. */
                adminsOnly: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["InstanceUser"][];
                        /**
                         * @description How many match.
                         * @example 1
                         */
                        total: number;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteInstanceUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteInstanceUsersRequest"];
            };
        };
        responses: {
            /** @description The users that were deleted, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["InstanceUser"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteInstanceUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user that was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["InstanceUser"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeInstanceAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["InstanceUser"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    grantInstanceAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["InstanceUser"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    checkAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is good. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckAuthResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organizations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organizations: components["schemas"]["JoinedOrganization"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization's id. */
                organizationId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organization: components["schemas"]["OrganizationDetails"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization's id. */
                organizationId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationRequest"];
            };
        };
        responses: {
            /** @description The organization as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example The organization was updated. */
                        message: string;
                        organization: components["schemas"]["Organization"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["OwnAccount"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOwnAccountInOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["OwnAccountWithKeys"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeOwnPasswordRequest"];
            };
        };
        responses: {
            /** @description The password is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSession"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions have ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session's id. */
                sessionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Logged in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    selectOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SelectOrganizationRequest"];
            };
        };
        responses: {
            /** @description A token for that organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelectOrganizationResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
