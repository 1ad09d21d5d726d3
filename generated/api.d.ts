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
    "/api/v1/admin/organization-management/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the organizations of the server
         * @description By name, a page at a time.
         */
        get: operations["listInstanceOrganizations"];
        put?: never;
        /**
         * Create an organization for others
         * @description Those named become its administrators; the caller becomes no member. An e-mail address without an account is 400.
         */
        post: operations["createOrganizationForOthers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/organization-management/organizations/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization's id. */
                organizationId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an organization of the server
         * @description Everything in the organization goes with it. For the server's only organization the answer is 400.
         */
        delete: operations["deleteInstanceOrganization"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/organization-management/organizations/{organizationId}/access": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization's id. */
                organizationId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join an organization as its administrator
         * @description Somebody who belongs to the organization already gets 400.
         */
        post: operations["joinOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/organization-management/organizations/{organizationId}/memberships/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization's id. */
                organizationId: components["schemas"]["Id"];
                /** @description The id of a user's membership. */
                membershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a user from an organization
         * @description For the caller's own membership, and that of the last administrator, the answer is 400.
         */
        delete: operations["removeInstanceOrganizationMember"];
        options?: never;
        head?: never;
        patch?: never;
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
    "/api/v1/organization/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get what the caller may do in the organization */
        get: operations["getOwnOrganizationPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the roles of the organization
         * @description The built-in roles first, then the custom ones by slug. What a role allows is in the role itself, not in this list.
         */
        get: operations["listOrganizationRoles"];
        put?: never;
        /**
         * Create a custom role
         * @description Nobody writes into a role what they do not hold themselves: that is 403 `PermissionBoundaryError`, and
         *     `details.missingPermissions` lists what is missing. A slug that is taken is 400.
         */
        post: operations["createOrganizationRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/roles/{roleId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The role's id; those of the built-in roles are the same on every server. */
                roleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a role
         * @description A built-in role is answered with one rule for each action.
         */
        get: operations["getOrganizationRole"];
        put?: never;
        post?: never;
        /**
         * Delete a custom role
         * @description A role that somebody has is not deleted; the answer is 400 and says how many have it. Built-in roles are 404.
         */
        delete: operations["deleteOrganizationRole"];
        options?: never;
        head?: never;
        /**
         * Change a custom role
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. `permissions` replaces all rules of the role, within what the
         *     caller holds, as when a role is created; taking away a rule that denies counts as granting what it denied.
         *     Whoever has the role feels it from their next request on. Built-in roles cannot be changed: 404.
         */
        patch: operations["updateOrganizationRole"];
        trace?: never;
    };
    "/api/v1/organization/roles/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The role's slug. */
                slug: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a role by its slug
         * @description A built-in role is answered with one rule for each action.
         */
        get: operations["getOrganizationRoleBySlug"];
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
    "/api/v2/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an organization
         * @description The caller becomes its administrator.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/organizations/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization's id. */
                organizationId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete the organization of the token
         * @description Everything in the organization goes with it. For the server's only organization the answer is 400.
         */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/me/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's organizations, without their role in them
         * @description The same organizations as in `GET /api/v1/organization`.
         */
        get: operations["listOwnOrganizationsPlain"];
        put?: never;
        post?: never;
        delete?: never;
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
        InstanceOrganizationMember: {
            user: {
                /** Format: uuid */
                id: string;
                /** @example ada@example.com */
                email: string | null;
                /** @example ada@example.com */
                username: string;
                /** @example Ada */
                firstName: string | null;
                /** @example Lovelace */
                lastName: string | null;
            };
            /** Format: uuid */
            membershipId: string;
            /**
             * @description The slug of a built-in role or the name of a custom one.
             * @example admin
             */
            role: string;
            /**
             * Format: uuid
             * @description The custom role.
             * @example null
             */
            roleId: string | null;
            /** @enum {string} */
            status: "invited" | "accepted";
        };
        InstanceOrganization: components["schemas"]["Organization"] & {
            /** @description The users of the organization, by username. */
            members: components["schemas"]["InstanceOrganizationMember"][];
            /** @description The projects of the organization; this server has none yet. */
            projects: Record<string, never>[];
        };
        /**
         * @example {
         *       "name": "Acme",
         *       "inviteAdminEmails": [
         *         "ada@example.com"
         *       ]
         *     }
         */
        CreateOrganizationForOthersRequest: {
            name: components["schemas"]["OrganizationName"];
            /** @description The accounts of its administrators. */
            inviteAdminEmails: string[];
        };
        /**
         * @description An opaque identifier. Anything that names nothing here answers 404.
         * @example 6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11
         */
        Id: string;
        InstanceOrganizationMembership: {
            /** Format: uuid */
            id: string;
            /**
             * @description The slug of a built-in role, or `custom`.
             * @example admin
             */
            role: string;
            /**
             * Format: uuid
             * @description The custom role.
             * @example null
             */
            roleId: string | null;
            /** @enum {string} */
            status: "invited" | "accepted";
            /** @example true */
            isActive: boolean;
            /** @example null */
            inviteEmail: string | null;
            /** Format: uuid */
            userId: string | null;
            /** Format: uuid */
            orgId: string;
            /** @example [] */
            projectFavorites: string[];
            /**
             * Format: date-time
             * @example null
             */
            lastInvitedAt: string | null;
            /** @example null */
            lastLoginAuthMethod: string | null;
            /**
             * Format: date-time
             * @example null
             */
            lastLoginTime: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
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
        /**
         * @description A rule as CASL packs it: the actions joined by commas, the subject, the conditions or 0, and 1 for a deny; zeros at the
         *     end are left out.
         * @example [
         *       "read,create",
         *       "member"
         *     ]
         */
        PackedRule: (string | number | {
            [key: string]: unknown;
        })[];
        /** @example Auditor */
        OrganizationRoleName: string;
        /** @example Reads what happened. */
        OrganizationRoleDescription: string | null;
        OrganizationRoleSummary: {
            /** Format: uuid */
            id: string;
            name: components["schemas"]["OrganizationRoleName"];
            description: components["schemas"]["OrganizationRoleDescription"];
            slug: components["schemas"]["Slug"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** Format: uuid */
            orgId: string;
        };
        /**
         * @description Lower-case letters and digits, in words joined by single hyphens; one in each organization, and not
         *     `admin`, `member`, `no-access` or `custom`.
         * @example auditor
         */
        OrganizationRoleSlug: string;
        /**
         * @description Which app connection; a plain string is the same as `$eq`.
         * @example {
         *       "$in": [
         *         "9d2f0f0e-6c5f-4a52-8c55-0b1a54c9a1b7"
         *       ]
         *     }
         */
        ConnectionCondition: string | {
            $eq?: string;
            $ne?: string;
            $in?: string[];
        };
        /**
         * @description Allows some actions on one subject. Only rules on `app-connections` may deny (`inverted`) or carry `conditions`; on
         *     other subjects, `inverted` may be `false` and `conditions` may be null or empty. An action that is listed twice counts once.
         *
         *     | Subject | Actions |
         *     |---|---|
         *     | `workspace` | `create` |
         *     | `project` | `create`, `request-access` |
         *     | `organization-admin-console` | `access-all-projects` |
         *     | `project-templates` | `read`, `create`, `edit`, `delete` |
         *     | `sub-organization` | `create`, `edit`, `delete`, `direct-access`, `link-group` |
         *     | `member` | `read`, `create`, `edit`, `delete` |
         *     | `role` | `read`, `create`, `edit`, `delete` |
         *     | `settings` | `read`, `create`, `edit`, `delete` |
         *     | `incident-contact` | `read`, `create`, `edit`, `delete` |
         *     | `audit-logs` | `read` |
         *     | `identity` | `read`, `create`, `edit`, `delete`, `grant-privileges`, `edit-auth`, `revoke-auth`, `create-token`, `get-token`, `delete-token` |
         *     | `machine-identity-auth-template` | `list-templates`, `create-templates`, `edit-templates`, `delete-templates`, `attach-templates`, `unlink-templates` |
         *     | `groups` | `read`, `create`, `edit`, `delete`, `grant-privileges`, `add-members`, `remove-members`, `add-identities`, `remove-identities` |
         *     | `sso` | `read`, `create`, `edit`, `delete`, `bypass-sso-enforcement` |
         *     | `scim` | `read`, `create`, `edit`, `delete` |
         *     | `ldap` | `read`, `create`, `edit`, `delete` |
         *     | `github-org-sync` | `read`, `create`, `edit`, `delete` |
         *     | `github-org-sync-manual` | `read`, `create`, `edit`, `delete` |
         *     | `oauth-clients` | `read`, `create`, `edit`, `delete` |
         *     | `email-domains` | `read`, `create`, `verify-domain`, `delete` |
         *     | `secret-scanning` | `read`, `create`, `edit`, `delete` |
         *     | `kms` | `read`, `create`, `edit`, `delete` |
         *     | `billing` | `read`, `manage-billing` |
         *     | `app-connections` | `read`, `create`, `edit`, `delete`, `connect`, `rotate-credentials` |
         *     | `kmip` | `proxy` |
         *     | `secret-share` | `manage-settings` |
         *     | `honey-tokens` | `setup` |
         *     | `certificate-manager` | `read`, `manage-instance`, `manage-settings` |
         *     | `secrets-management-insights` | `read`, `generate-report`, `delete-report` |
         *     | `gateway` | `list-gateways`, `create-gateways`, `edit-gateways`, `delete-gateways`, `attach-gateways`, `revoke-gateway-access` |
         *     | `gateway-pool` | `list-gateway-pools`, `create-gateway-pools`, `edit-gateway-pools`, `delete-gateway-pools`, `attach-gateway-pools` |
         *     | `relay` | `list-relays`, `create-relays`, `edit-relays`, `delete-relays`, `revoke-relay-access` |
         *     | `kmip-server` | `list-kmip-servers`, `create-kmip-servers`, `edit-kmip-servers`, `delete-kmip-servers`, `revoke-kmip-server-access` |
         */
        NewOrganizationRule: {
            /** @example member */
            subject: string;
            /**
             * @description One action, or a list of them.
             * @example [
             *       "read",
             *       "create"
             *     ]
             */
            action: string | string[];
            /**
             * @description When the rule holds.
             * @example null
             */
            conditions?: {
                connectionId?: components["schemas"]["ConnectionCondition"];
            } | null;
            /**
             * @description Denies instead of allowing; a deny always wins.
             * @example false
             */
            inverted?: boolean;
        };
        /** @description What the role allows; nothing, if this is empty. */
        NewOrganizationRules: components["schemas"]["NewOrganizationRule"][];
        /**
         * @example {
         *       "slug": "auditor",
         *       "name": "Auditor",
         *       "description": "Reads what happened.",
         *       "permissions": [
         *         {
         *           "subject": "audit-logs",
         *           "action": "read"
         *         },
         *         {
         *           "subject": "member",
         *           "action": [
         *             "read"
         *           ]
         *         }
         *       ]
         *     }
         */
        CreateOrganizationRoleRequest: {
            slug: components["schemas"]["OrganizationRoleSlug"];
            name: components["schemas"]["OrganizationRoleName"];
            description?: components["schemas"]["OrganizationRoleDescription"];
            permissions: components["schemas"]["NewOrganizationRules"];
        };
        OrganizationRule: {
            /** @example member */
            subject: string;
            /**
             * @example [
             *       "read",
             *       "create"
             *     ]
             */
            action: string[];
            /** @description When the rule holds; there when it does not always hold. */
            conditions?: {
                connectionId?: components["schemas"]["ConnectionCondition"];
            };
            /**
             * @description There, and true, when the rule denies.
             * @example true
             */
            inverted?: boolean;
        };
        OrganizationRole: components["schemas"]["OrganizationRoleSummary"] & {
            permissions: components["schemas"]["OrganizationRule"][];
        };
        /**
         * @example {
         *       "name": "Auditor",
         *       "permissions": [
         *         {
         *           "subject": "audit-logs",
         *           "action": "read"
         *         }
         *       ]
         *     }
         */
        UpdateOrganizationRoleRequest: {
            slug?: components["schemas"]["OrganizationRoleSlug"];
            name?: components["schemas"]["OrganizationRoleName"];
            description?: components["schemas"]["OrganizationRoleDescription"];
            permissions?: components["schemas"]["NewOrganizationRules"];
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
        /**
         * @example {
         *       "name": "Acme"
         *     }
         */
        CreateOrganizationRequest: {
            name: components["schemas"]["OrganizationName"];
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
    parameters: never;
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
    listInstanceOrganizations: {
        parameters: {
            query?: {
                /** @description A part of the name or slug, in any case. */
                searchTerm?: string;
                /** @description How many organizations to skip. */
                offset?: number;
                /** @description How many organizations to answer with. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the organizations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organizations: components["schemas"]["InstanceOrganization"][];
                        /**
                         * @description How many there are on all pages.
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
    createOrganizationForOthers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrganizationForOthersRequest"];
            };
        };
        responses: {
            /** @description The new organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organization: components["schemas"]["Organization"];
                    };
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
    deleteInstanceOrganization: {
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
            /** @description The organization as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organization: components["schemas"]["Organization"];
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
    joinOrganization: {
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
            /** @description The caller's new membership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organizationMembership: components["schemas"]["InstanceOrganizationMembership"];
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
    removeInstanceOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization's id. */
                organizationId: components["schemas"]["Id"];
                /** @description The id of a user's membership. */
                membershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organizationMembership: components["schemas"]["InstanceOrganizationMembership"];
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
    getOwnOrganizationPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's rules and role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        permissions: components["schemas"]["PackedRule"][];
                        /** @description The caller's membership of the organization. */
                        memberships: {
                            /** Format: uuid */
                            id: string;
                            roles: {
                                /**
                                 * @description The slug of a built-in role, or `custom`.
                                 * @example member
                                 */
                                role: string;
                            }[];
                        }[];
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
    listOrganizationRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        roles: components["schemas"]["OrganizationRoleSummary"][];
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
    createOrganizationRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrganizationRoleRequest"];
            };
        };
        responses: {
            /** @description The new role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        role: components["schemas"]["OrganizationRole"];
                    };
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
    getOrganizationRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The role's id; those of the built-in roles are the same on every server. */
                roleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        role: components["schemas"]["OrganizationRole"];
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
    deleteOrganizationRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The role's id; those of the built-in roles are the same on every server. */
                roleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        role: components["schemas"]["OrganizationRole"];
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
    updateOrganizationRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The role's id; those of the built-in roles are the same on every server. */
                roleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationRoleRequest"];
            };
        };
        responses: {
            /** @description The role as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        role: components["schemas"]["OrganizationRole"];
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
    getOrganizationRoleBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The role's slug. */
                slug: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        role: components["schemas"]["OrganizationRole"];
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
    createOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrganizationRequest"];
            };
        };
        responses: {
            /** @description The new organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organization: components["schemas"]["Organization"];
                    };
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
    deleteOrganization: {
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
            /** @description The organization as it was, and a token of the same session to go on with. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organization: components["schemas"]["Organization"];
                        /**
                         * Format: password
                         * @description A token of the session, in no organization.
                         */
                        accessToken: string;
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
    listOwnOrganizationsPlain: {
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
                        organizations: components["schemas"]["Organization"][];
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
