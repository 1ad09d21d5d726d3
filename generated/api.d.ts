// Generated from openapi/, never edited.
export interface paths {
    "/api/v4/secrets/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create several secrets
         * @description All of them or, if one of them cannot be made, none. As for one: names that are taken are 400, all of which are told. A name twice in the
         *     list is 422. Personal secrets are made one by one.
         */
        post: operations["createSecrets"];
        /**
         * Delete several secrets
         * @description All of them or, if one of them is not there, none. As for one; a name twice in the list is 422, unless once the shared and once the caller's
         *     personal secret is meant.
         */
        delete: operations["deleteSecrets"];
        options?: never;
        head?: never;
        /**
         * Change several secrets
         * @description All of them or, if one of them cannot be changed, none. As for one; each may be in a folder of its own. With the mode `failOnNotFound` a
         *     name that there is not is 404, with `ignore` it is left out, and with `upsert` such a secret is made, under its new name if it has one, with
         *     an empty value if it has none; that needs the permission to create it as well. A new name must be free before the request. A name
         *     twice in the list, or two that become one, are 422.
         */
        patch: operations["updateSecrets"];
        trace?: never;
    };
    "/api/v4/secrets/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move secrets into another folder
         * @description Shared secrets, all of them or none, within the project. They keep their ids and versions, and take the personal ones along that stand in
         *     for them. With `shouldOverwrite`, a secret of the same name there gets a new version with all that the other says instead, and the
         *     other is deleted; without it such a name is 400. It needs the permissions to read the value of each, also under names that it
         *     had before, and to delete it, and to create it there, or to edit the one that it replaces. The same folder is 422; an id that is not in the source folder is 404.
         */
        post: operations["moveSecrets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v4/secrets/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy secrets into another folder
         * @description Shared secrets, all of them or none, within the project; of each its name and what `attributesToCopy` says, the rest is empty. With
         *     `shouldOverwrite`, a secret of the same name there gets a new version in which just that is replaced; without it such a name is 400. It
         *     needs the permission to describe each, or to read its value if that, or metadata that is encrypted, is copied, and to create it there,
         *     or to edit the one that is there. The same folder is 422; an id that is not in the source folder is 404.
         */
        post: operations["duplicateSecrets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v4/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets of a folder
         * @description By path and name. A secret that the caller may not describe is left out; the value of one that it may describe but not read is hidden. 403 if
         *     it can see nothing in the folder itself; folders below of which it can see nothing are left out. Imported secrets are judged where
         *     they are; an import from another project shows what the caller may describe and read there, and is left out where that is nothing.
         *
         *     With `expandSecretReferences` each `${KEY}` and `${environment.folder.KEY}` is replaced by the value of that secret, and those in it too, up to
         *     ten deep. A name alone is looked up in the folder, and then in what it imports; also in an imported secret, for the folder that imports
         *     it. (`/api/v3/secrets/raw` does not look into imports: there such a reference stays as it is.) What is not there, or refers back to where it is referred from, stays as it is; what the caller may not read is 403. Values
         *     with replaced references may have 8 MiB together, the whole answer `ANSWER_LIMIT` bytes (400 `AnswerTooLarge`), and 100,000 of them may be imported, else 400. One
         *     request reads at most 1,000 imported folders, follows 100,000 imports and 100,000 references, and looks 1,000,000 names up in imported folders; more is
         *     400 that names the bound.
         *
         *     `${@project-slug.environment.folder.KEY}` is a secret of another project of the organization. It is replaced if the caller may describe and read
         *     that secret there. Otherwise it stays as it is, and nothing tells whether the secret, its folder or its project exists. Only the shared secrets of that very folder count, not
         *     what it imports. In a value from another project, be it referred to or imported, a name alone is looked up in that same folder of the other project under the same rules; all other references in it
         *     stay as they are. References and imports lead to at most 100 other projects, else 400. A value that was stored before other projects could be referred to keeps such
         *     references as they are until it is written again. What was read in another project is recorded in the audit log of that project too.
         */
        get: operations["listSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v4/secrets/{secretName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's name. */
                secretName: components["parameters"]["SecretName"];
            };
            cookie?: never;
        };
        /**
         * Get a secret by its name
         * @description With `includeImports`, one that the folder does not have is looked for in what it imports (the bounds of listing secrets hold): the last import first, and what that imports before
         *     the one ahead of it. References are replaced as in the list of secrets.
         */
        get: operations["getSecret"];
        put?: never;
        /**
         * Create a secret
         * @description In a folder that is there, else 404. A name that is taken there is 400. A personal secret is for users only, and stands in for a shared
         *     one that has to be there, else 400. The permission is asked with the tags that it gets. A tag that the project does not have is 404.
         */
        post: operations["createSecret"];
        /**
         * Delete a secret
         * @description With all of its versions and, if it is a shared one, with the personal ones that stand in for it. One that is not there is 404.
         */
        delete: operations["deleteSecret"];
        options?: never;
        head?: never;
        /**
         * Change a secret, or rename it
         * @description What is not sent stays as it is. Whatever is sent adds a version, even if it says the same again; a request that sends nothing changes
         *     nothing. The permission is asked with the name and tags that it has, and with those that it will have. If rules of the project tell the
         *     names or tags apart, the caller also needs whatever these rules are about, of `readValue`, `describeSecret` and `delete`, for the secret as it is
         *     now, `readValue` also under names that it had before: otherwise somebody could read what neither they nor the caller may read (403 `PermissionDenied`). A new name takes the
         *     personal secrets along that stand in for it; one that is taken is 400, and one of its own for a personal secret is
         *     422. A name or a tag that there is not is 404.
         */
        patch: operations["updateSecret"];
        trace?: never;
    };
    "/api/v4/secrets/id/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's id. */
                secretId: components["parameters"]["SecretId"];
            };
            cookie?: never;
        };
        /**
         * Get a secret by its id
         * @description As it is stored, with its references as they are. A personal secret of somebody else is 403.
         */
        get: operations["getSecretById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the folders in a folder
         * @description By name. A path at which there is no folder has none in it; an unknown environment is 404.
         */
        get: operations["listFolders"];
        put?: never;
        /**
         * Create a folder
         * @description It is made in the folder `path`, and those on the way there that are missing are made too. Of each the permission is asked with the
         *     path of the folder in which it comes to be. A name that is taken there is 400; an unknown environment is 404.
         */
        post: operations["createFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/folders/{folderId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The folder's id. */
                folderId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a folder
         * @description With where it is. One in a deleted environment is 404.
         */
        get: operations["getFolder"];
        put?: never;
        post?: never;
        /**
         * Delete a folder
         * @description The folder of that name in `path` or, if there is none, of that id. One that is not empty, because there are folders, secrets or imports
         *     in it, is 400 unless `forceDelete` is true: then what is in it is deleted too, all versions of its secrets included. The permission is
         *     asked with the folder's own path, and with that of every folder below; the secrets in them need `secrets: delete`, and
         *     their imports `secret-imports: delete`. The root folder cannot be deleted, 400.
         */
        delete: operations["deleteFolder"];
        options?: never;
        head?: never;
        /**
         * Rename a folder, or describe it anew
         * @description The folder has to be in `path`. Without `description` that stays as it is; null removes it. A new name changes the paths of everything
         *     below. The permission is asked with the folder's own path and, for a new name, with its new path and both paths of every folder
         *     below. What is in these folders needs, for a new name, what moving the folder needs. A name that is taken there is 400, and so is
         *     changing the root folder.
         */
        patch: operations["updateFolder"];
        trace?: never;
    };
    "/api/v2/folders/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a folder into another one
         * @description With everything in it, within the project; its id stays. It needs the permission to delete the folder, asked with its own path, and
         *     to create one in the destination, asked with `destinationPath`; the same of every folder below. Each secret in them needs `readValue`,
         *     also under names that it had before, and `delete` where it is, and `create` where it goes; imports need `delete` and `create`. Imports of these folders last, while references
         *     to their secrets name the path and do not follow.
         *
         *     It is 400 if the destination has a folder of that name, is the folder itself or in it, or if the folder is a root; an unknown
         *     destination is 404. Moving a folder to where it is changes nothing.
         */
        post: operations["moveFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret/{secretId}/secret-versions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's id. */
                secretId: components["parameters"]["SecretId"];
            };
            cookie?: never;
        };
        /**
         * List the versions of a secret, with their values
         * @description The newest first. `id` is that of the version. Each has the name, the tags that still exist, and the actor that it was written with; environment and
         *     path are those of today. A version is authorized with the name that the secret has now and with the one that it had then, each with
         *     today's folder and tags: without `describeSecret` under both it is left out, without `readValue` under both its value is hidden. One that was
         *     redacted reads as an empty text. A personal secret of somebody else is 403.
         */
        get: operations["listSecretVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret/{secretId}/secret-versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's id. */
                secretId: components["parameters"]["SecretId"];
                /**
                 * @description The number of the version.
                 * @example 1
                 */
                version: components["parameters"]["VersionNumber"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring an old version of a secret back
         * @description As a new version, with the value, comment, metadata, reminder and `skipMultilineEncoding` of the old one and its tags that still exist. The secret keeps the
         *     name that it has now. Where the project wants all metadata encrypted by now, it is. The permission is asked with the tags that the
         *     secret has, with those that it will have, and with the name that it had then, under which it also needs `readValue`. A version that was
         *     redacted is 400, one that there is not is 404.
         */
        post: operations["restoreSecretVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dashboard/secret-versions/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's id. */
                secretId: components["parameters"]["SecretId"];
            };
            cookie?: never;
        };
        /**
         * List the versions of a secret, without their values
         * @description As the list with values, with who redacted what. `secretValueHidden` says whether the caller may not read the value of that version; values, and encrypted metadata, are
         *     not part of the answer either way.
         */
        get: operations["listSecretVersionFacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dashboard/secret-versions/{secretId}/value/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's id. */
                secretId: components["parameters"]["SecretId"];
                /**
                 * @description The number of the version.
                 * @example 1
                 */
                version: components["parameters"]["VersionNumber"];
            };
            cookie?: never;
        };
        /**
         * Get the value of one version of a secret
         * @description As it is stored, with its references as they are. It is authorized like the list: 403 without `describeSecret` under the name that the
         *     secret had then, and hidden without `readValue`. A version that there is not is 404.
         */
        get: operations["getSecretVersionValue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/secret-versions/{versionId}/redact-value": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The version's id. */
                versionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the value of an old version for good
         * @description What the version says besides stays. Nothing brings the value back. The permission is asked with today's name and with the one of then. The version of today is 400, and so is one that was redacted before.
         */
        delete: operations["redactSecretVersion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/secret-imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a folder imports
         * @description By position: of secrets of the same name, that of the later import counts. While the environment of a source is deleted, the import is not
         *     listed, and keeps its position. An unknown folder or environment is 404.
         *
         *     Of an import from another project of which the caller may read nothing, the source is not told, here and wherever an import is answered: `importPath`, the
         *     names and `sourceProjectName` are empty, and its ids are all zeros.
         */
        get: operations["listSecretImports"];
        put?: never;
        /**
         * Import a folder into another one
         * @description The folder `path` of `environment` then shows the secrets of the folder that `import` names, after all that it imports already. The
         *     import is of that very folder: it lasts when that is renamed or moved, and ends when it is deleted. Everybody sees of the imported
         *     secrets what they may see at their source. Besides its permission it needs that of `describeSecret` on some secret of the source.
         *
         *     Importing a folder twice is 400, and so is a cyclic import: of the folder itself, or of one that imports it, be it through others. An
         *     unknown folder or environment is 404. Replication is not offered, 400.
         *
         *     With `sourceProjectId` the source may be in another project of the organization. The caller has to be able to describe and read some secret of that
         *     folder there; otherwise, and if there is no such project, environment or folder, it is one and the same 404. Such an import shows the
         *     secrets that are in that folder itself, not what it imports, and to each reader only those that the reader may describe and read there. Where that is none it
         *     shows nothing at all, as if its source did not exist. Cycles are refused across projects too. When the source, its environment or its project is
         *     deleted, so is what the import shows.
         */
        post: operations["createSecretImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/secret-imports/{secretImportId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's id. */
                secretImportId: components["parameters"]["SecretImportId"];
            };
            cookie?: never;
        };
        /**
         * Get an import
         * @description With where it is. One in a deleted environment, or from one, is 404.
         */
        get: operations["getSecretImport"];
        put?: never;
        post?: never;
        /**
         * End an import
         * @description The import has to be in `path`. Those after it close up.
         */
        delete: operations["deleteSecretImport"];
        options?: never;
        head?: never;
        /**
         * Move an import in the order, or import another folder instead
         * @description Changes what is sent in `import` and leaves the rest; `{}` changes nothing. The import has to be in `path`. A new `position` moves those in
         *     between by one; one beyond the end means the last. Another source is refused for the same reasons as when an import is created. As
         *     there, `describeSecret` on some secret of the source is needed: of the new one, or of the one that stays.
         *
         *     An import from another project can be moved in the order without any permission there. With both `environment` and `path` it becomes an import of that folder of this
         *     project; with only one of them it is 400.
         */
        patch: operations["updateSecretImport"];
        trace?: never;
    };
    "/api/v2/secret-imports/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets that a folder imports
         * @description Of each import, with their values as they are stored and references as they are. Each is judged where it is: what the caller may not describe
         *     is left out, what it may not read is hidden. More than 100,000 of them, or than `ANSWER_LIMIT` bytes,
         *     are 400, and so are more than 1,000 imported folders, 100,000 imports to follow or imports from 100 other projects. Of another project only what the caller may describe and read
         *     there is shown; an import of which that is nothing is left out.
         */
        get: operations["listImportedSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/subscribe/project-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Follow what happens to the secrets of a project
         * @description The answer is a stream of Server-Sent Events that stays open. Each event is told once, after the change is stored, in the order in which
         *     changes were stored: `id` is its number in the project, `event` its kind, `data` one line of JSON, an `EventNotification`. There is no
         *     memory: what happened while nobody listened is not told later, and `Last-Event-ID` is ignored. `event: ping`, without data, comes
         *     every 15 seconds.
         *
         *     One change of several secrets of a folder is one event with all their names; a new name is one event with both. What shows in other folders
         *     through imports and references, be it through others, is a `secret:import-mutation` of each of them. Personal secrets are nobody
         *     else's concern. A change in another project, of a folder that is imported or referred to from here, is notified here only to those who may read secrets of
         *     that folder there, at that moment, and in at most 500 folders of other projects. A reference counts for that if whoever last wrote its secret could read there.
         *
         *     Each entry of `register` needs an active rule on `secret-event-subscriptions` that may speak of some of its events, else 403; each event is
         *     then judged again with its own environment and path, by the rules of that moment. When the token, the membership, the rules or the licence
         *     end, when the server stops or the reader is too slow, the stream ends with `event: error` and the reason in `data`.
         *
         *     Without a licence for it the answer is 400; a project that has as many streams as it may is 429.
         */
        post: operations["subscribeToProjectEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's projects
         * @description Those that the caller is a member of, itself or through a group, by name. `includeRoles`, which some clients send, changes nothing.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Whoever creates it administers it. `workspace: create` is good instead of `project: create`; without either it is 403 `ForbiddenError`.
         *     A project of the type `secret-manager` begins with the environments `dev`, `staging` and `prod`, unless that is not wanted.
         *     There are no customer-managed keys, so `kmsKeyId`, which some clients send, changes nothing.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                slug: components["schemas"]["Slug"];
            };
            cookie?: never;
        };
        /**
         * Get a project by its slug
         * @description Needs any membership of the project, also that of a group; without one it is 403 `ProjectMembershipNotFound`.
         */
        get: operations["getProjectBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a project
         * @description Needs any membership of the project, also that of a group; without one it is 403 `ProjectMembershipNotFound`.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project
         * @description With everything in it. One that is protected from deletion answers 400. A body is ignored.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Change a project
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. A slug that another project of the organization has answers 400.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/audit-logs-retention": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set how long the audit log of a project is kept
         * @description For entries that are written from now on; those that are there keep their time. Needs the role `admin` of the project itself:
         *     no custom role is good instead, because this decides how long traces stay.
         */
        put: operations["setAuditLogsRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an environment
         * @description It goes to `position`, and those from there on move up by one; without a position, or with one beyond the end, it becomes the
         *     last. A slug that another environment has is 400, also while that one is deleted and can be restored. Only projects of the type
         *     `secret-manager` have environments; others answer 400.
         */
        post: operations["createEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/environments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The environment's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get an environment
         * @description A deleted one is 404, also while it can be restored.
         */
        get: operations["getEnvironment"];
        put?: never;
        post?: never;
        /**
         * Delete an environment
         * @description It can be restored for 14 days, until `deleteAfter`; its slug stays taken as long, and it keeps the position that it had. With
         *     `hardDelete=true` it is gone for good at once, also when it was deleted before; that also needs the permission to delete each folder,
         *     secret and import in it. The others close up.
         */
        delete: operations["deleteEnvironment"];
        options?: never;
        head?: never;
        /**
         * Change an environment, or move it
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. A new `position` moves those in between by one; one beyond the end
         *     means the last. Positions are always 1, 2, 3 and so on, without gaps. A slug that another environment has is 400, also while
         *     that one is deleted and can be restored. A deleted environment is 404.
         *
         *     As soon as a rule of the project can tell the two slugs apart, another slug needs every action of every subject that has a condition
         *     `environment`, under both slugs: otherwise 403 `PermissionBoundaryError`. A new name or position needs nothing more.
         */
        patch: operations["updateEnvironment"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/environments/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The environment's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted environment
         * @description It becomes the last. After its `deleteAfter` it is too late, 400; an environment that is not deleted is 404.
         */
        post: operations["restoreEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/environments/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The environment's slug. */
                slug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        /**
         * Get an environment by its slug
         * @description A deleted one is 404, also while it can be restored.
         */
        get: operations["getEnvironmentBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the tags of a project
         * @description By slug.
         */
        get: operations["listTags"];
        put?: never;
        /**
         * Create a tag
         * @description A slug that another tag of the project has is 400.
         */
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/tags/{tagId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The tag's id. */
                tagId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a tag
         * @description With its slug as its `name` too.
         */
        get: operations["getTag"];
        put?: never;
        post?: never;
        /**
         * Delete a tag
         * @description It is gone for good, and its slug is free again. The secrets that had it go on without it, in the version that they are. If a rule of the
         *     project names the tag, this needs every action on secrets: otherwise 403 `PermissionBoundaryError`.
         */
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        /**
         * Change a tag
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. A slug that another tag of the project has is 400. As soon as a rule of
         *     the project can tell the two slugs apart, another slug needs every action on secrets with either tag: otherwise 403 `PermissionBoundaryError`.
         */
        patch: operations["updateTag"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/tags/slug/{tagSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The tag's slug. */
                tagSlug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        /**
         * Get a tag by its slug
         * @description With its slug as its `name` too.
         */
        get: operations["getTagBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List the users of the project
         * @description By username, without pages; only those whose membership the caller may read. Whoever is in the project only through a
         *     group is not listed.
         */
        get: operations["listProjectUsers"];
        put?: never;
        /**
         * Add users to the project
         * @description Users of the organization, also those who are invited and have not joined yet, become members with these roles for good;
         *     give a role for a time with `PATCH`. All of them or none: whoever is not in the organization, or is a member of
         *     the project already, answers 400 and is named.
         *
         *     Unless the role is `no-access`, the caller needs `assign-role` as well, and must hold everything that the roles allow
         *     (403 `PermissionBoundaryError`).
         */
        post: operations["addProjectUsers"];
        /**
         * Remove several users from the project
         * @description All of them or none: whoever is no member of the project answers 400 and is named. Their roles and additional privileges in
         *     the project are gone, from their next request on. What somebody has through a group stays. If these roles or privileges
         *     deny something, the caller must hold that (403 `PermissionBoundaryError`).
         */
        delete: operations["removeProjectUsers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships/details": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a user of the project by username
         * @description Whoever is in the project only through a group is not found.
         */
        post: operations["findProjectUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships/{projectMembershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id of the user's membership of the project; those of machine identities and groups are not found here. */
                projectMembershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a user of the project
         * @description With all of their roles, also those whose time has not come or is over.
         */
        get: operations["getProjectUser"];
        put?: never;
        post?: never;
        /**
         * Remove a user from the project
         * @description Holds from the user's next request on. Their roles and additional privileges in the project are gone; what they have through a
         *     group stays. If these roles or privileges deny something, the caller must hold that (403 `PermissionBoundaryError`).
         *     One may remove oneself, and a project may be left without an administrator; those of the organization can come in.
         */
        delete: operations["removeProjectUser"];
        options?: never;
        head?: never;
        /**
         * Replace a user's roles in the project
         * @description Holds from the user's next request on. All roles may be temporary. A role that is new, or that has an end, needs
         *     `assign-role` unless it is `no-access`, and the caller must hold everything that it allows, and whatever the roles
         *     that go had denied (403 `PermissionBoundaryError`). One may change one's own roles. A project may be left without an
         *     administrator; those of the organization can come in.
         */
        patch: operations["updateProjectUserRoles"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Leave a project
         * @description Ends the caller's own membership as `DELETE /api/v1/projects/{projectId}/memberships/{projectMembershipId}` would: with its roles and
         *     additional privileges, from the next request on; what the caller has through a group stays. If these roles or privileges deny
         *     something, the caller must hold that (403 `PermissionBoundaryError`). Whoever is in the project through a group only is answered with 400.
         *     A project may be left without an administrator; those of the organization can come in.
         */
        delete: operations["leaveProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/user/{userId}/membership": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The user's id. */
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a user's membership of the project
         * @description The same as by the id of the membership. Whoever is in the project only through a group is not found.
         */
        get: operations["getProjectMembershipOfUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships/identities": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List the machine identities of a project
         * @description By name. Those that are members themselves, not those that are in the project only through a group; and of them, and in
         *     `totalCount`, those that the caller may read.
         */
        get: operations["listProjectIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        /**
         * Get a machine identity of a project
         * @description With its roles, also those whose time is not there yet or over. An identity that is in the project only through a group answers 404.
         */
        get: operations["getProjectIdentity"];
        put?: never;
        /**
         * Add a machine identity to a project
         * @description A machine identity of the organization, with one or several roles, each for good or for a time. A role other than `no-access` also
         *     needs `identity:assign-role`, and gives only what the caller holds (403 `PermissionBoundaryError`). An unknown role answers 404, and
         *     an identity that is a member already, or that belongs to another project, 400.
         */
        post: operations["addProjectIdentity"];
        /**
         * Remove a machine identity from a project
         * @description Its roles and additional privileges in the project go with its membership, from the very next request on; what it may do through groups
         *     stays. What denies something goes only if the caller holds what it denied (403 `PermissionBoundaryError`). An identity that belongs to
         *     the project is deleted instead: 400.
         *
         *     Without that permission, and without being a member of the project, it is also open to whoever has `identity: delete` in the organization
         *     and holds everything that the identity may do outside of this project.
         */
        delete: operations["removeProjectIdentity"];
        options?: never;
        head?: never;
        /**
         * Change the roles of a machine identity in a project
         * @description Replaces all of its roles, from the very next request on. A role that it does not have yet, or not for as long, other than `no-access`, also needs
         *     `identity:assign-role`; it gives only what the caller holds for as long, and so does taking a role away that denies something (403
         *     `PermissionBoundaryError`).
         */
        patch: operations["updateProjectIdentity"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/identities": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List the machine identities that belong to a project
         * @description By name; of them, and in `totalCount`, those that the caller may read. Identities of the organization that are members of the project are not among them.
         */
        get: operations["listProjectOwnedIdentities"];
        put?: never;
        /**
         * Create a machine identity that belongs to a project
         * @description It is a member of the project with the given roles, has no access in the organization, can be added to no other project, and is deleted
         *     with its project. A role other than `no-access` also needs `identity:assign-role`, and gives only what the caller holds (403
         *     `PermissionBoundaryError`); metadata, which rules may refer to, needs `identity:grant-privileges`.
         */
        post: operations["createProjectOwnedIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        /**
         * Get a machine identity that belongs to a project
         * @description An identity that does not belong to the project answers 404, also if it is a member.
         */
        get: operations["getProjectOwnedIdentity"];
        put?: never;
        post?: never;
        /**
         * Delete a machine identity that belongs to a project
         * @description Its tokens are worth nothing from the next request on. The caller must hold everything that the identity may do (403
         *     `PermissionBoundaryError`). One that is protected from deletion answers 400.
         */
        delete: operations["deleteProjectOwnedIdentity"];
        options?: never;
        head?: never;
        /**
         * Change a machine identity that belongs to a project
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. A list of metadata replaces the former one. Another name or metadata
         *     also need `identity:grant-privileges` and, if rules of the identity refer to them, what those rules come to with the new values; ending
         *     `hasDeleteProtection` needs everything that the identity may do (403 `PermissionBoundaryError`). Its roles are changed like those of any
         *     other member.
         */
        patch: operations["updateProjectOwnedIdentity"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships/groups": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List the groups of a project
         * @description Only those that the caller may read, by name.
         */
        get: operations["listProjectGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/memberships/groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The group's id. */
                groupId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a group of a project
         * @description With all of its roles, also those whose time has not come or is over. A group that is not in the project is 404.
         */
        get: operations["getProjectGroup"];
        put?: never;
        /**
         * Add a group to a project
         * @description Whoever is in the group has its roles in the project from then on. A role other than `no-access` also needs `groups:assign-role`,
         *     and that the caller holds what the role allows for as long: otherwise 403 `PermissionBoundaryError`. A group that is there already is 400.
         */
        post: operations["addProjectGroup"];
        /**
         * Remove a group from a project
         * @description Whoever is in the group loses, from the next request on, what they had through it in the project. A role of it that denies something
         *     goes only if the caller holds what it denied (403 `PermissionBoundaryError`). A group that is not in the project is 404.
         */
        delete: operations["removeProjectGroup"];
        options?: never;
        head?: never;
        /**
         * Change the roles of a group in a project
         * @description Replaces all roles of the group. They may all be temporary. Giving a role, or for longer, needs `groups:assign-role`, and that the caller holds what it
         *     allows for as long; taking away a role that denies counts as giving what it denied.
         */
        patch: operations["updateProjectGroupRoles"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the roles of a project
         * @description The built-in roles first, then the custom ones by slug. What a role allows is in the role itself, not in this list. The ids of
         *     built-in roles are derived from the project, and stay the same.
         */
        get: operations["listProjectRoles"];
        put?: never;
        /**
         * Create a custom role of a project
         * @description Nobody writes into a role what they do not hold in the project themselves: that is 403 `PermissionBoundaryError`, and
         *     `details.missingPermissions` lists what is missing. A slug that is taken is 400.
         */
        post: operations["createProjectRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/roles/{projectRoleId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The role's id. */
                projectRoleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a custom role of a project
         * @description A role that somebody has is not deleted; the answer is 400 and says how many have it. Built-in roles are 404.
         */
        delete: operations["deleteProjectRole"];
        options?: never;
        head?: never;
        /**
         * Change a custom role of a project
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. `permissions` replaces all rules of the role, within what the
         *     caller holds, as when a role is created; taking away a rule that denies counts as granting what it denied.
         *     Another slug needs the permission boundary for whatever `assignableRole` conditions can give under either slug, if they tell them apart.
         *     Whoever has the role feels it from their next request on. Built-in roles cannot be changed: 404.
         */
        patch: operations["updateProjectRole"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/roles/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The role's slug. */
                slug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        /**
         * Get a role of a project by its slug
         * @description A built-in role is answered with one rule for each action.
         */
        get: operations["getProjectRoleBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/roles/{projectRoleId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The role's id. */
                projectRoleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a role of a project
         * @description A built-in role is answered with one rule for each action.
         */
        get: operations["getProjectRole"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/identity-project-additional-privilege": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the additional privileges of a machine identity in a project
         * @description The oldest first, those that have ended included; what they say is in each privilege itself. The identity must be a member of the
         *     project itself, not only through a group (400).
         */
        get: operations["listPrivileges"];
        put?: never;
        /**
         * Grant a machine identity an additional privilege in a project
         * @description The identity must be a member of the project itself, not only through a group (400). Besides `identity:edit`, this takes
         *     `identity:assign-additional-privileges` for every subject and every action of the rules; and nobody grants what they do not hold in the
         *     project themselves, and for as long: that is 403 `PermissionBoundaryError`, and `details.missingPermissions` lists what is missing. A slug that
         *     another privilege of the identity in this project has is 400; without one, a slug is made up. So is the 101st privilege of the identity
         *     in the project.
         */
        post: operations["createPrivilege"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/identity-project-additional-privilege/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The privilege's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get an additional privilege
         * @description The privilege's own project decides who may see it.
         */
        get: operations["getPrivilege"];
        put?: never;
        post?: never;
        /**
         * Delete an additional privilege
         * @description What it granted ends with the next request. Denies go with it, which grants what they denied: that takes what creating a privilege takes.
         */
        delete: operations["deletePrivilege"];
        options?: never;
        head?: never;
        /**
         * Change an additional privilege
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. Rules replace the former ones, and a privilege that is made permanent
         *     loses its period. Other rules, a longer or another period, and denies that go or end sooner grant something: they take what creating a privilege
         *     takes. A slug that another privilege of the identity in this project has is 400.
         */
        patch: operations["updatePrivilege"];
        trace?: never;
    };
    "/api/v2/identity-project-additional-privilege/slug/{privilegeSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The privilege's slug. */
                privilegeSlug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        /**
         * Get an additional privilege by its slug
         * @description Slugs are the identity's own in each project, so that both are to be named.
         */
        get: operations["getPrivilegeBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user-project-additional-privilege": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the additional privileges of a user in a project
         * @description The oldest first, those that have ended included; what they say is in each privilege itself.
         */
        get: operations["listUserPrivileges"];
        put?: never;
        /**
         * Grant a user an additional privilege in a project
         * @description To the user's own membership of the project; the membership of a group or a machine identity is 404. Besides `member:edit`, this takes
         *     `member:assign-additional-privileges` for every subject and every action of the rules; and nobody grants what they do not hold in the
         *     project themselves, and for as long: that is 403 `PermissionBoundaryError`, and `details.missingPermissions` lists what is missing. A slug that
         *     another privilege of the user in this project has is 400; without one, a slug is made up. So is the 101st privilege of the user
         *     in the project. Leaving the project deletes the privileges.
         */
        post: operations["createUserPrivilege"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user-project-additional-privilege/{privilegeId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The privilege's id. One of a machine identity is 404. */
                privilegeId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get an additional privilege of a user
         * @description The privilege's own project decides who may see it.
         */
        get: operations["getUserPrivilege"];
        put?: never;
        post?: never;
        /**
         * Delete an additional privilege of a user
         * @description What it granted ends with the next request. Denies go with it, which grants what they denied: that takes what creating a privilege takes.
         */
        delete: operations["deleteUserPrivilege"];
        options?: never;
        head?: never;
        /**
         * Change an additional privilege of a user
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. Rules replace the former ones, and a privilege that is made permanent
         *     loses its period. Other rules, a longer or another period, and denies that go or end sooner grant something: they take what creating a privilege
         *     takes. A slug that another privilege of the user in this project has is 400.
         */
        patch: operations["updateUserPrivilege"];
        trace?: never;
    };
    "/api/v1/projects/{projectId}/access/explain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain whether somebody may do something, and why
         * @description Answers as the server itself would judge the actor at this moment, or at the time given by `at`, and names the rule that decided:
         *     a rule that denies wins over all others, and without any rule the answer is no. Whoever may read the actor's membership of the
         *     project may ask: `member:read` for a user, `identity:read` for a machine identity. An actor that is not in the project is 404.
         */
        post: operations["explainAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * Get what the caller may do in a project
         * @description The rules of all roles and additional privileges that are active now, the caller's own and those of groups. Templates in conditions are
         *     filled in where they have a value for the caller, and stay as they were written where they have none; what is filled in counts as plain
         *     text, also in patterns. A rule without a value for its template allows nothing. Deny rules win over all others, whatever their order.
         */
        get: operations["getOwnProjectPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/service-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the service token that the request is sent with
         * @deprecated
         * @description Only for service tokens; 403 for users and machine identities.
         */
        get: operations["getOwnServiceToken"];
        put?: never;
        /**
         * Create a service token
         * @deprecated
         * @description Use a machine identity instead. A service token works in one project, in the environments and folders of its scopes, on secrets, imports and
         *     folders: with `read` it reads secrets and imports, with `write` it creates, changes and deletes secrets, imports and folders. It can always
         *     list the project's folders and read the project itself. It has no personal secrets. Operations that accept it list `serviceToken` in their `security`;
         *     to all others it is 403, and so is every other project of the organization.
         *
         *     Besides `service-tokens:create`, the caller must hold what the token grants, in each scope and until the token expires, and `secrets:create` there as well,
         *     also for a token that only reads; otherwise 403 `PermissionBoundaryError`, and `details.missingPermissions` lists what is missing. An environment
         *     that the project does not have is 404; folders need not exist. In a project that is not for secrets this is 400, and so is the 1,001st service token of a project.
         *
         *     The answer holds the token, `st.<id>.<secret>`: only a hash of it is stored. A fourth part, which older clients append, is ignored. A token
         *     that is unknown, has another secret, or has expired is 401. It goes on working when whoever created it leaves the project or loses the account: delete it to end it.
         *     Expired tokens are removed after a while.
         */
        post: operations["createServiceToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/service-token/{serviceTokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token's id, its second part. */
                serviceTokenId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a service token
         * @deprecated
         * @description It is refused from the next request on.
         */
        delete: operations["deleteServiceToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/service-token-data": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List the service tokens of a project
         * @deprecated
         * @description The newest first, without pages; expired ones are listed until they are removed.
         */
        get: operations["listServiceTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List machine identities
         * @description Those of the token's organization, by name.
         */
        get: operations["listIdentities"];
        put?: never;
        /**
         * Create a machine identity
         * @description It has no way to authenticate yet: attach one. A role other than `no-access`, and metadata, which rules may refer to,
         *     also need `identity: grant-privileges`, and a role only what the caller's own role allows (403 `PermissionBoundaryError`).
         */
        post: operations["createIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identities/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organization of the calling identity
         * @description Also a simple way for a machine to ask whether its token is good.
         */
        get: operations["getIdentityDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identities/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search machine identities
         * @description Those of the token's organization that fit everything asked for.
         */
        post: operations["searchIdentities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        /**
         * Get a machine identity
         * @description As a member of its organization; `id` is the membership's, `identityId` the identity's.
         */
        get: operations["getIdentity"];
        put?: never;
        post?: never;
        /**
         * Delete a machine identity
         * @description Its tokens are worth nothing from the next request on. The caller must hold everything that the identity may do, in the organization and
         *     in its projects (403 `PermissionBoundaryError`). One that is protected from deletion answers 400; one that administers the instance is
         *     deleted by instance administrators only. A body is ignored.
         */
        delete: operations["deleteIdentity"];
        options?: never;
        head?: never;
        /**
         * Change a machine identity
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. A list of metadata replaces the former one.
         *     Another name, role or metadata also need `identity: grant-privileges`, and a role only what the caller's own role allows
         *     (403 `PermissionBoundaryError`). If rules of the identity refer to a name or metadata that change, the caller must hold what they come
         *     to with the new values; to end `hasDeleteProtection` it must hold everything that the identity may do. An identity that administers the
         *     instance is changed by instance administrators only.
         */
        patch: operations["updateIdentity"];
        trace?: never;
    };
    "/api/v2/identities/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the memberships of machine identities
         * @description One entry for each membership: of the organization, of projects, or both, as `scope` says. Those of the organization are found by whoever has
         *     `identity: read` there; those of a project by whoever may read that identity in the project (`identity: read`), and in all projects by
         *     whoever has `organization-admin-console: access-all-projects` and `identity: read` in the organization. What the caller may not read is left
         *     out, also in `totalCount`, and never 403. What is equal in the order goes by name, then id.
         *
         *     A caller whose permission to read identities depends on conditions in projects with more than 10,000 memberships in all is answered with 400.
         */
        post: operations["searchIdentityMemberships"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/identities/search/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the memberships of machine identities
         * @description As `POST /api/v2/identities/search` finds them: a number for each scope that is asked for, 0 where the caller may read none.
         */
        post: operations["countIdentityMemberships"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/universal-auth/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        /** Get the universal auth configuration of a machine identity */
        get: operations["getUniversalAuth"];
        put?: never;
        /**
         * Attach universal auth to a machine identity
         * @description The identity can then trade a client id and a client secret for an access token. The body is closed: an unknown key is an
         *     error. The caller must hold everything that the identity may do.
         */
        post: operations["attachUniversalAuth"];
        /**
         * Remove universal auth from a machine identity
         * @description Ends its client secrets and every token that was had with them, at once.
         */
        delete: operations["revokeUniversalAuth"];
        options?: never;
        head?: never;
        /**
         * Change the universal auth configuration of a machine identity
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. The body is closed. TTLs and the period
         *     hold for tokens that exist from their next renewal on; trusted addresses hold at once. The caller must hold everything that the identity may do.
         */
        patch: operations["updateUniversalAuth"];
        trace?: never;
    };
    "/api/v1/auth/universal-auth/identities/{identityId}/clear-lockouts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lift the locks of a machine identity
         * @description Lifts the locks of all client addresses, and forgets the failed logins of the others as well.
         */
        post: operations["clearUniversalAuthLockouts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/universal-auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in as a machine identity
         * @description Trades a client id and a client secret for an access token. Every failure is the same 401, whether or not the client id exists;
         *     only a right secret used from an address that is not trusted is told so, with 403.
         *
         *     As many failures as `lockoutThreshold` says lock the client address that they come from (IPv6: its /64), for that client id only:
         *     until the lock ends, right and wrong secrets from there are answered with the same 401. Other addresses can still log in. A login
         *     that succeeds ends the count of its own address. Behind a proxy that the server does not trust (`TRUST_PROXY`), all clients have
         *     the address of the proxy.
         */
        post: operations["loginWithUniversalAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        /**
         * List the client secrets of a machine identity
         * @description Those that have been revoked are left out. The secrets themselves are not told.
         */
        get: operations["listClientSecrets"];
        put?: never;
        /**
         * Create a client secret of a machine identity
         * @description The secret itself is in this answer, and nowhere else. The caller must hold everything that the identity may do.
         */
        post: operations["createClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets/{clientSecretId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
                /** @description The client secret's id. */
                clientSecretId: components["parameters"]["ClientSecretId"];
            };
            cookie?: never;
        };
        /** Get what is known of a client secret */
        get: operations["getClientSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets/{clientSecretId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
                /** @description The client secret's id. */
                clientSecretId: components["parameters"]["ClientSecretId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a client secret
         * @description Ends every token that was had with it, at once.
         */
        post: operations["revokeClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc-auth/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        /** Get the OIDC auth configuration of a machine identity */
        get: operations["getOidcAuth"];
        put?: never;
        /**
         * Attach OIDC auth to a machine identity
         * @description The identity can then trade a token of an OpenID provider, such as the one of a CI job, for an access token. What tokens must
         *     match may be a pattern: `*` is any run of characters, also with slashes, `?` one character, `{a,b}` alternatives. The caller must
         *     hold everything that the identity may do.
         *
         *     The configuration has to say whose tokens are accepted (else 422): `boundSubject`, or at least one claim in `boundClaims`, needs a
         *     value that is more than wildcards, so that whatever matches it has a letter or a digit that the value names. `*`, `?*`, `*:*` and
         *     `{a,*}` are not enough, and of a list every item has to be. `boundAudiences` and the claims `aud` and `iss` do not count: whoever
         *     asks GitHub or GitLab for a token chooses its audience, and the issuer is the same for everybody there.
         */
        post: operations["attachOidcAuth"];
        /**
         * Remove OIDC auth from a machine identity
         * @description Ends every token that was had with it, at once; other tokens of the identity go on.
         */
        delete: operations["revokeOidcAuth"];
        options?: never;
        head?: never;
        /**
         * Change the OIDC auth configuration of a machine identity
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. Tokens keep the claims that they were made with; TTLs hold
         *     for them from their next renewal on, and trusted addresses at once. The caller must hold everything that the identity may do. A change that would leave neither
         *     `boundSubject` nor a claim in `boundClaims` with more than wildcards, as attaching needs it, is 400.
         */
        patch: operations["updateOidcAuth"];
        trace?: never;
    };
    "/api/v1/auth/oidc-auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in as a machine identity with the token of an OpenID provider
         * @description Trades the token for an access token. It has to be signed with a key that the provider publishes (RS, PS or ES with 256, 384 or
         *     512, or EdDSA), be of the bound issuer, have an expiry that is not over, and match all that is bound. Every refusal is the same 401;
         *     what was wrong is in the audit log, as `login-identity-oidc-auth-failed`. A configuration of an earlier version that does not say
         *     whose tokens are accepted refuses all of them (`no_binding`), until it is changed. An identity without OIDC auth is 404.
         */
        post: operations["loginWithOidcAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/token-auth/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        /** Get the token auth settings of a machine identity */
        get: operations["getTokenAuth"];
        put?: never;
        /**
         * Attach token auth to a machine identity
         * @description Tokens can then be made for it by hand. The caller must hold everything that the identity may do (403 `PermissionBoundaryError`);
         *     for an identity that administers the instance, the caller must do so too. Attached already: 400.
         */
        post: operations["attachTokenAuth"];
        /**
         * Remove token auth from a machine identity
         * @description The tokens made with it are worth nothing from the next request on; those of other auth methods stay.
         */
        delete: operations["revokeTokenAuth"];
        options?: never;
        head?: never;
        /**
         * Change the token auth settings of a machine identity
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. Trusted addresses hold at once, also for tokens made before; TTLs
         *     and the period hold for these from their next renewal on, the number of uses only for tokens made from now on. The caller must hold everything that the identity may do (403 `PermissionBoundaryError`),
         *     as for attaching. A TTL that does not go together with the stored maximum, or the other way round: 400.
         */
        patch: operations["updateTokenAuth"];
        trace?: never;
    };
    "/api/v1/auth/token-auth/identities/{identityId}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        /**
         * List the tokens made for a machine identity
         * @description The newest first, also those that have ended. Tokens that it got by logging in are not among them.
         */
        get: operations["listTokenAuthTokens"];
        put?: never;
        /**
         * Create a token for a machine identity
         * @description The token is shown in this answer and never again. The caller must hold everything that the identity may do (403 `PermissionBoundaryError`),
         *     as for attaching.
         */
        post: operations["createTokenAuthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/token-auth/identities/{identityId}/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
                /** @description The token's id. */
                tokenId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a token of one machine identity
         * @deprecated
         * @description The older form of `GET /api/v1/auth/token-auth/tokens/{tokenId}`, for releases of the Terraform provider that still use it. A token
         *     that was made for another identity than the one in the path is 404, as an unknown one is.
         */
        get: operations["getTokenAuthTokenOfIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/token-auth/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token's id. */
                tokenId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Get a token made for a machine identity */
        get: operations["getTokenAuthToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a token made for a machine identity
         * @description Without a name, nothing changes.
         */
        patch: operations["updateTokenAuthToken"];
        trace?: never;
    };
    "/api/v1/auth/token-auth/tokens/{tokenId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token's id. */
                tokenId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token made for a machine identity
         * @description It is worth nothing from the next request on. Revoking it again changes nothing.
         */
        post: operations["revokeTokenAuthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/token/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew an access token of a machine identity
         * @description Gives the same token a new expiry, within the TTL, maximum TTL and period that its auth method has now; 401 if that maximum
         *     is used up, or the auth method is gone. It counts as no use; the old text of the token works until its own expiry.
         */
        post: operations["renewAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/token/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an access token of a machine identity
         * @description The token stops working at once, with all its renewals.
         */
        post: operations["revokeAccessToken"];
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
    "/api/v3/auth/login1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse the first step of a login that is no longer offered
         * @deprecated
         * @description The CLI calls this after `POST /api/v3/auth/login` has failed, and shows its error. The answer is always 400 `Invalid credentials.`, whatever
         *     is sent; nothing is looked up. Log in with `POST /api/v3/auth/login`.
         */
        post: operations["startLegacyLogin"];
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
    "/api/v2/users/me/name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the caller's own first and last name
         * @description Surrounding spaces are dropped, and an empty name is stored as null. It works without an organization. No rule names these: where a
         *     rule or a template names a user, it is by e-mail address or username, which stay as they are.
         */
        patch: operations["changeOwnName"];
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
    "/api/v1/organization/accessible-with-sub-orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's organizations, with those below them
         * @description The same organizations as in `GET /api/v1/organization`. There are no organizations below others, so that `subOrganizations` is always empty.
         */
        get: operations["listAccessibleOrganizations"];
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
         * Change the organization of the token
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
    "/api/v2/organizations/{organizationId}/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization of the token. */
                organizationId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the users of the organization
         * @description Everybody who has joined or is invited, by username, without pages.
         */
        get: operations["listOrganizationUsers"];
        put?: never;
        post?: never;
        /**
         * Remove several users from the organization
         * @description All of them or none: one that is not here answers 404, and neither the caller nor the last active administrator can
         *     be among them. Their accounts stay; their tokens of this organization stop working at once.
         */
        delete: operations["removeOrganizationUsers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/organizations/{organizationId}/memberships/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization of the token. */
                organizationId: components["schemas"]["Id"];
                /** @description The id of the user's membership. */
                membershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Get a user of the organization */
        get: operations["getOrganizationUser"];
        put?: never;
        post?: never;
        /**
         * Remove a user from the organization
         * @description The account stays; its tokens of this organization stop working at once. Nobody removes themselves, and the last
         *     active administrator cannot be removed.
         */
        delete: operations["removeOrganizationUser"];
        options?: never;
        head?: never;
        /**
         * Change the role, state or metadata of a user
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. A new role, and activating somebody again, needs
         *     that the caller holds everything that the role allows (403 `PermissionBoundaryError`); metadata that rules of the
         *     member refer to need what those rules come to with the new values. Nobody changes their own
         *     membership, and the last active administrator stays one.
         */
        patch: operations["updateOrganizationUser"];
        trace?: never;
    };
    "/api/v1/organization/{organizationId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization of the token. */
                organizationId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the users of the organization, in the older shape
         * @description The same as `GET /api/v2/organizations/{organizationId}/memberships`; users are shown a little differently.
         */
        get: operations["listOrganizationUsersLegacy"];
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
         * @description A role that a member or a group has is not deleted; the answer is 400 and says how many have it. Built-in roles are 404.
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
                slug: components["schemas"]["SlugReference"];
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
    "/api/v2/organizations/{organizationId}/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization of the token. */
                organizationId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the caller's projects, in short
         * @description Those that the caller is a member of, itself or through a group, by name.
         */
        get: operations["listOrganizationWorkspaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization-admin/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all projects of the organization
         * @description By name, also those that the caller is no member of.
         */
        get: operations["listAllProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization-admin/projects/{projectId}/grant-admin-access": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Become an administrator of a project
         * @description The role `admin`, for good, takes the place of all roles that the caller has in the project itself.
         */
        post: operations["grantProjectAdminAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/organizations/{organizationId}/memberships/{membershipId}/project-memberships": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization of the token. */
                organizationId: components["schemas"]["Id"];
                /** @description The membership of a user. */
                membershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the projects of a user
         * @description Its own memberships, not those of its groups, by the name of the project. Who holds `organization-admin-console: access-all-projects` sees
         *     all of them, everybody else those of projects in which they may read members.
         */
        get: operations["listProjectMembershipsOfUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identities/{identityId}/identity-memberships": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the projects of a machine identity
         * @description Its own memberships, not those of its groups, by the name of the project. Who holds `organization-admin-console: access-all-projects` sees
         *     all of them, everybody else those of projects in which they may read machine identities.
         */
        get: operations["listProjectMembershipsOfIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups
         * @description All groups of the organization, by name.
         */
        get: operations["listGroups"];
        put?: never;
        /**
         * Create a group
         * @description The group has no members yet. A role other than `no-access` also needs `groups: grant-privileges`, and may allow only what the
         *     caller's own roles allow (403 `PermissionBoundaryError`). Without a slug, one is made of the name and four random characters.
         */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
            };
            cookie?: never;
        };
        /**
         * Get a group
         * @description With the role that its members have through it.
         */
        get: operations["getGroup"];
        put?: never;
        post?: never;
        /**
         * Delete a group
         * @description Its members lose, from their next request on, what they had through it in the organization and in projects. What the roles of
         *     the group deny has to be held by the caller, because it is denied no longer (403 `PermissionBoundaryError`).
         */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        /**
         * Change a group
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. Another name, which rules of projects may refer to, also needs
         *     `groups: grant-privileges`; so does another role, which may allow only what the caller's own roles allow (403 `PermissionBoundaryError`); a deny that goes with the former role counts as granting
         *     what it denied. In each project with rules that tell the two names apart, another name needs every action on `groups` under both:
         *     otherwise 403 `PermissionBoundaryError`. Members feel it from their next request on.
         */
        patch: operations["updateGroup"];
        trace?: never;
    };
    "/api/v1/organizations/memberships/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the groups of the organization with their roles, page by page
         * @description The same groups as in `GET /api/v1/groups`. Every group of an organization is a member of it, with one role, for good. What is equal in the
         *     order goes by name, then id. `totalCount` counts all that fit, on every page.
         */
        get: operations["listOrganizationGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/memberships/groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                groupId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /** Get a group of the organization with its role */
        get: operations["getOrganizationGroup"];
        put?: never;
        /**
         * Refuse to link a group of a parent organization
         * @description Organizations have no parents here, so that there is nothing to link: a group of the organization is its member already, 400. Create groups
         *     with `POST /api/v1/groups`.
         */
        post: operations["linkOrganizationGroup"];
        /**
         * Refuse to unlink a group of a parent organization
         * @description Every group belongs to its organization, and is not linked from another one: 400. Delete the group with `DELETE /api/v1/groups/{id}`, or give
         *     it the role `no-access`.
         */
        delete: operations["unlinkOrganizationGroup"];
        options?: never;
        head?: never;
        /**
         * Change the role of a group in the organization
         * @description As `PATCH /api/v1/groups/{id}` with `role`. A group has one role in the organization, for good: more than one, or one for a time, is 422. An
         *     unknown role is 404. Another role also needs `groups: grant-privileges`, and may allow only what the caller's own roles allow; a deny that
         *     goes with the former role counts as granting what it denied (403 `PermissionBoundaryError`).
         */
        patch: operations["updateOrganizationGroupRoles"];
        trace?: never;
    };
    "/api/v1/groups/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
            };
            cookie?: never;
        };
        /**
         * List the members of a group
         * @description Users and machine identities together, by name; a user without one by the username. What is equal goes by id.
         */
        get: operations["listGroupMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
            };
            cookie?: never;
        };
        /**
         * List users with whether they are in a group
         * @description All users of the organization, also invited ones, by full name, or username without one.
         */
        get: operations["listGroupUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{id}/users/{username}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
                /** @description The username, which is the user's e-mail address, in upper or lower case. */
                username: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a user to a group
         * @description A user of the organization, accepted or still invited, from whose next request on the roles of the group count. Needs
         *     `groups: edit` too, and everything that the group's roles allow, in the organization and in each of its projects
         *     (403 `PermissionBoundaryError`); for projects, `organization-admin-console: access-all-projects` is enough.
         *     A user who is in the group already answers 400. A body is ignored.
         */
        post: operations["addUserToGroup"];
        /**
         * Remove a user from a group
         * @description Needs `groups: edit` too, and what the group's roles deny, because it is denied to the user no longer
         *     (403 `PermissionBoundaryError`). A user who is not in the group answers 400.
         */
        delete: operations["removeUserFromGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{id}/machine-identities": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
            };
            cookie?: never;
        };
        /**
         * List machine identities with whether they are in a group
         * @description All machine identities of the organization, by name.
         */
        get: operations["listGroupIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{id}/machine-identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a machine identity to a group
         * @description From its next request on the roles of the group count. Needs `groups: edit` too, and everything that the group's roles allow, as
         *     for a user. One that administers the instance is added by instance administrators only. One that is in the group already
         *     answers 400. A body is ignored.
         */
        post: operations["addIdentityToGroup"];
        /**
         * Remove a machine identity from a group
         * @description Needs `groups: edit` too, and what the group's roles deny, as for a user. One that administers the instance is removed by
         *     instance administrators only. One that is not in the group answers 400.
         */
        delete: operations["removeIdentityFromGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{id}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
            };
            cookie?: never;
        };
        /**
         * List the projects of a group
         * @description Those that the group is a member of, by name, as far as the caller may see it there: with `groups:read` in the project, or with
         *     `organization-admin-console:access-all-projects` in the organization.
         */
        get: operations["listGroupProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invite-org/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite people to the organization of the token
         * @description There is no mail: the answer holds a link for each person, good for three days, to be handed over by the caller. It
         *     is shown only now. Whoever has joined already is left alone and gets no link. Inviting somebody again who has not
         *     joined gives a new link, cancels the old one, and leaves their role as it was.
         *
         *     The caller must hold everything that the role allows, and for a new link also what the person has been given meanwhile
         *     in groups and projects, unless the caller may enter all projects (403 `PermissionBoundaryError`).
         */
        post: operations["inviteUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invite-org/signup-resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new link for an invitation
         * @description The old link stops working. The caller must hold everything that the invited user may do, in projects too unless the caller
         *     may enter all of them (403 `PermissionBoundaryError`). Whoever has joined already needs no link (400).
         */
        post: operations["resendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invite-org/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use the code of an invitation
         * @description What the invited person does with the `token`, `to` and `organization_id` of their link. With an account, they log in
         *     first and send its token along; they have joined then, and `token` is null. Without one, `token` lets them finish it within 15 minutes, with
         *     `POST /api/v3/signup/complete-account`. A code works once. Attempts are limited per client address, and everything
         *     that can be wrong with a code, an address or an organization is answered with the same 400.
         */
        post: operations["verifyInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/signup/complete-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish the account of an invited person
         * @description The bearer token is the one that `POST /api/v1/invite-org/verify` answered with. It works once, and until a new
         *     invitation is made. Sets the names and the password, joins the organization, and logs in: the token of the answer
         *     belongs to no organization yet, so choose one with `POST /api/v3/auth/select-organization`.
         */
        post: operations["completeAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entries of the audit log
         * @description What happened in the token's organization, the newest first. Without `projectId`, this needs `audit-logs: read` in the
         *     organization; entries of a project are among them only if the caller also has `audit-logs: read` in that project, and those of
         *     deleted projects for callers with `organization-admin-console: access-all-projects`. With `projectId`, this needs
         *     `audit-logs: read` in that project, and answers with its entries alone.
         *
         *     What people do with their account (`user-login`, `user-login-failed`, `user-logout`, `change-password`, `end-user-session`,
         *     `end-user-sessions`) belongs to no organization: `orgId` is null, and every organization that they have joined sees it.
         *     The same holds for what was refused to a user whose token had chosen no organization.
         *
         *     An event is named as in `x-audit` of the operation that causes it. A change that was refused with 403 is that name with
         *     `-refused`, and belongs to the project that it was refused in, if it was one; failed logins are `user-login-failed`,
         *     `login-identity-universal-auth-failed` and `login-identity-oidc-auth-failed`; `sallyport reset-password` leaves `reset-password`. What was refused and what failed say why in
         *     `event.metadata.reasonCode`; the same again within a minute, by the same actor from the same address, is counted in
         *     `repeats`. They and reads are written within a second after the answer.
         *
         *     Reads of secret values and of private keys that were refused with 403 are recorded like refused changes: `get-secret-refused`,
         *     `get-secrets-refused`, `get-secret-versions-refused`, `dashboard-get-secret-version-value-refused`,
         *     `get-cert-private-key-refused` and `get-cert-bundle-refused`. An answer that merely hides a value is not a refusal. What was
         *     refused has in `event.metadata.target` the parameters of the request's path, and the environment and folder of its query,
         *     each cut off after 128 characters.
         *
         *     Looking at the first page leaves an entry `view-audit-logs` itself. A server with `AUDIT_READS=off` records no reads, neither
         *     allowed nor refused ones; refused changes are always recorded.
         */
        get: operations["listAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{workspaceId}/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List entries of the audit log of a project
         * @description The older way, with fewer filters; `GET /api/v1/organization/audit-logs` with `projectId` answers the same.
         */
        get: operations["listProjectAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/issue-certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a certificate
         * @description A new key pair, certified by a certificate authority of a project. The private key is in the answer, and kept, sealed. An authority
         *     that is disabled or has no certificate yet is 400, as is a time outside of what the authority's own certificate allows.
         *
         *     The caller also needs `certificate-authorities:read` on the authority, so that a rule with its name limits who can use it. A wildcard such as
         *     `*.example.com` is authorized as every name that it covers: a rule that denies one of them denies it, and a rule allows it only if it allows all of them.
         */
        post: operations["issueCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/sign-certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Certify a key that was made elsewhere
         * @description The key, and what the body does not say, are those of a signing request: common name, alternative names (also if `altNames` is empty), key
         *     usages and extended key usages. Of its subject only the common name is taken. If the caller may edit the authority (`certificate-authorities:edit`),
         *     the organization, its unit, the country, the province and the locality are taken too. A signing request that
         *     cannot be read, is not signed with its own key, or asks for what cannot be certified here is 422: a key of another kind, alternative
         *     names of another kind or form, or the key usages of an authority.
         *
         *     The caller also needs `certificate-authorities:read` on the authority, and wildcards are authorized, as for issuing a certificate.
         */
        post: operations["signCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List and search the certificates of a project
         * @description The newest first. Of them, and in `totalCount`, those that the caller may read; all filters together have to fit.
         */
        get: operations["listCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's id. */
                id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        /** Get what is known of a certificate */
        get: operations["getCertificate"];
        put?: never;
        post?: never;
        /**
         * Delete a certificate
         * @description Removes it and its private key here, and does not end it: whoever has it can use it until its time is over. Revoke it first if that
         *     shall not be; a certificate that was revoked stays on the authority's revocation list.
         */
        delete: operations["deleteCertificate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/{id}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's id. */
                id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        /** Get a certificate itself */
        get: operations["getCertificateBody"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/{id}/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's id. */
                id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        /**
         * Get a certificate with its chain and private key
         * @description All that a server needs to use it. Without the private key if that was made elsewhere.
         */
        get: operations["getCertificateBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/{id}/private-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's id. */
                id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        /**
         * Get the private key of a certificate
         * @description 400 if it was made elsewhere.
         */
        get: operations["getCertificatePrivateKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/certificates/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's id. */
                id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a certificate
         * @description For good; a second time is 400. The authority's revocation list has it from now on, with the reason, until the certificate would have
         *     ended by itself. The authority may be disabled by then.
         *
         *     403 if a rule of the project would let somebody do more with the certificate once its `status` is `revoked`, such as reading its private key,
         *     and the caller is not allowed to do that with it now.
         */
        post: operations["revokeCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the certificate authorities of a project
         * @description By name; those that the caller may read.
         */
        get: operations["listCertificateAuthorities"];
        put?: never;
        /**
         * Create a certificate authority
         * @description A root gets its key and signs itself at once, for ten years unless `notAfter` says otherwise. An intermediate with `parentCaId` and `notAfter`
         *     is signed at once by that authority of the project, which needs `sign-intermediate` on it; any other one is `pending-certificate` until
         *     it gets a certificate.
         *
         *     The name is the project's own, 400 if it is taken. So is what the parent cannot sign: it is disabled, may have no authorities
         *     below it, or ends before.
         *
         *     Without `projectId` the authority is created in the one project of type `cert-manager` that the caller is a member of, itself or through
         *     a group. If there is none, or more than one, the answer is 400, and `projectId` has to be sent.
         */
        post: operations["createCertificateAuthority"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{caId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a certificate authority
         * @description Its key never leaves the server.
         */
        get: operations["getCertificateAuthority"];
        put?: never;
        post?: never;
        /**
         * Delete a certificate authority
         * @description For good, with its key, its revocation list and all that is kept of what it issued. What it signed elsewhere cannot be revoked any more.
         */
        delete: operations["deleteCertificateAuthority"];
        options?: never;
        head?: never;
        /**
         * Change a certificate authority
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. Whom it is for cannot be changed any more. A disabled one signs nothing but
         *     its revocation lists, and gets no new certificate. A new name needs the permission under both names, and is 400 if it is taken;
         *     if a rule of the project tells the two names apart, it needs every action on authorities under both (403 `PermissionBoundaryError`).
         */
        patch: operations["updateCertificateAuthority"];
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{caId}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get an authority's present certificate
         * @description With those above it. 404 while it has none.
         */
        get: operations["getAuthorityCertificate"];
        put?: never;
        /**
         * Give an authority a certificate from here
         * @description A root signs itself anew. An intermediate is signed by `parentCaId`, or else by the parent that it has, which needs `sign-intermediate` on that
         *     one too. The key stays the same, and the former certificate stays good until it ends.
         *
         *     400 if the authority or its parent is disabled, if the parent has no certificate or may have no authorities below it, if the certificate would
         *     not lie within the parent's, or if the parent is itself below this authority.
         */
        post: operations["generateAuthorityCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{caId}/certificate/{caCertId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
                /** @description The id of one of its certificates. */
                caCertId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get one of an authority's certificates
         * @description Its present one, or a former one.
         */
        get: operations["getAuthorityCertificateById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{caId}/ca-certificates": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List an authority's certificates
         * @description The newest first.
         */
        get: operations["listAuthorityCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{caId}/certificates/{caCertId}/der": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
                /** @description The id of one of its certificates. */
                caCertId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Download one of an authority's certificates
         * @description As DER, for everybody: what the authority signs says that its certificate is here.
         */
        get: operations["downloadAuthorityCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{caId}/csr": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a signing request for an intermediate authority
         * @description For an authority elsewhere to sign; the answer to it is imported. 400 for a root.
         */
        get: operations["getAuthorityCsr"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{caId}/import-certificate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the certificate of an intermediate authority
         * @description What an authority elsewhere made of the signing request. It becomes the present one.
         *
         *     422 if one of them cannot be read, is not an authority's, has ended, may have no such authorities below it, or was not signed by the next one.
         *     400 if it is for another key or another name than this authority's, or if the authority is a root or disabled.
         */
        post: operations["importAuthorityCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{caId}/sign-intermediate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign the certificate of another authority
         * @description For the key and the name in a signing request, whoever made it. Nothing of it is kept here but the entry in the audit log.
         *
         *     422 if the request cannot be read, has a wrong signature, names nobody or in a way that we do not certify, or is for a kind of key that we do not know. 400 if the authority is disabled,
         *     has no certificate, or may have no authorities below it, and if the certificate would not lie within its own.
         */
        post: operations["signIntermediate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{caId}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew an authority's certificate
         * @description With the same key and the same path length, from now on. A root signs itself; an intermediate is signed by its parent here, which needs
         *     `sign-intermediate` on that one too. 400 for one whose parent is elsewhere: import a new certificate instead. 400 also for the reasons that a parent has
         *     not to sign.
         */
        post: operations["renewAuthorityCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/ca/internal/{caId}/crls": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List an authority's revocation lists
         * @description The one that it has, with everything that is revoked so far; none while it has no certificate. Also of a disabled authority.
         */
        get: operations["listRevocationLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cert-manager/crl/{crlId}/der": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The revocation list's id. */
                crlId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Download an authority's revocation list
         * @description As DER, for everybody: certificates say that this is where to ask. It is good for seven days, replaced a day before that at the latest, and shows every
         *     revocation at once; certificates that ended more than a week ago are not in it any more. 404 while its authority has no certificate.
         */
        get: operations["downloadRevocationList"];
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
         * @description For a load balancer. Ready means that every operation is warmed up, the database answers, nothing that was read of it was damaged since the server started, its disk is not full, and it has not been told to stop.
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
         *     `setupToken` must be the one that the server printed when it started if the server listens beyond loopback, if its `SITE_URL`
         *     names a host that is not loopback, if it trusts a proxy (`TRUST_PROXY`), or if the request carries a forwarding header or a
         *     `Host` that is not loopback. Without it, such a request is 403.
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
        /**
         * Change the configuration of this server
         * @description Nothing of what other servers configure here can be changed while this one runs: people are invited and log in with e-mail and password,
         *     and everything else is set by environment variables at start. So a request is accepted only if it asks for what is so already, as clients
         *     do that send a whole configuration back. Any other value, and any field that is not listed, is 422, and nothing changes.
         */
        patch: operations["updateInstanceConfig"];
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
         * @description Those named are invited to administer it, with the links of the answer; the caller becomes no member.
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
    "/api/v1/admin/organization-management/organizations/{organizationId}/memberships/{membershipId}/resend-invite": {
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
        /**
         * Make a new invitation link for somebody who has not joined yet
         * @description The link before it stops working. For somebody who has joined, the answer is 400.
         */
        post: operations["resendInstanceInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/key-rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how far the rotation of keys is
         * @description The one under way, or else the last one, and which root keys are needed.
         */
        get: operations["getKeyRotation"];
        put?: never;
        /**
         * Replace all keys
         * @description Every project gets a new data key under the current root key, all its secrets are sealed anew with it, and the old key
         *     is deleted. Then nothing needs an earlier root key any more: what client secrets and invitations need of it is kept
         *     under the current one.
         *
         *     The server does it in the background while it serves, and this answers at once. One that was interrupted or failed is
         *     continued where it ended; while one is under way, this only shows it.
         */
        post: operations["startKeyRotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/licence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the licence in force
         * @description The licence in the file, if it is good here, or else the evaluation that a new server grants itself; and what is wrong
         *     with the file, if anything is. The file is read anew for each answer.
         */
        get: operations["getLicence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/secrets/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets of a folder, the former way
         * @deprecated
         * @description As `listSecrets`, with other defaults: neither imports nor replaced references unless they are asked for, and a user's personal secrets beside the
         *     shared ones. A name alone is looked up only in the folder of the secret that refers to it, also in imported secrets: a reference to a secret that the
         *     folder only imports stays as it is, while `listSecrets` replaces it. The project is named by id or by slug.
         */
        get: operations["listRawSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/secrets/raw/{secretName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's name. */
                secretName: components["parameters"]["SecretName"];
            };
            cookie?: never;
        };
        /**
         * Get a secret by its name, the former way
         * @deprecated
         * @description As `getSecret`, with the differences of `listRawSecrets`.
         */
        get: operations["getRawSecret"];
        put?: never;
        /**
         * Create a secret, the former way
         * @deprecated
         * @description As `createSecret`; the project is named by id or by slug.
         */
        post: operations["createRawSecret"];
        /**
         * Delete a secret, the former way
         * @deprecated
         * @description As `deleteSecret`; the project is named by id or by slug.
         */
        delete: operations["deleteRawSecret"];
        options?: never;
        head?: never;
        /**
         * Change a secret, or rename it, the former way
         * @deprecated
         * @description As `updateSecret`; the project is named by id or by slug.
         */
        patch: operations["updateRawSecret"];
        trace?: never;
    };
    "/api/v3/secrets/tags/{secretName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's name. */
                secretName: components["parameters"]["SecretName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put tags on a secret
         * @deprecated
         * @description Adds the tags to those that the secret has; with `updateSecret` and `tagIds` they are replaced. It makes a new version of the secret, and
         *     needs what `updateSecret` needs for such a change: `secrets:edit` under the tags that the secret has and under those that it will have. A
         *     tag that the secret has already is 400, and so are more than 50 tags. A tag that the project does not have is 404.
         */
        post: operations["attachSecretTags"];
        /**
         * Take tags off a secret
         * @deprecated
         * @description Takes only these tags off, as `updateSecret` would with the rest of them in `tagIds`, and with the permissions that this needs. A tag that
         *     the secret does not have is 400; one that the project does not have is 404.
         */
        delete: operations["detachSecretTags"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/secrets/raw/id/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's id. */
                secretId: components["parameters"]["SecretId"];
            };
            cookie?: never;
        };
        /**
         * Get a secret by its id, the former way
         * @deprecated
         * @description As `getSecretById`.
         */
        get: operations["getRawSecretById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/secrets/batch/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create several secrets, the former way
         * @deprecated
         * @description As `createSecrets`; the project is named by id or by slug.
         */
        post: operations["createRawSecrets"];
        /**
         * Delete several secrets, the former way
         * @deprecated
         * @description As `deleteSecrets`; the project is named by id or by slug.
         */
        delete: operations["deleteRawSecrets"];
        options?: never;
        head?: never;
        /**
         * Change several secrets, the former way
         * @deprecated
         * @description As `updateSecrets`; the project is named by id or by slug.
         */
        patch: operations["updateRawSecrets"];
        trace?: never;
    };
    "/api/v1/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the folders in a folder (legacy)
         * @deprecated
         * @description As `GET /api/v2/folders`. Without a path, the folders in the root.
         */
        get: operations["listLegacyFolders"];
        put?: never;
        /**
         * Create a folder (legacy)
         * @deprecated
         * @description As `POST /api/v2/folders`.
         */
        post: operations["createLegacyFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/folders/{folderIdOrName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The folder's id or, to delete it, its name. */
                folderIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a folder (legacy)
         * @deprecated
         * @description As `GET /api/v2/folders/{folderId}`, and only by id.
         */
        get: operations["getLegacyFolder"];
        put?: never;
        post?: never;
        /**
         * Delete a folder with what is in it (legacy)
         * @deprecated
         * @description As `DELETE /api/v2/folders/{folderId}` with `forceDelete`.
         */
        delete: operations["deleteLegacyFolder"];
        options?: never;
        head?: never;
        /**
         * Rename a folder, or describe it anew (legacy)
         * @deprecated
         * @description As `PATCH /api/v2/folders/{folderId}`, and only by id.
         */
        patch: operations["updateLegacyFolder"];
        trace?: never;
    };
    "/api/v1/folders/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename several folders, or describe them anew
         * @deprecated
         * @description Each as `PATCH /api/v2/folders/{folderId}` would, one after the other; all of them or none.
         */
        patch: operations["updateLegacyFolders"];
        trace?: never;
    };
    "/api/v1/secret-imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a folder imports (legacy)
         * @deprecated
         * @description As `GET /api/v2/secret-imports`.
         */
        get: operations["listLegacySecretImports"];
        put?: never;
        /**
         * Import a folder into another one (legacy)
         * @deprecated
         * @description As `POST /api/v2/secret-imports`, but always of a folder of the project itself; `sourceProjectId` is ignored.
         */
        post: operations["createLegacySecretImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secret-imports/{secretImportId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's id. */
                secretImportId: components["parameters"]["SecretImportId"];
            };
            cookie?: never;
        };
        /**
         * Get an import (legacy)
         * @deprecated
         * @description As `GET /api/v2/secret-imports/{secretImportId}`.
         */
        get: operations["getLegacySecretImport"];
        put?: never;
        post?: never;
        /**
         * End an import (legacy)
         * @deprecated
         * @description As `DELETE /api/v2/secret-imports/{secretImportId}`.
         */
        delete: operations["deleteLegacySecretImport"];
        options?: never;
        head?: never;
        /**
         * Move an import in the order, or import another folder instead (legacy)
         * @deprecated
         * @description As `PATCH /api/v2/secret-imports/{secretImportId}`.
         */
        patch: operations["updateLegacySecretImport"];
        trace?: never;
    };
    "/api/v1/secret-imports/secrets/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets that a folder imports (legacy)
         * @deprecated
         * @description As `GET /api/v2/secret-imports/secrets`.
         */
        get: operations["listLegacyImportedSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a project (legacy)
         * @deprecated
         * @description The same as `POST /api/v1/projects`.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                slug: components["schemas"]["Slug"];
            };
            cookie?: never;
        };
        /**
         * Get a project by its slug (legacy)
         * @deprecated
         * @description Needs any membership of the project, also that of a group; without one it is 403 `ProjectMembershipNotFound`.
         */
        get: operations["getWorkspaceBySlug"];
        put?: never;
        post?: never;
        /**
         * Delete a project, found by its slug (legacy)
         * @deprecated
         * @description The same as `DELETE /api/v1/projects/{projectId}`, but the answer is the bare project.
         */
        delete: operations["deleteWorkspaceBySlug"];
        options?: never;
        head?: never;
        /**
         * Change a project, found by its slug (legacy)
         * @deprecated
         * @description The same as `PATCH /api/v1/projects/{projectId}`, but the answer is the bare project.
         */
        patch: operations["updateWorkspaceBySlug"];
        trace?: never;
    };
    "/api/v1/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's projects (legacy)
         * @deprecated
         * @description Those that the caller is a member of, itself or through a group, by name. `includeRoles`, which some clients send, changes nothing.
         */
        get: operations["listWorkspaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a project (legacy)
         * @deprecated
         * @description Needs any membership of the project, also that of a group; without one it is 403 `ProjectMembershipNotFound`.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        /**
         * Delete a project (legacy)
         * @deprecated
         * @description The same as `DELETE /api/v1/projects/{projectId}`.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        /**
         * Change a project (legacy)
         * @deprecated
         * @description The same as `PATCH /api/v1/projects/{projectId}`.
         */
        patch: operations["updateWorkspace"];
        trace?: never;
    };
    "/api/v1/workspace/{projectSlug}/audit-logs-retention": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                projectSlug: components["schemas"]["Slug"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set how long the audit log of a project is kept (legacy)
         * @deprecated
         * @description The same as `PUT /api/v1/projects/{projectId}/audit-logs-retention`.
         */
        put: operations["setWorkspaceAuditLogsRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{workspaceId}/environments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an environment (legacy)
         * @deprecated
         * @description As `POST /api/v1/projects/{projectId}/environments`.
         */
        post: operations["createWorkspaceEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{workspaceId}/environments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                workspaceId: components["schemas"]["Id"];
                /** @description The environment's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get an environment (legacy)
         * @deprecated
         * @description As `GET /api/v1/projects/{projectId}/environments/{id}`.
         */
        get: operations["getWorkspaceEnvironment"];
        put?: never;
        post?: never;
        /**
         * Delete an environment for good (legacy)
         * @deprecated
         * @description As `DELETE /api/v1/projects/{projectId}/environments/{id}?hardDelete=true`, so it cannot be restored, and needs the permission to delete all that is in it. The others close up.
         */
        delete: operations["deleteWorkspaceEnvironment"];
        options?: never;
        head?: never;
        /**
         * Change an environment, or move it (legacy)
         * @deprecated
         * @description As `PATCH /api/v1/projects/{projectId}/environments/{id}`: changes what is sent and leaves the rest; `{}` changes nothing. A new
         *     `position` moves those in between by one; one beyond the end means the last. Another slug may need more, as there.
         */
        patch: operations["updateWorkspaceEnvironment"];
        trace?: never;
    };
    "/api/v1/workspace/environments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get an environment by its id alone (legacy)
         * @deprecated
         * @description Judged in the project that the environment belongs to. One of another organization, or a deleted one, is 404.
         */
        get: operations["getEnvironmentById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the tags of a project (legacy)
         * @deprecated
         * @description As `GET /api/v1/projects/{projectId}/tags`.
         */
        get: operations["listWorkspaceTags"];
        put?: never;
        /**
         * Create a tag (legacy)
         * @deprecated
         * @description As `POST /api/v1/projects/{projectId}/tags`.
         */
        post: operations["createWorkspaceTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/tags/{tagId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The tag's id. */
                tagId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a tag (legacy)
         * @deprecated
         * @description As `GET /api/v1/projects/{projectId}/tags/{tagId}`.
         */
        get: operations["getWorkspaceTag"];
        put?: never;
        post?: never;
        /**
         * Delete a tag (legacy)
         * @deprecated
         * @description As `DELETE /api/v1/projects/{projectId}/tags/{tagId}`.
         */
        delete: operations["deleteWorkspaceTag"];
        options?: never;
        head?: never;
        /**
         * Change a tag (legacy)
         * @deprecated
         * @description As `PATCH /api/v1/projects/{projectId}/tags/{tagId}`.
         */
        patch: operations["updateWorkspaceTag"];
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/tags/slug/{tagSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The tag's slug. */
                tagSlug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        /**
         * Get a tag by its slug (legacy)
         * @deprecated
         * @description As `GET /api/v1/projects/{projectId}/tags/slug/{tagSlug}`.
         */
        get: operations["getWorkspaceTagBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add users to the project (legacy)
         * @deprecated
         * @description The same as `POST /api/v1/projects/{projectId}/memberships`.
         */
        post: operations["addWorkspaceUsers"];
        /**
         * Remove several users from the project (legacy)
         * @deprecated
         * @description The same as `DELETE /api/v1/projects/{projectId}/memberships`.
         */
        delete: operations["removeWorkspaceUsers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List the users of the project (legacy)
         * @deprecated
         * @description The same as `GET /api/v1/projects/{projectId}/memberships`.
         */
        get: operations["listWorkspaceUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/memberships/details": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a user of the project by username (legacy)
         * @deprecated
         * @description The same as `POST /api/v1/projects/{projectId}/memberships/details`.
         */
        post: operations["findWorkspaceUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectId}/memberships/{projectMembershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id of the user's membership of the project; those of machine identities and groups are not found here. */
                projectMembershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a user of the project (legacy)
         * @deprecated
         * @description The same as `GET /api/v1/projects/{projectId}/memberships/{projectMembershipId}`.
         */
        get: operations["getWorkspaceUser"];
        put?: never;
        post?: never;
        /**
         * Remove a user from the project (legacy)
         * @deprecated
         * @description The same as `DELETE /api/v1/projects/{projectId}/memberships/{projectMembershipId}`.
         */
        delete: operations["removeWorkspaceUser"];
        options?: never;
        head?: never;
        /**
         * Replace a user's roles in the project (legacy)
         * @deprecated
         * @description The same as `PATCH /api/v1/projects/{projectId}/memberships/{projectMembershipId}`.
         */
        patch: operations["updateWorkspaceUserRoles"];
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/identity-memberships": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List the machine identities of a project (legacy)
         * @deprecated
         * @description By name. Those that are members themselves, not those that are in the project only through a group; and of them, and in
         *     `totalCount`, those that the caller may read.
         */
        get: operations["listWorkspaceIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/identity-memberships/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        /**
         * Get a machine identity of a project (legacy)
         * @deprecated
         * @description With its roles, also those whose time is not there yet or over. An identity that is in the project only through a group answers 404.
         */
        get: operations["getWorkspaceIdentity"];
        put?: never;
        /**
         * Add a machine identity to a project (legacy)
         * @deprecated
         * @description A machine identity of the organization, with one or several roles, each for good or for a time. A role other than `no-access` also
         *     needs `identity:assign-role`, and gives only what the caller holds (403 `PermissionBoundaryError`). An unknown role answers 404, and
         *     an identity that is a member already, or that belongs to another project, 400.
         */
        post: operations["addWorkspaceIdentity"];
        /**
         * Remove a machine identity from a project (legacy)
         * @deprecated
         * @description Its roles and additional privileges in the project go with its membership, from the very next request on; what it may do through groups
         *     stays. What denies something goes only if the caller holds what it denied (403 `PermissionBoundaryError`). An identity that belongs to
         *     the project is deleted instead: 400.
         *
         *     Without that permission, and without being a member of the project, it is also open to whoever has `identity: delete` in the organization
         *     and holds everything that the identity may do outside of this project.
         */
        delete: operations["removeWorkspaceIdentity"];
        options?: never;
        head?: never;
        /**
         * Change the roles of a machine identity in a project (legacy)
         * @deprecated
         * @description Replaces all of its roles, from the very next request on. A role that it does not have yet for good, other than `no-access`, also needs
         *     `identity:assign-role`; it gives only what the caller holds, and so does taking a role away that denies something (403
         *     `PermissionBoundaryError`).
         */
        patch: operations["updateWorkspaceIdentity"];
        trace?: never;
    };
    "/api/v2/workspace/identity-memberships/{identityMembershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a machine identity's membership of a project. */
                identityMembershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a membership of a machine identity by its id (legacy)
         * @deprecated
         * @description The permission is asked for in the project that the membership belongs to.
         */
        get: operations["getWorkspaceIdentityMembership"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/identity-memberships": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List the machine identities of a project (older path)
         * @deprecated
         * @description As `GET /api/v1/projects/{projectId}/memberships/identities`, with longer pages.
         */
        get: operations["listProjectIdentitiesLegacy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/identity-memberships/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        /**
         * Get a machine identity of a project (older path)
         * @deprecated
         * @description As `GET /api/v1/projects/{projectId}/memberships/identities/{identityId}`.
         */
        get: operations["getProjectIdentityLegacy"];
        put?: never;
        /**
         * Add a machine identity to a project (older path)
         * @deprecated
         * @description As `POST /api/v1/projects/{projectId}/memberships/identities/{identityId}`.
         */
        post: operations["addProjectIdentityLegacy"];
        /**
         * Remove a machine identity from a project (older path)
         * @deprecated
         * @description As `DELETE /api/v1/projects/{projectId}/memberships/identities/{identityId}`.
         */
        delete: operations["removeProjectIdentityLegacy"];
        options?: never;
        head?: never;
        /**
         * Change the roles of a machine identity in a project (older path)
         * @deprecated
         * @description As `PATCH /api/v1/projects/{projectId}/memberships/identities/{identityId}`; answers with the roles.
         */
        patch: operations["updateProjectIdentityLegacy"];
        trace?: never;
    };
    "/api/v1/projects/identity-memberships/{identityMembershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a machine identity's membership of a project. */
                identityMembershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a membership of a machine identity by its id (older path)
         * @deprecated
         * @description As `GET /api/v2/workspace/identity-memberships/{identityMembershipId}`.
         */
        get: operations["getIdentityMembershipLegacy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List the groups of a project (legacy)
         * @deprecated
         * @description Only those that the caller may read, by name.
         */
        get: operations["listProjectGroupsLegacy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/groups/{groupIdOrName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id, slug or name of the group. */
                groupIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a group of a project (legacy)
         * @deprecated
         * @description With all of its roles, also those whose time has not come or is over. A group that is not in the project is 404.
         */
        get: operations["getProjectGroupLegacy"];
        put?: never;
        /**
         * Add a group to a project (legacy)
         * @deprecated
         * @description Whoever is in the group has its roles in the project from then on. A role other than `no-access` also needs `groups:assign-role`,
         *     and that the caller holds what the role allows: otherwise 403 `PermissionBoundaryError`. A group that is there already is 400.
         */
        post: operations["addProjectGroupLegacy"];
        /**
         * Remove a group from a project (legacy)
         * @deprecated
         * @description Whoever is in the group loses, from the next request on, what they had through it in the project. A role of it that denies something
         *     goes only if the caller holds what it denied (403 `PermissionBoundaryError`). A group that is not in the project is 404.
         */
        delete: operations["removeProjectGroupLegacy"];
        options?: never;
        head?: never;
        /**
         * Change the roles of a group in a project (legacy)
         * @deprecated
         * @description Replaces all roles of the group. They may all be temporary. Giving a role needs `groups:assign-role`, and that the caller holds what it
         *     allows; taking away a role that denies counts as giving what it denied.
         */
        patch: operations["updateProjectGroupRolesLegacy"];
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        /**
         * List the groups of a project (legacy)
         * @deprecated
         * @description Only those that the caller may read, by name.
         */
        get: operations["listWorkspaceGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/groups/{groupIdOrName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id, slug or name of the group. */
                groupIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a group of a project (legacy)
         * @deprecated
         * @description With all of its roles, also those whose time has not come or is over. A group that is not in the project is 404.
         */
        get: operations["getWorkspaceGroup"];
        put?: never;
        /**
         * Add a group to a project (legacy)
         * @deprecated
         * @description Whoever is in the group has its roles in the project from then on. A role other than `no-access` also needs `groups:assign-role`,
         *     and that the caller holds what the role allows: otherwise 403 `PermissionBoundaryError`. A group that is there already is 400.
         */
        post: operations["addWorkspaceGroup"];
        /**
         * Remove a group from a project (legacy)
         * @deprecated
         * @description Whoever is in the group loses, from the next request on, what they had through it in the project. A role of it that denies something
         *     goes only if the caller holds what it denied (403 `PermissionBoundaryError`). A group that is not in the project is 404.
         */
        delete: operations["removeWorkspaceGroup"];
        options?: never;
        head?: never;
        /**
         * Change the roles of a group in a project (legacy)
         * @deprecated
         * @description Replaces all roles of the group. They may all be temporary. Giving a role needs `groups:assign-role`, and that the caller holds what it
         *     allows; taking away a role that denies counts as giving what it denied.
         */
        patch: operations["updateWorkspaceGroupRoles"];
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/groups/{groupIdOrName}/users": {
        parameters: {
            query: {
                /** @description How many to leave out. */
                offset: number;
                /** @description How many to answer. */
                limit: number;
                /** @description In the e-mail address, the username or the full name. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id, slug or name of the group. */
                groupIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the users of a group of a project (legacy)
         * @deprecated
         * @description Only those who are in the group, by full name, or username without one.
         */
        get: operations["listWorkspaceGroupUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectSlug}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                projectSlug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        /**
         * List the roles of a project by its slug (legacy)
         * @deprecated
         * @description The same as `GET /api/v1/projects/{projectId}/roles`.
         */
        get: operations["listLegacyProjectRoles"];
        put?: never;
        /**
         * Create a custom role of a project from rules of the older form (legacy)
         * @deprecated
         * @description Nobody writes into a role what they do not hold in the project themselves: that is 403 `PermissionBoundaryError`, and
         *     `details.missingPermissions` lists what is missing. A slug that is taken is 400.
         *     Rules of the older form allow one action each, and come back as they were sent.
         */
        post: operations["createLegacyProjectRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/{projectSlug}/roles/{projectRoleId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                projectSlug: components["schemas"]["SlugReference"];
                /** @description The role's id. */
                projectRoleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a custom role of a project (legacy)
         * @deprecated
         * @description A role that somebody has is not deleted; the answer is 400 and says how many have it. Built-in roles are 404.
         */
        delete: operations["deleteLegacyProjectRole"];
        options?: never;
        head?: never;
        /**
         * Change a custom role of a project, with rules of the older form (legacy)
         * @deprecated
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. `permissions` replaces all rules of the role, within what the
         *     caller holds, as when a role is created; taking away a rule that denies counts as granting what it denied.
         *     Another slug needs the permission boundary for whatever `assignableRole` conditions can give under either slug, if they tell them apart.
         *     Whoever has the role feels it from their next request on. Built-in roles cannot be changed: 404.
         */
        patch: operations["updateLegacyProjectRole"];
        trace?: never;
    };
    "/api/v1/workspace/{projectSlug}/roles/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                projectSlug: components["schemas"]["SlugReference"];
                /** @description The role's slug. */
                slug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        /**
         * Get a role of a project by its slug (legacy)
         * @deprecated
         * @description A built-in role is answered with one rule for each action.
         */
        get: operations["getLegacyProjectRoleBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the roles of a project (legacy)
         * @deprecated
         * @description The built-in roles first, then the custom ones by slug. What a role allows is in the role itself, not in this list. The ids of
         *     built-in roles are derived from the project, and stay the same.
         */
        get: operations["listWorkspaceRoles"];
        put?: never;
        /**
         * Create a custom role of a project (legacy)
         * @deprecated
         * @description Nobody writes into a role what they do not hold in the project themselves: that is 403 `PermissionBoundaryError`, and
         *     `details.missingPermissions` lists what is missing. A slug that is taken is 400.
         */
        post: operations["createWorkspaceRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/roles/{projectRoleId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The role's id. */
                projectRoleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a custom role of a project (legacy)
         * @deprecated
         * @description A role that somebody has is not deleted; the answer is 400 and says how many have it. Built-in roles are 404.
         */
        delete: operations["deleteWorkspaceRole"];
        options?: never;
        head?: never;
        /**
         * Change a custom role of a project (legacy)
         * @deprecated
         * @description Changes what is sent and leaves the rest; `{}` changes nothing. `permissions` replaces all rules of the role, within what the
         *     caller holds, as when a role is created; taking away a rule that denies counts as granting what it denied.
         *     Another slug needs the permission boundary for whatever `assignableRole` conditions can give under either slug, if they tell them apart.
         *     Whoever has the role feels it from their next request on. Built-in roles cannot be changed: 404.
         */
        patch: operations["updateWorkspaceRole"];
        trace?: never;
    };
    "/api/v2/workspace/{projectId}/roles/slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The role's slug. */
                slug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        /**
         * Get a role of a project by its slug (legacy)
         * @deprecated
         * @description A built-in role is answered with one rule for each action.
         */
        get: operations["getWorkspaceRoleBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/additional-privilege/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the additional privileges of a machine identity by project slug (legacy)
         * @deprecated
         * @description The older form of `/api/v2/identity-project-additional-privilege`, on the same privileges.
         *     The oldest first, those that have ended included.
         */
        get: operations["listLegacyPrivileges"];
        put?: never;
        post?: never;
        /**
         * Delete an additional privilege by its slug (legacy)
         * @deprecated
         * @description The older form of `/api/v2/identity-project-additional-privilege`, on the same privileges.
         */
        delete: operations["deleteLegacyPrivilege"];
        options?: never;
        head?: never;
        /**
         * Change an additional privilege by its slug (legacy)
         * @deprecated
         * @description The older form of `/api/v2/identity-project-additional-privilege`, on the same privileges.
         *     Changes what `privilegeDetails` holds and leaves the rest. Of a temporary privilege the range and the start may be sent alone; one that is
         *     permanent becomes temporary with `isTemporary: true` and both of them (400 otherwise).
         */
        patch: operations["updateLegacyPrivilege"];
        trace?: never;
    };
    "/api/v1/additional-privilege/identity/permanent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant a machine identity an additional privilege for good (legacy)
         * @deprecated
         * @description The older form of `/api/v2/identity-project-additional-privilege`, on the same privileges.
         *     One of `privilegePermission` and `permissions` is needed; the former wins.
         */
        post: operations["createPermanentLegacyPrivilege"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/additional-privilege/identity/temporary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant a machine identity an additional privilege for a time (legacy)
         * @deprecated
         * @description The older form of `/api/v2/identity-project-additional-privilege`, on the same privileges.
         *     One of `privilegePermission` and `permissions` is needed; the former wins.
         */
        post: operations["createTemporaryLegacyPrivilege"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/additional-privilege/identity/{privilegeSlug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The privilege's slug. */
                privilegeSlug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        /**
         * Get an additional privilege by its slug and project slug (legacy)
         * @deprecated
         * @description The older form of `/api/v2/identity-project-additional-privilege`, on the same privileges.
         */
        get: operations["getLegacyPrivilege"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/certificates/issue-certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a certificate, at the older path
         * @deprecated
         * @description The same as at the newer path.
         */
        post: operations["issueLegacyCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/certificates/sign-certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Certify a key that was made elsewhere, at the older path
         * @deprecated
         * @description The same as at the newer path.
         */
        post: operations["signLegacyCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/certificates/{serialNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's serial number in hexadecimal, in upper or lower case. */
                serialNumber: components["parameters"]["CertificateSerial"];
            };
            cookie?: never;
        };
        /**
         * Get what is known of a certificate, by its serial number
         * @deprecated
         */
        get: operations["getLegacyCertificate"];
        put?: never;
        post?: never;
        /**
         * Delete a certificate by its serial number
         * @deprecated
         * @description The same as with its id.
         */
        delete: operations["deleteLegacyCertificate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/certificates/{serialNumber}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's serial number in hexadecimal, in upper or lower case. */
                serialNumber: components["parameters"]["CertificateSerial"];
            };
            cookie?: never;
        };
        /**
         * Get a certificate itself, by its serial number
         * @deprecated
         */
        get: operations["getLegacyCertificateBody"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/certificates/{serialNumber}/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's serial number in hexadecimal, in upper or lower case. */
                serialNumber: components["parameters"]["CertificateSerial"];
            };
            cookie?: never;
        };
        /**
         * Get a certificate with its chain and private key, by its serial number
         * @deprecated
         * @description The same as with its id.
         */
        get: operations["getLegacyCertificateBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/certificates/{serialNumber}/private-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's serial number in hexadecimal, in upper or lower case. */
                serialNumber: components["parameters"]["CertificateSerial"];
            };
            cookie?: never;
        };
        /**
         * Get the private key of a certificate by its serial number
         * @deprecated
         * @description The same as with its id.
         */
        get: operations["getLegacyCertificatePrivateKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pki/certificates/{serialNumber}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's serial number in hexadecimal, in upper or lower case. */
                serialNumber: components["parameters"]["CertificateSerial"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a certificate by its serial number
         * @deprecated
         * @description The same as with its id.
         */
        post: operations["revokeLegacyCertificate"];
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
        /**
         * @description An opaque identifier. Anything that names nothing here answers 404.
         * @example 6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11
         */
        Id: string;
        /**
         * @description An environment's slug. One that names none is 404.
         * @example dev
         */
        FolderEnvironment: string;
        /**
         * @description The path of the folder that it is in; without it, `/`, the root. Names of folders, at most 32, each after a slash. A missing slash
         *     at the beginning and one at the end are forgiven.
         * @example /services
         */
        FolderPathOrRoot: string;
        /**
         * @description Neither `:` nor `/` nor control characters, and no space at either end.
         * @example DATABASE_URL
         */
        SecretName: string;
        /**
         * Format: password
         * @description Kept without the space around it, but with one newline at its end if it ends with one. `${KEY}` stands for another secret of the same
         *     folder, `${environment.folder.KEY}` for one elsewhere in the project; at most 500 different ones.
         * @example postgres://app@db/app
         */
        SecretValue: string;
        /**
         * Format: password
         * @description For people. Sealed like the value.
         * @example The primary
         */
        SecretComment: string;
        SecretMetadataInput: {
            /** @example team */
            key: string;
            /**
             * @default
             * @example payments
             */
            value: string;
            /**
             * @description Sealed like the value, and shown only with it.
             * @default false
             */
            isEncrypted: boolean;
        };
        SecretMetadataList: components["schemas"]["SecretMetadataInput"][];
        /** @description Ids of tags of the project. Without them a change leaves the tags as they are; `[]` takes all away. */
        SecretTagIds: components["schemas"]["Id"][];
        /**
         * @description For clients that write files: whether they put the value on one line, with `\n` for each newline. The server does so only
         *     when it replaces references in the value.
         */
        SkipMultilineEncoding: boolean | null;
        /** @description Kept only together with `secretReminderRepeatDays`. */
        SecretReminderNote: string | null;
        /** @description 0 and null are no reminder. */
        SecretReminderRepeatDays: number | null;
        NewSecretItem: {
            secretKey: components["schemas"]["SecretName"];
            secretValue: components["schemas"]["SecretValue"];
            secretComment?: components["schemas"]["SecretComment"];
            secretMetadata?: components["schemas"]["SecretMetadataList"];
            tagIds?: components["schemas"]["SecretTagIds"];
            skipMultilineEncoding?: components["schemas"]["SkipMultilineEncoding"];
            secretReminderNote?: components["schemas"]["SecretReminderNote"];
            secretReminderRepeatDays?: components["schemas"]["SecretReminderRepeatDays"];
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "secretPath": "/",
         *       "secrets": [
         *         {
         *           "secretKey": "DATABASE_HOST",
         *           "secretValue": "db.example.internal"
         *         },
         *         {
         *           "secretKey": "DATABASE_URL",
         *           "secretValue": "postgres://app@${DATABASE_HOST}/app"
         *         }
         *       ]
         *     }
         */
        CreateSecretsRequest: {
            projectId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            secretPath?: components["schemas"]["FolderPathOrRoot"];
            secrets: components["schemas"]["NewSecretItem"][];
        };
        /**
         * @description A personal secret stands in for the shared one of the same name, for the user who made it.
         * @default shared
         * @enum {string}
         */
        SecretType: "shared" | "personal";
        SecretMetadataEntry: {
            /** @example team */
            key: string;
            /** @example payments */
            value: string;
            isEncrypted: boolean;
        };
        SecretTag: {
            id: components["schemas"]["Id"];
            /** @example backend */
            slug: string;
            /**
             * @description The slug again.
             * @example backend
             */
            name: string;
            color: string | null;
        };
        /** @description Who wrote this version. */
        SecretActor: {
            actorId: string | null;
            /** @enum {string|null} */
            actorType: "user" | "identity" | "service" | null;
            /** @example robot */
            name: string | null;
            /** @description Always null. */
            membershipId: string | null;
            /** @description Always null. */
            groupId: string | null;
        };
        /** @description A secret without its value. */
        SecretDescription: {
            id: components["schemas"]["Id"];
            /** @description The id again. */
            _id: string;
            /** @description The project's id. */
            workspace: string;
            /**
             * @description The slug of the environment.
             * @example dev
             */
            environment: string;
            /**
             * @description From 1; every change adds one.
             * @example 1
             */
            version: number;
            type: components["schemas"]["SecretType"];
            /** @example DATABASE_URL */
            secretKey: string;
            /** @description Whether the value is not shown. */
            secretValueHidden: boolean;
            /** @description Empty if there is none. */
            secretComment: string;
            /**
             * @description The path of the folder.
             * @example /
             */
            secretPath: string;
            secretReminderNote: string | null;
            secretReminderRepeatDays: number | null;
            secretMetadata: components["schemas"]["SecretMetadataEntry"][];
            skipMultilineEncoding: boolean | null;
            tags: components["schemas"]["SecretTag"][];
            actor: components["schemas"]["SecretActor"];
            /** @description Always false. */
            isRotatedSecret: boolean;
            /** @description Always null. */
            rotationId: string | null;
        };
        SecretFacts: components["schemas"]["SecretDescription"] & {
            /**
             * @description `<hidden-by-infisical>` when it is not shown.
             * @example postgres://app@db/app
             */
            secretValue: string;
        };
        /**
         * Format: date-time
         * @description An RFC 3339 time; answers are in UTC with milliseconds.
         * @example 2026-01-02T03:04:05.678Z
         */
        Timestamp: string;
        Secret: components["schemas"]["SecretFacts"] & {
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        ManySecrets: {
            secrets: components["schemas"]["Secret"][];
        };
        /** @description The shape of 400 and 403. */
        DetailedError: {
            /**
             * @description The id of this request, also in `X-Request-Id` and in the server's log.
             * @example req-9fK2mQ0ZtB4xLd
             */
            reqId: string;
            /**
             * @description The HTTP status again.
             * @example 403
             */
            statusCode: number;
            /**
             * @description A short, stable name of the kind of error.
             * @example PermissionDenied
             */
            error: string;
            /**
             * @description What went wrong and what to do about it.
             * @example You are not allowed to edit settings.
             */
            message: string;
            /**
             * @description Of `PermissionDenied` in a project, the caller's rules on that action and subject; of `PermissionBoundaryError`, an object
             *     with the `missingPermissions`. Absent otherwise, and always with 400.
             */
            details?: unknown;
        };
        /** @description The shape of every error but 400, 403 and 422. */
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
        /** @description The request itself is wrong; `message` lists every issue found, up to 50. If a list, an object or a text is far too large, only what is too large is listed. */
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
        UnwantedSecretItem: {
            secretKey: components["schemas"]["SecretName"];
            type?: components["schemas"]["SecretType"];
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "secretPath": "/",
         *       "secrets": [
         *         {
         *           "secretKey": "DATABASE_HOST"
         *         }
         *       ]
         *     }
         */
        DeleteSecretsRequest: {
            projectId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            secretPath?: components["schemas"]["FolderPathOrRoot"];
            secrets: components["schemas"]["UnwantedSecretItem"][];
        };
        /**
         * @description What becomes of names that there are not.
         * @default failOnNotFound
         * @enum {string}
         */
        SecretUpdateMode: "failOnNotFound" | "ignore" | "upsert";
        /**
         * @description Where this one is, if not in the path of the request.
         * @example /services
         */
        OwnSecretPath: string;
        SecretChangeItem: {
            secretKey: components["schemas"]["SecretName"];
            newSecretName?: components["schemas"]["SecretName"];
            secretPath?: components["schemas"]["OwnSecretPath"];
            secretValue?: components["schemas"]["SecretValue"];
            secretComment?: components["schemas"]["SecretComment"];
            secretMetadata?: components["schemas"]["SecretMetadataList"];
            tagIds?: components["schemas"]["SecretTagIds"];
            skipMultilineEncoding?: components["schemas"]["SkipMultilineEncoding"];
            secretReminderNote?: components["schemas"]["SecretReminderNote"];
            secretReminderRepeatDays?: components["schemas"]["SecretReminderRepeatDays"];
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "secretPath": "/",
         *       "mode": "upsert",
         *       "secrets": [
         *         {
         *           "secretKey": "DATABASE_HOST",
         *           "secretValue": "replica.example.internal"
         *         },
         *         {
         *           "secretKey": "DATABASE_SSLMODE",
         *           "secretValue": "verify-full",
         *           "secretPath": "/"
         *         }
         *       ]
         *     }
         */
        UpdateSecretsRequest: {
            projectId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            secretPath?: components["schemas"]["FolderPathOrRoot"];
            mode?: components["schemas"]["SecretUpdateMode"];
            secrets: components["schemas"]["SecretChangeItem"][];
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "sourceEnvironment": "dev",
         *       "sourceSecretPath": "/",
         *       "destinationEnvironment": "dev",
         *       "destinationSecretPath": "/archive",
         *       "secretIds": [
         *         "0b7d2a90-5a52-4a3c-8d0e-6c1f3f1b2e77"
         *       ]
         *     }
         */
        MoveSecretsRequest: {
            projectId: components["schemas"]["Id"];
            sourceEnvironment: components["schemas"]["FolderEnvironment"];
            sourceSecretPath?: components["schemas"]["FolderPathOrRoot"];
            destinationEnvironment: components["schemas"]["FolderEnvironment"];
            destinationSecretPath?: components["schemas"]["FolderPathOrRoot"];
            /** @description Ids of shared secrets in the source folder. */
            secretIds: components["schemas"]["Id"][];
            /**
             * @description Whether secrets of the same names there are replaced.
             * @default false
             */
            shouldOverwrite: boolean;
        };
        MovedSecrets: {
            /** @description Always true. */
            isSourceUpdated: boolean;
            /** @description Always true. */
            isDestinationUpdated: boolean;
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "sourceEnvironment": "dev",
         *       "sourceSecretPath": "/",
         *       "destinationEnvironment": "dev",
         *       "destinationSecretPath": "/archive",
         *       "secretIds": [
         *         "0b7d2a90-5a52-4a3c-8d0e-6c1f3f1b2e77"
         *       ],
         *       "attributesToCopy": {
         *         "value": true,
         *         "comment": true
         *       }
         *     }
         */
        DuplicateSecretsRequest: {
            projectId: components["schemas"]["Id"];
            sourceEnvironment: components["schemas"]["FolderEnvironment"];
            sourceSecretPath?: components["schemas"]["FolderPathOrRoot"];
            destinationEnvironment: components["schemas"]["FolderEnvironment"];
            destinationSecretPath?: components["schemas"]["FolderPathOrRoot"];
            /** @description Ids of shared secrets in the source folder. */
            secretIds: components["schemas"]["Id"][];
            /**
             * @description Whether secrets of the same names there are replaced.
             * @default false
             */
            shouldOverwrite: boolean;
            attributesToCopy?: {
                /** @default false */
                value: boolean;
                /** @default false */
                comment: boolean;
                /** @default false */
                tags: boolean;
                /** @default false */
                metadata: boolean;
                /** @default false */
                skipMultilineEncoding: boolean;
            };
        };
        DuplicatedSecrets: {
            results: {
                sourceSecretId: components["schemas"]["Id"];
                /** @example DATABASE_URL */
                sourceSecretKey: string;
                /** @description The copy's id. */
                destinationSecretId: string;
            }[];
        };
        /**
         * @description What one import shows: the secrets of its folder, and of what that imports, each name once; of a folder of another project only its own secrets. `secretPath` of
         *     each is that of the folder that imports.
         */
        ImportedSecrets: {
            /**
             * @description The path of the folder that is imported.
             * @example /shared
             */
            secretPath: string;
            /**
             * @description The slug of its environment.
             * @example dev
             */
            environment: string;
            /** @description Its id. */
            folderId: string;
            secrets: components["schemas"]["SecretFacts"][];
        };
        SecretList: {
            secrets: components["schemas"]["Secret"][];
            /** @description In their order. Empty unless they were asked for. */
            imports: components["schemas"]["ImportedSecrets"][];
        };
        OneSecret: {
            secret: components["schemas"]["Secret"];
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "secretPath": "/",
         *       "secretValue": "postgres://app@db/app",
         *       "secretComment": "The primary"
         *     }
         */
        CreateSecretRequest: {
            projectId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            secretPath?: components["schemas"]["FolderPathOrRoot"];
            type?: components["schemas"]["SecretType"];
            secretValue: components["schemas"]["SecretValue"];
            secretComment?: components["schemas"]["SecretComment"];
            secretMetadata?: components["schemas"]["SecretMetadataList"];
            tagIds?: components["schemas"]["SecretTagIds"];
            skipMultilineEncoding?: components["schemas"]["SkipMultilineEncoding"];
            secretReminderNote?: components["schemas"]["SecretReminderNote"];
            secretReminderRepeatDays?: components["schemas"]["SecretReminderRepeatDays"];
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "secretPath": "/"
         *     }
         */
        DeleteSecretRequest: {
            projectId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            secretPath?: components["schemas"]["FolderPathOrRoot"];
            type?: components["schemas"]["SecretType"];
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "secretPath": "/",
         *       "secretValue": "postgres://app@replica/app"
         *     }
         */
        UpdateSecretRequest: {
            projectId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            secretPath?: components["schemas"]["FolderPathOrRoot"];
            type?: components["schemas"]["SecretType"];
            newSecretName?: components["schemas"]["SecretName"];
            secretValue?: components["schemas"]["SecretValue"];
            secretComment?: components["schemas"]["SecretComment"];
            secretMetadata?: components["schemas"]["SecretMetadataList"];
            tagIds?: components["schemas"]["SecretTagIds"];
            skipMultilineEncoding?: components["schemas"]["SkipMultilineEncoding"];
            secretReminderNote?: components["schemas"]["SecretReminderNote"];
            secretReminderRepeatDays?: components["schemas"]["SecretReminderRepeatDays"];
        };
        /**
         * @description Names of folders, at most 32, each after a slash; `/` is the root. A missing slash at the beginning and one at the end are forgiven.
         * @example /services
         */
        FolderPath: string;
        /**
         * @description Letters, digits, hyphens and underscores; one in each folder.
         * @example api
         */
        FolderName: string;
        /**
         * @description Any text, or null for none.
         * @example What the API needs.
         */
        FolderDescription: string | null;
        Folder: {
            /** Format: uuid */
            id: string;
            name: components["schemas"]["FolderName"];
            /**
             * @description From 1, one more with each change.
             * @example 1
             */
            version: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description The environment's id.
             */
            envId: string;
            /**
             * Format: uuid
             * @description The folder that it is in; null for the root folder.
             */
            parentId: string | null;
            /**
             * @description Always false.
             * @example false
             */
            isReserved: boolean;
            description: components["schemas"]["FolderDescription"];
            /**
             * Format: date-time
             * @description When a secret in it was last changed.
             * @example null
             */
            lastSecretModified: string | null;
        };
        FolderList: {
            folders: (components["schemas"]["Folder"] & {
                /**
                 * @description Only in recursive lists: its path as seen from the listed folder, with its name.
                 * @example /services/api
                 */
                relativePath?: string;
            })[];
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "name": "api",
         *       "path": "/services",
         *       "description": "What the API needs."
         *     }
         */
        CreateFolderRequest: {
            projectId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            name: components["schemas"]["FolderName"];
            path?: components["schemas"]["FolderPathOrRoot"];
            description?: components["schemas"]["FolderDescription"];
        };
        FolderWithPath: components["schemas"]["Folder"] & {
            /**
             * @description Its own path, with its name.
             * @example /services/api
             */
            path: string;
        };
        ChangedFolder: {
            folder: components["schemas"]["FolderWithPath"];
        };
        FoundFolder: {
            folder: components["schemas"]["FolderWithPath"] & {
                /** Format: uuid */
                projectId: string;
                environment: {
                    /** Format: uuid */
                    envId: string;
                    /** @example Development */
                    envName: string;
                    /** @example dev */
                    envSlug: string;
                };
            };
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "path": "/",
         *       "forceDelete": true
         *     }
         */
        DeleteFolderRequest: {
            projectId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            path?: components["schemas"]["FolderPathOrRoot"];
            /**
             * @description Whether what is in it is deleted too.
             * @default false
             */
            forceDelete: boolean;
        };
        DeletedFolder: {
            folder: components["schemas"]["Folder"];
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "name": "gateway",
         *       "path": "/"
         *     }
         */
        UpdateFolderRequest: {
            projectId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            name: components["schemas"]["FolderName"];
            path?: components["schemas"]["FolderPathOrRoot"];
            description?: components["schemas"]["FolderDescription"];
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "folderId": "0b7d2a90-5a52-4a3c-8d0e-6c1f3f1b2e77",
         *       "destinationEnvironment": "dev",
         *       "destinationPath": "/archive"
         *     }
         */
        MoveFolderRequest: {
            projectId: components["schemas"]["Id"];
            folderId: components["schemas"]["Id"];
            destinationEnvironment: components["schemas"]["FolderEnvironment"];
            destinationPath: components["schemas"]["FolderPath"];
        };
        MovedFolder: {
            /** Format: uuid */
            folderId: string;
            /**
             * @description The slug of the environment that it was in.
             * @example dev
             */
            sourceEnvironment: string;
            /**
             * @description The path of the folder that it was in.
             * @example /
             */
            sourcePath: string;
            /**
             * @description The slug of the environment that it is in now.
             * @example dev
             */
            destinationEnvironment: string;
            /**
             * @description The path of the folder that it is in now.
             * @example /archive
             */
            destinationPath: string;
        };
        SecretVersionFacts: components["schemas"]["SecretDescription"] & {
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Whether its value was removed. */
            isRedacted: boolean;
            /** Format: date-time */
            redactedAt: string | null;
            /** @description Null if it was no user. */
            redactedByUserId: string | null;
            /** @description Null if it was no machine identity. */
            redactedByIdentityId: string | null;
            /** @description Whoever redacted it; null once they have left the organization. */
            redactedByActor: {
                /**
                 * @description The name of a machine identity.
                 * @example ada@example.com
                 */
                username: string;
                /** @example ada@example.com */
                email: string | null;
                /** @description Null for whoever is not in the project by themselves. */
                projectMembershipId: string | null;
            } | null;
        };
        RedactedSecretVersion: {
            id: components["schemas"]["Id"];
            /** @example 1 */
            version: number;
            type: components["schemas"]["SecretType"];
            /**
             * @description The name that the secret had.
             * @example DATABASE_URL
             */
            key: string;
            secretId: string;
            folderId: string;
            /** @description Always true. */
            isRedacted: boolean;
            redactedAt: components["schemas"]["Timestamp"];
            /** @description Null if it was no user. */
            redactedByUserId: string | null;
            /** @description Null if it was no machine identity. */
            redactedByIdentityId: string | null;
            /** @description Who wrote this version. */
            actorId: string;
            /** @enum {string} */
            actorType: "user" | "identity" | "service";
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        SecretImportFacts: {
            /** Format: uuid */
            id: string;
            /**
             * @description From 1, one more with each change.
             * @example 1
             */
            version: number;
            /**
             * @description The path of the folder that is imported.
             * @example /shared
             */
            importPath: string;
            /**
             * @description Its place among the imports of the folder, from 1.
             * @example 1
             */
            position: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description The folder that imports.
             */
            folderId: string;
            /**
             * @description Always false.
             * @example false
             */
            isReplication: boolean;
            /**
             * @description Always null.
             * @example null
             */
            isReplicationSuccess: boolean | null;
            /**
             * @description Always null.
             * @example null
             */
            replicationStatus: string | null;
            /**
             * Format: date-time
             * @description Always null.
             * @example null
             */
            lastReplicated: string | null;
            /**
             * @description Always false.
             * @example false
             */
            isReserved: boolean;
        };
        SecretImportEnvironment: {
            /** Format: uuid */
            id: string;
            /** @example Development */
            name: string;
            /** @example dev */
            slug: string;
        };
        SecretImport: components["schemas"]["SecretImportFacts"] & {
            importEnv: components["schemas"]["SecretImportEnvironment"] & {
                /**
                 * Format: uuid
                 * @description Its project.
                 */
                projectId: string;
            };
        };
        SecretImportList: {
            /** @example These are the imports. */
            message: string;
            secretImports: (components["schemas"]["SecretImport"] & {
                /**
                 * @description The name of the project of the folder that is imported.
                 * @example Rocket Launcher
                 */
                sourceProjectName: string;
            })[];
        };
        /**
         * @description The path of the folder that imports; without it, `/`, the root.
         * @example /
         */
        ImportingPath: string;
        /**
         * @description The path of the folder that is imported; without it, `/`, the root.
         * @example /shared
         */
        ImportedPath: string;
        /**
         * @description Not offered; true is 400.
         * @default false
         */
        ImportReplication: boolean;
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "path": "/",
         *       "import": {
         *         "environment": "dev",
         *         "path": "/archive"
         *       }
         *     }
         */
        CreateSecretImportRequest: {
            projectId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            path?: components["schemas"]["ImportingPath"];
            import: {
                environment: components["schemas"]["FolderEnvironment"];
                path?: components["schemas"]["ImportedPath"];
                /** @description The project of the folder that is imported; without it, the project itself. */
                sourceProjectId?: string;
            };
            isReplication?: components["schemas"]["ImportReplication"];
        };
        ChangedSecretImport: {
            /** @example The import was created. */
            message: string;
            secretImport: components["schemas"]["SecretImport"];
        };
        /** @description Where the folder that imports is. */
        SecretImportPlace: {
            environment: components["schemas"]["SecretImportEnvironment"];
            /** Format: uuid */
            projectId: string;
            /**
             * @description The path of the folder that imports.
             * @example /
             */
            secretPath: string;
        };
        FoundSecretImport: {
            secretImport: components["schemas"]["SecretImport"] & components["schemas"]["SecretImportPlace"];
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "path": "/"
         *     }
         */
        DeleteSecretImportRequest: {
            projectId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            path?: components["schemas"]["ImportingPath"];
        };
        SecretImportChange: {
            environment?: components["schemas"]["FolderEnvironment"];
            path?: components["schemas"]["FolderPath"];
            /**
             * @description Its new place among the imports of the folder, from 1.
             * @example 1
             */
            position?: number;
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "path": "/",
         *       "import": {
         *         "environment": "dev",
         *         "path": "/archive",
         *         "position": 1
         *       }
         *     }
         */
        UpdateSecretImportRequest: {
            projectId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            path?: components["schemas"]["ImportingPath"];
            import: components["schemas"]["SecretImportChange"];
        };
        ImportedSecretsList: {
            secrets: (components["schemas"]["ImportedSecrets"] & {
                /** @description The environment of the folder that is imported. */
                environmentInfo: {
                    id: string;
                    /** @example Production */
                    name: string;
                    /** @example prod */
                    slug: string;
                };
            })[];
        };
        /** @enum {string} */
        EventKind: "secret:create" | "secret:update" | "secret:delete" | "secret:import-mutation";
        EventRegistration: {
            event: components["schemas"]["EventKind"];
            /** @description Without it, or without one of its fields, everything of that kind that the caller may know of. */
            conditions?: {
                /** @example dev */
                environmentSlug?: string;
                /**
                 * @description A folder's path, or a pattern of paths such as `/app/**`. It starts with `/`; a slash at its end does not count.
                 * @example /app/**
                 */
                secretPath?: string;
            };
        };
        /**
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "register": [
         *         {
         *           "event": "secret:update",
         *           "conditions": {
         *             "environmentSlug": "dev",
         *             "secretPath": "/app/**"
         *           }
         *         }
         *       ]
         *     }
         */
        SubscribeRequest: {
            projectId: components["schemas"]["Id"];
            /** @description What to tell of. An event that several entries ask for is told once. */
            register: components["schemas"]["EventRegistration"][];
        };
        SecretChangeNotification: {
            /** @enum {string} */
            eventType: "secret:create" | "secret:update" | "secret:delete";
            payload: {
                /** @example dev */
                environment: string;
                /** @example /app */
                secretPath: string;
                /** @example DATABASE_URL */
                secretKey: string;
            }[];
        };
        ImportMutationNotification: {
            /** @enum {string} */
            eventType: "secret:import-mutation";
            payload: {
                /** @example dev */
                environment: string;
                /** @example /app */
                secretPath: string;
            };
        };
        EventNotification: {
            /** @enum {string} */
            projectType: "secret-manager";
            data: components["schemas"]["SecretChangeNotification"] | components["schemas"]["ImportMutationNotification"];
        };
        /**
         * @description What the project is for.
         * @example secret-manager
         * @enum {string}
         */
        ProjectType: "secret-manager" | "cert-manager" | "kms" | "secret-scanning" | "pam";
        /** @description A project. Fields of features that this server does not have carry their resting value. */
        Project: {
            /** Format: uuid */
            id: string;
            /** @example Rocket Launcher */
            name: string;
            /** @example rocket-launcher-7f3k */
            slug: string;
            /** @example Everything that flies. */
            description: string | null;
            type: components["schemas"]["ProjectType"];
            /** @example null */
            defaultProduct: string | null;
            /** @example false */
            autoCapitalization: boolean;
            /** Format: uuid */
            orgId: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /**
             * @description The generation of projects; there is only one.
             * @example 3
             */
            version: number;
            /** @example null */
            upgradeStatus: string | null;
            /** @example 10 */
            pitVersionLimit: number;
            /**
             * Format: uuid
             * @example null
             */
            kmsCertificateKeyId: string | null;
            /**
             * @description Null and 0 leave it to the server.
             * @example null
             */
            auditLogsRetentionDays: number | null;
            /** @example false */
            hasDeleteProtection: boolean;
            /** @example true */
            secretSharing: boolean;
            /** @example false */
            showSnapshotsLegacy: boolean;
            /** @example [] */
            secretDetectionIgnoreValues: string[];
            /** @example false */
            enforceEncryptedSecretManagerSecretMetadata: boolean;
        };
        EnvironmentOfProject: {
            /** Format: uuid */
            id: string;
            /** @example Development */
            name: string;
            /** @example dev */
            slug: string;
        };
        ProjectWithEnvironments: components["schemas"]["Project"] & {
            /**
             * Format: uuid
             * @description The same as `id`.
             */
            _id: string;
            /** @description In order, without those that are deleted. */
            environments: components["schemas"]["EnvironmentOfProject"][];
        };
        /**
         * @description Any text but only spaces; spaces around it are dropped.
         * @example Rocket Launcher
         */
        ProjectName: string;
        /**
         * @example {
         *       "projectName": "Rocket Launcher",
         *       "projectDescription": "Everything that flies.",
         *       "type": "secret-manager",
         *       "shouldCreateDefaultEnvs": true,
         *       "hasDeleteProtection": false
         *     }
         */
        CreateProjectRequest: {
            projectName: components["schemas"]["ProjectName"];
            /**
             * @description Spaces around it are dropped.
             * @example Everything that flies.
             */
            projectDescription?: string;
            /** @description Absent, it is made of the name and four random characters; one that is taken in the organization answers 400. */
            slug?: string;
            /**
             * @description What the project is for.
             * @default secret-manager
             * @enum {string}
             */
            type: "secret-manager" | "cert-manager" | "kms" | "secret-scanning" | "pam";
            /**
             * @description There are no other templates.
             * @default default
             * @enum {string}
             */
            template: "default";
            /**
             * @description Whether a project for secrets begins with `dev`, `staging` and `prod`.
             * @default true
             */
            shouldCreateDefaultEnvs: boolean;
            /**
             * @description Whether deleting it is refused until this is taken back.
             * @default false
             */
            hasDeleteProtection: boolean;
        };
        /**
         * @description Lower-case letters and digits, in words joined by single hyphens.
         * @example acme
         */
        Slug: string;
        DeletedEnvironmentOfProject: {
            /** Format: uuid */
            id: string;
            /** @example Development */
            name: string;
            /** @example dev */
            slug: string;
            deleteAfter: components["schemas"]["Timestamp"];
            softDeletedAt: components["schemas"]["Timestamp"];
            /** @description Null when who it was is gone. Of a machine identity there is only a `name` to tell. */
            deletedBy: {
                /** @enum {string} */
                type: "user" | "identity";
                /** Format: uuid */
                id: string;
                /** @example ada@example.com */
                email: string | null;
                /** @example ada@example.com */
                username: string | null;
                /** @example Ada */
                firstName: string | null;
                /** @example Lovelace */
                lastName: string | null;
                /**
                 * @description Only of a machine identity.
                 * @example ci-runner
                 */
                name?: string;
            } | null;
        };
        ProjectWithDeletedEnvironments: components["schemas"]["ProjectWithEnvironments"] & {
            /** @description Those that can still be restored. */
            deletedEnvironments: components["schemas"]["DeletedEnvironmentOfProject"][];
        };
        /**
         * @description Lower-case letters and digits, in words joined by single hyphens. No two projects of an organization have the same.
         * @example rocket-launcher
         */
        ProjectSlug: string;
        /**
         * @example {
         *       "name": "Rocket Launcher Two",
         *       "description": "Everything that flies, and lands again.",
         *       "hasDeleteProtection": true
         *     }
         */
        UpdateProjectRequest: {
            name?: components["schemas"]["ProjectName"];
            /**
             * @description Spaces around it are dropped.
             * @example Everything that flies.
             */
            description?: string | null;
            slug?: components["schemas"]["ProjectSlug"];
            /** @description Whether new secrets get names in capitals. */
            autoCapitalization?: boolean;
            /** @description Whether deleting it is refused until this is taken back. */
            hasDeleteProtection?: boolean;
            /** @description Kept for clients; no version is ever dropped. */
            pitVersionLimit?: number;
            /** @description Kept for clients. */
            secretSharing?: boolean;
            /** @description Kept for clients. */
            showSnapshotsLegacy?: boolean;
            defaultProduct?: components["schemas"]["ProjectType"];
            /** @description Kept for clients. */
            secretDetectionIgnoreValues?: string[];
            /** @description Whether metadata of secrets has to be encrypted. */
            enforceEncryptedSecretManagerSecretMetadata?: boolean;
        };
        /**
         * @example {
         *       "auditLogsRetentionDays": 30
         *     }
         */
        AuditLogsRetentionRequest: {
            /**
             * @description In days; with 0, as long as the server keeps everything else.
             * @example 30
             */
            auditLogsRetentionDays: number;
        };
        /**
         * @description Any text but only spaces; spaces around it are dropped.
         * @example Quality assurance
         */
        EnvironmentName: string;
        /**
         * @description Lower-case letters and digits, in words joined by single hyphens; one in each project.
         * @example qa
         */
        EnvironmentSlug: string;
        /**
         * @description Its place among the environments of the project, from 1.
         * @example 1
         */
        EnvironmentPosition: number;
        /**
         * @example {
         *       "name": "Quality assurance",
         *       "slug": "qa",
         *       "position": 1
         *     }
         */
        CreateEnvironmentRequest: {
            name: components["schemas"]["EnvironmentName"];
            slug: components["schemas"]["EnvironmentSlug"];
            position?: components["schemas"]["EnvironmentPosition"];
        };
        Environment: {
            /** Format: uuid */
            id: string;
            name: components["schemas"]["EnvironmentName"];
            slug: components["schemas"]["EnvironmentSlug"];
            position: components["schemas"]["EnvironmentPosition"];
            /** Format: uuid */
            projectId: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was deleted, if it was and can be restored.
             * @example null
             */
            softDeletedAt: string | null;
            /**
             * Format: date-time
             * @description Until when it can be restored.
             * @example null
             */
            deleteAfter: string | null;
            /**
             * Format: uuid
             * @description The user who deleted it.
             * @example null
             */
            deletedByUserId: string | null;
            /**
             * Format: uuid
             * @description The machine identity that deleted it.
             * @example null
             */
            deletedByIdentityId: string | null;
        };
        ChangedEnvironment: {
            /**
             * @description What was done, for a person to read.
             * @example The environment was created.
             */
            message: string;
            /** Format: uuid */
            projectId: string;
            environment: components["schemas"]["Environment"];
        };
        FoundEnvironment: {
            environment: components["schemas"]["Environment"];
        };
        /**
         * @example {
         *       "name": "Acceptance",
         *       "slug": "acceptance",
         *       "position": 1
         *     }
         */
        UpdateEnvironmentRequest: {
            name?: components["schemas"]["EnvironmentName"];
            slug?: components["schemas"]["EnvironmentSlug"];
            /**
             * @description From 1 on. 0 leaves it where it is, for Terraform, which sends 0 when no position is configured.
             * @example 1
             */
            position?: number;
        };
        /**
         * @description The slug of something that exists, such as `acme`. One that names nothing here answers 404.
         * @example acme
         */
        SlugReference: string;
        /** @description The environment, and the most of it once more beside it, where some clients look for it. */
        EnvironmentOfSlug: {
            environment: components["schemas"]["Environment"];
            /** Format: uuid */
            id: string;
            name: components["schemas"]["EnvironmentName"];
            slug: components["schemas"]["EnvironmentSlug"];
            position: components["schemas"]["EnvironmentPosition"];
            /** Format: uuid */
            projectId: string;
        };
        /**
         * @description Lower-case letters and digits, in words joined by single hyphens; one in each project.
         * @example production-only
         */
        TagSlug: string;
        /**
         * @description How to show it, in any notation; may be empty.
         * @example #d92626
         */
        TagColor: string | null;
        Tag: {
            /** Format: uuid */
            id: string;
            slug: components["schemas"]["TagSlug"];
            color: components["schemas"]["TagColor"];
            /** Format: uuid */
            projectId: string;
            /**
             * @description The id of the user or machine identity that created it, also after they are gone.
             * @example 0d6f6f1c-3a52-4d0e-8c57-2a4d0f8c1197
             */
            createdBy: string | null;
            /**
             * @description What `createdBy` is the id of.
             * @enum {string}
             */
            createdByActorType: "user" | "identity";
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        TagList: {
            tags: components["schemas"]["Tag"][];
        };
        /**
         * @example {
         *       "slug": "production-only",
         *       "color": "#d92626"
         *     }
         */
        CreateTagRequest: {
            slug: components["schemas"]["TagSlug"];
            color?: components["schemas"]["TagColor"];
        };
        TagAnswer: {
            tag: components["schemas"]["Tag"];
        };
        NamedTag: components["schemas"]["Tag"] & {
            /**
             * @description The same as `slug`.
             * @example production-only
             */
            name: string;
        };
        FoundTag: {
            tag: components["schemas"]["NamedTag"];
        };
        /**
         * @example {
         *       "slug": "rotated-by-hand",
         *       "color": "#2680d9"
         *     }
         */
        UpdateTagRequest: {
            slug?: components["schemas"]["TagSlug"];
            color?: components["schemas"]["TagColor"];
        };
        MembershipUserBasics: {
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
             * @description Always null; users have no key pair.
             * @example null
             */
            publicKey: string | null;
        };
        MembershipUser: components["schemas"]["MembershipUserBasics"] & {
            /**
             * @description True once the account is finished; there is no mail that could prove more.
             * @example true
             */
            isEmailVerified: boolean | null;
            /**
             * @example [
             *       "email"
             *     ]
             */
            authMethods: string[] | null;
        };
        /** @description A role of a member, as lists of members show it. */
        HeldRole: {
            /** Format: uuid */
            id: string;
            /**
             * @description The slug of a built-in role, or `custom`.
             * @example viewer
             */
            role: string;
            /** Format: uuid */
            customRoleId: string | null;
            /** @example null */
            customRoleName: string | null;
            /** @example null */
            customRoleSlug: string | null;
            /** @example false */
            isTemporary: boolean;
            /** @example null */
            temporaryMode: string | null;
            /** @example null */
            temporaryRange: string | null;
            /** Format: date-time */
            temporaryAccessStartTime: string | null;
            /** Format: date-time */
            temporaryAccessEndTime: string | null;
        };
        ProjectUserDetails: {
            /**
             * Format: uuid
             * @description The id of the membership.
             */
            id: string;
            /** Format: uuid */
            userId: string;
            /** Format: uuid */
            projectId: string;
            user: components["schemas"]["MembershipUser"];
            /** @description In the order in which they were given, also those that have not begun or are over. */
            roles: components["schemas"]["HeldRole"][];
        };
        ProjectUser: components["schemas"]["ProjectUserDetails"] & {
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description E-mail addresses, in any case. */
        ProjectUserEmails: string[];
        /** @description Usernames, in any case. */
        ProjectUsernames: string[];
        /**
         * @description The slug of a built-in or custom role of the project.
         * @example viewer
         */
        AssignedRoleSlug: string;
        /**
         * @description At least one e-mail address or username. Both mean the same here, since a username is the e-mail address in lower case.
         * @example {
         *       "usernames": [
         *         "ada@example.com"
         *       ],
         *       "roleSlugs": [
         *         "viewer"
         *       ]
         *     }
         */
        AddProjectUsersRequest: {
            emails?: components["schemas"]["ProjectUserEmails"];
            usernames?: components["schemas"]["ProjectUsernames"];
            /**
             * @description The slugs of built-in or custom roles of the project, at most 50, which everybody named gets.
             * @default [
             *       "member"
             *     ]
             */
            roleSlugs: components["schemas"]["AssignedRoleSlug"][];
        };
        ProjectUserMembership: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            /** Format: uuid */
            projectId: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description At least one e-mail address or username.
         * @example {
         *       "usernames": [
         *         "ada@example.com"
         *       ]
         *     }
         */
        RemoveProjectUsersRequest: {
            emails?: components["schemas"]["ProjectUserEmails"];
            usernames?: components["schemas"]["ProjectUsernames"];
        };
        /**
         * @example {
         *       "username": "ada@example.com"
         *     }
         */
        FindProjectUserRequest: {
            /** @description The username, in any case. */
            username: string;
        };
        PermanentRoleAssignment: {
            role: components["schemas"]["AssignedRoleSlug"];
            /**
             * @default false
             * @enum {boolean}
             */
            isTemporary: false;
        };
        /**
         * @description The end is counted from the start.
         * @enum {string}
         */
        TemporaryMode: "relative";
        /**
         * @description How long: a number above zero and a unit, such as `90m`, `1.5 hours` or `2 weeks`. The units are ms, s, m, h, d, w, y and their
         *     longer names; a number alone is milliseconds, and a year has 365.25 days. The end must not lie beyond the year 9999.
         * @example 1h
         */
        TemporaryRange: string;
        /**
         * Format: date-time
         * @description When it begins, in the past or in the future; an RFC 3339 time with any offset, whose seconds may be left out.
         * @example 2026-01-02T03:04:05.678Z
         */
        TemporaryStart: string;
        TemporaryRoleAssignment: {
            role: components["schemas"]["AssignedRoleSlug"];
            /** @enum {boolean} */
            isTemporary: true;
            temporaryMode: components["schemas"]["TemporaryMode"];
            temporaryRange: components["schemas"]["TemporaryRange"];
            temporaryAccessStartTime: components["schemas"]["TemporaryStart"];
        };
        /**
         * @description A role, for good or for a time. What belongs to the other form is ignored.
         * @example {
         *       "role": "viewer",
         *       "isTemporary": false
         *     }
         */
        RoleAssignment: components["schemas"]["PermanentRoleAssignment"] | components["schemas"]["TemporaryRoleAssignment"];
        /**
         * @description At most 50.
         * @example [
         *       {
         *         "role": "viewer"
         *       }
         *     ]
         */
        RoleAssignments: components["schemas"]["RoleAssignment"][];
        /**
         * @description Replaces all roles of the member.
         * @example {
         *       "roles": [
         *         {
         *           "role": "viewer"
         *         },
         *         {
         *           "role": "member",
         *           "isTemporary": true,
         *           "temporaryMode": "relative",
         *           "temporaryRange": "1h",
         *           "temporaryAccessStartTime": "2026-01-02T03:04:05.678Z"
         *         }
         *       ]
         *     }
         */
        ChangeRolesRequest: {
            roles: components["schemas"]["RoleAssignments"];
        };
        /** @description A role of a membership, as changing roles answers it. */
        MembershipRole: {
            /** Format: uuid */
            id: string;
            /**
             * @description The slug of a built-in role, or `custom`.
             * @example viewer
             */
            role: string;
            /** Format: uuid */
            projectMembershipId: string;
            /** Format: uuid */
            customRoleId: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @example false */
            isTemporary: boolean;
            /** @example null */
            temporaryMode: string | null;
            /** @example null */
            temporaryRange: string | null;
            /** Format: date-time */
            temporaryAccessStartTime: string | null;
            /** Format: date-time */
            temporaryAccessEndTime: string | null;
        };
        IdentityInProject: {
            /**
             * Format: uuid
             * @description The membership's id.
             */
            id: string;
            /** Format: uuid */
            identityId: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description In the order in which they were given. */
            roles: components["schemas"]["HeldRole"][];
            project: {
                /** Format: uuid */
                id: string;
                /** @example Payments */
                name: string;
            };
        };
        /**
         * @description The ways to authenticate that are attached.
         * @example [
         *       "universal-auth"
         *     ]
         */
        IdentityAuthMethods: ("token-auth" | "universal-auth" | "oidc-auth")[];
        MemberIdentity: {
            /** Format: uuid */
            id: string;
            /** @example ci-runner */
            name: string;
            authMethods: components["schemas"]["IdentityAuthMethods"];
        };
        /**
         * @description The ways to authenticate that are locked at the moment for at least one client address, after too many failures from there.
         * @example []
         */
        LockedAuthMethods: "universal-auth"[];
        ListedMemberIdentity: components["schemas"]["MemberIdentity"] & {
            /** Format: uuid */
            orgId: string;
            /**
             * Format: uuid
             * @description The project that the identity belongs to; null when that is only the organization.
             */
            projectId: string | null;
            activeLockoutAuthMethods: components["schemas"]["LockedAuthMethods"];
        };
        ListedProjectIdentity: components["schemas"]["IdentityInProject"] & {
            identity: components["schemas"]["ListedMemberIdentity"];
        };
        IdentityMetadataEntry: {
            /** Format: uuid */
            id: string;
            /** @example team */
            key: string;
            /** @example rockets */
            value: string;
        };
        ProjectIdentity: components["schemas"]["IdentityInProject"] & {
            /** @example null */
            lastLoginAuthMethod: string | null;
            /** Format: date-time */
            lastLoginTime: string | null;
            identity: components["schemas"]["ListedMemberIdentity"] & {
                metadata: components["schemas"]["IdentityMetadataEntry"][];
            };
        };
        /**
         * @description The roles of a new member. `roles` wins over `role`; without either, the member has `no-access`.
         * @example {
         *       "role": "viewer"
         *     }
         */
        ChosenRoles: {
            role?: components["schemas"]["AssignedRoleSlug"];
            roles?: components["schemas"]["RoleAssignments"];
        };
        IdentityProjectMembership: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId: string;
            /** Format: uuid */
            identityId: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        IdentityProjectMembershipAnswer: {
            identityMembership: components["schemas"]["IdentityProjectMembership"];
        };
        ProjectOwnedIdentity: {
            /** Format: uuid */
            id: string;
            /** @example deployer */
            name: string;
            /** Format: uuid */
            orgId: string;
            /** Format: uuid */
            projectId: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @example false */
            hasDeleteProtection: boolean;
            activeLockoutAuthMethods: components["schemas"]["LockedAuthMethods"];
            authMethods: components["schemas"]["IdentityAuthMethods"];
            metadata: components["schemas"]["IdentityMetadataEntry"][];
        };
        /**
         * @description Any text but only spaces; spaces around it are dropped.
         * @example ci-runner
         */
        IdentityName: string;
        /**
         * @description What rules may refer to; each key once.
         * @example [
         *       {
         *         "key": "team",
         *         "value": "rockets"
         *       }
         *     ]
         */
        IdentityMetadata: {
            /** @example team */
            key: string;
            /** @example rockets */
            value: string;
        }[];
        /**
         * @example {
         *       "name": "deployer",
         *       "hasDeleteProtection": false,
         *       "role": "viewer"
         *     }
         */
        CreateProjectOwnedIdentityRequest: {
            name: components["schemas"]["IdentityName"];
            /**
             * @description Whether deleting it is refused until this is taken back.
             * @default false
             */
            hasDeleteProtection: boolean;
            metadata?: components["schemas"]["IdentityMetadata"];
            role?: components["schemas"]["AssignedRoleSlug"];
            roles?: components["schemas"]["RoleAssignments"];
        };
        ProjectOwnedIdentityAnswer: {
            identity: components["schemas"]["ProjectOwnedIdentity"];
        };
        /**
         * @example {
         *       "name": "deployer",
         *       "hasDeleteProtection": true
         *     }
         */
        UpdateProjectOwnedIdentityRequest: {
            name?: components["schemas"]["IdentityName"];
            /** @description Whether deleting it is refused until this is taken back. */
            hasDeleteProtection?: boolean;
            metadata?: components["schemas"]["IdentityMetadata"];
        };
        /** @description The membership of a group in a project. */
        ProjectGroupMembership: {
            /** Format: uuid */
            id: string;
            projectId: string;
            /** Format: uuid */
            groupId: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        ProjectGroup: components["schemas"]["ProjectGroupMembership"] & {
            roles: components["schemas"]["HeldRole"][];
            group: {
                /** Format: uuid */
                id: string;
                /** @example Backend */
                name: string;
                /** @example backend */
                slug: string;
            };
        };
        /** @example Builder */
        ProjectRoleName: string;
        /** @example Reads what builds need. */
        ProjectRoleDescription: string | null;
        ProjectRoleSummary: {
            /** Format: uuid */
            id: string;
            name: components["schemas"]["ProjectRoleName"];
            description: components["schemas"]["ProjectRoleDescription"];
            slug: components["schemas"]["Slug"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** Format: uuid */
            projectId: string;
        };
        /**
         * @description Lower-case letters and digits, in words joined by single hyphens; one in each project, and not `admin`, `member`,
         *     `viewer`, `no-access`, `custom` or `cryptographic-operator`.
         * @example builder
         */
        ProjectRoleSlug: string;
        /** @enum {string} */
        SecretsAction: "read" | "describeSecret" | "readValue" | "create" | "edit" | "delete";
        SecretsActions: components["schemas"]["SecretsAction"] | components["schemas"]["SecretsAction"][];
        /**
         * @description Denies instead of allowing.
         * @example false
         */
        Inverted: boolean;
        ConditionText: string;
        ConditionTexts: components["schemas"]["ConditionText"][];
        /**
         * @description `*` is any run of characters but `/`, `**` any run, `?` one character but `/`, `{a,b}` alternatives; at most 20 of these. `/a/**` matches
         *     `/a` too.
         * @example /build/**
         */
        ConditionPattern: string;
        /** @description A plain text is the same as `$eq`. */
        PatternCondition: components["schemas"]["ConditionText"] | {
            $eq?: components["schemas"]["ConditionText"];
            $ne?: components["schemas"]["ConditionText"];
            $in?: components["schemas"]["ConditionTexts"];
            $glob?: components["schemas"]["ConditionPattern"];
        };
        /**
         * @description The path of a folder, from the root. A slash at its end does not count.
         * @example /build
         */
        ConditionPath: string;
        /** @description A plain path is the same as `$eq`. */
        PathCondition: components["schemas"]["ConditionPath"] | {
            $eq?: components["schemas"]["ConditionPath"];
            $ne?: components["schemas"]["ConditionPath"];
            $in?: components["schemas"]["ConditionPath"][];
            $glob?: components["schemas"]["ConditionPattern"];
        };
        /** @description `$in` is any of these tags, `$all` all of them. */
        TagsCondition: {
            $in?: components["schemas"]["ConditionTexts"];
            $all?: components["schemas"]["ConditionTexts"];
        };
        /** @description A plain text is the same as `$eq`. */
        EqualityCondition: components["schemas"]["ConditionText"] | {
            $eq?: components["schemas"]["ConditionText"];
            $ne?: components["schemas"]["ConditionText"];
            $in?: components["schemas"]["ConditionTexts"];
        };
        SecretsConditions: {
            environment?: components["schemas"]["PatternCondition"];
            secretPath?: components["schemas"]["PathCondition"];
            secretName?: components["schemas"]["PatternCondition"];
            secretTags?: components["schemas"]["TagsCondition"];
            eventType?: components["schemas"]["EqualityCondition"];
        } | null;
        SecretsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "secrets";
            action: components["schemas"]["SecretsActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["SecretsConditions"];
        };
        /** @enum {string} */
        CrudAction: "read" | "create" | "edit" | "delete";
        CrudActions: components["schemas"]["CrudAction"] | components["schemas"]["CrudAction"][];
        SecretFoldersConditions: {
            environment?: components["schemas"]["EqualityCondition"];
            secretPath?: components["schemas"]["PathCondition"];
        } | null;
        SecretFoldersPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "secret-folders";
            action: components["schemas"]["CrudActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["SecretFoldersConditions"];
        };
        PlaceConditions: {
            environment?: components["schemas"]["PatternCondition"];
            secretPath?: components["schemas"]["PathCondition"];
        } | null;
        SecretImportsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "secret-imports";
            action: components["schemas"]["CrudActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["PlaceConditions"];
        };
        /** @enum {string} */
        DynamicSecretsAction: "read-root-credential" | "create-root-credential" | "edit-root-credential" | "delete-root-credential" | "lease";
        DynamicSecretsActions: components["schemas"]["DynamicSecretsAction"] | components["schemas"]["DynamicSecretsAction"][];
        MetadataText: {
            $eq?: components["schemas"]["ConditionText"];
            $ne?: components["schemas"]["ConditionText"];
            $in?: components["schemas"]["ConditionTexts"];
        };
        /** @description Some entry of the metadata has this key and this value. */
        MetadataCondition: {
            $elemMatch: {
                key?: components["schemas"]["MetadataText"];
                value?: components["schemas"]["MetadataText"];
            };
        };
        DynamicSecretsConditions: {
            environment?: components["schemas"]["PatternCondition"];
            secretPath?: components["schemas"]["PathCondition"];
            metadata?: components["schemas"]["MetadataCondition"];
        } | null;
        DynamicSecretsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "dynamic-secrets";
            action: components["schemas"]["DynamicSecretsActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["DynamicSecretsConditions"];
        };
        /** @enum {string} */
        IdentityAction: "read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges" | "revoke-auth" | "edit-auth" | "create-token" | "get-token" | "delete-token";
        IdentityActions: components["schemas"]["IdentityAction"] | components["schemas"]["IdentityAction"][];
        IdentityConditions: {
            identityId?: components["schemas"]["EqualityCondition"];
            assignableRole?: components["schemas"]["EqualityCondition"];
            assignableSubject?: components["schemas"]["PatternCondition"];
            assignableAction?: components["schemas"]["PatternCondition"];
        } | null;
        IdentityPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "identity";
            action: components["schemas"]["IdentityActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["IdentityConditions"];
        };
        /** @enum {string} */
        MemberAction: "read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role" | "assign-additional-privileges" | "assume-privileges";
        MemberActions: components["schemas"]["MemberAction"] | components["schemas"]["MemberAction"][];
        MemberConditions: {
            userEmail?: components["schemas"]["PatternCondition"];
            assignableRole?: components["schemas"]["EqualityCondition"];
            assignableSubject?: components["schemas"]["PatternCondition"];
            assignableAction?: components["schemas"]["PatternCondition"];
        } | null;
        MemberPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "member";
            action: components["schemas"]["MemberActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["MemberConditions"];
        };
        /** @enum {string} */
        GroupsAction: "read" | "create" | "edit" | "delete" | "grant-privileges" | "assign-role";
        GroupsActions: components["schemas"]["GroupsAction"] | components["schemas"]["GroupsAction"][];
        GroupsConditions: {
            groupName?: components["schemas"]["PatternCondition"];
            assignableRole?: components["schemas"]["EqualityCondition"];
        } | null;
        GroupsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "groups";
            action: components["schemas"]["GroupsActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["GroupsConditions"];
        };
        /** @enum {string} */
        SecretRotationAction: "read" | "create" | "edit" | "delete" | "read-generated-credentials" | "rotate-secrets";
        SecretRotationActions: components["schemas"]["SecretRotationAction"] | components["schemas"]["SecretRotationAction"][];
        ConnectionPlaceConditions: {
            environment?: components["schemas"]["PatternCondition"];
            secretPath?: components["schemas"]["PathCondition"];
            connectionId?: components["schemas"]["EqualityCondition"];
        } | null;
        SecretRotationPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "secret-rotation";
            action: components["schemas"]["SecretRotationActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["ConnectionPlaceConditions"];
        };
        /** @enum {string} */
        SecretSyncsAction: "read" | "create" | "edit" | "delete" | "sync-secrets" | "import-secrets" | "remove-secrets";
        SecretSyncsActions: components["schemas"]["SecretSyncsAction"] | components["schemas"]["SecretSyncsAction"][];
        SecretSyncsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "secret-syncs";
            action: components["schemas"]["SecretSyncsActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["ConnectionPlaceConditions"];
        };
        /** @enum {string} */
        SecretEventSubscriptionsAction: "subscribe-to-creation-events" | "subscribe-to-update-events" | "subscribe-to-deletion-events" | "subscribe-to-import-mutation-events";
        SecretEventSubscriptionsActions: components["schemas"]["SecretEventSubscriptionsAction"] | components["schemas"]["SecretEventSubscriptionsAction"][];
        SecretEventSubscriptionsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "secret-event-subscriptions";
            action: components["schemas"]["SecretEventSubscriptionsActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["ConnectionPlaceConditions"];
        };
        /** @enum {string} */
        HoneyTokensAction: "read" | "read-credentials" | "create" | "edit" | "reset" | "revoke";
        HoneyTokensActions: components["schemas"]["HoneyTokensAction"] | components["schemas"]["HoneyTokensAction"][];
        HoneyTokensPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "honey-tokens";
            action: components["schemas"]["HoneyTokensActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["PlaceConditions"];
        };
        /** @enum {string} */
        ProxiedServicesAction: "read" | "create" | "edit" | "delete" | "proxy" | "report-usage";
        ProxiedServicesActions: components["schemas"]["ProxiedServicesAction"] | components["schemas"]["ProxiedServicesAction"][];
        ProxiedServicesPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "proxied-services";
            action: components["schemas"]["ProxiedServicesActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["PlaceConditions"];
        };
        /** @enum {string} */
        ProjectFolderGrantAction: "read-grant" | "create-grant" | "revoke-grant";
        ProjectFolderGrantActions: components["schemas"]["ProjectFolderGrantAction"] | components["schemas"]["ProjectFolderGrantAction"][];
        ProjectFolderGrantPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "project-folder-grant";
            action: components["schemas"]["ProjectFolderGrantActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["PlaceConditions"];
        };
        /** @enum {string} */
        CommitsAction: "read" | "perform-rollback";
        CommitsActions: components["schemas"]["CommitsAction"] | components["schemas"]["CommitsAction"][];
        CommitsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "commits";
            action: components["schemas"]["CommitsActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["PlaceConditions"];
        };
        /** @enum {string} */
        AppConnectionsAction: "read-app-connections" | "create-app-connections" | "edit-app-connections" | "delete-app-connections" | "connect-app-connections" | "rotate-credentials";
        AppConnectionsActions: components["schemas"]["AppConnectionsAction"] | components["schemas"]["AppConnectionsAction"][];
        AppConnectionsConditions: {
            connectionId?: components["schemas"]["EqualityCondition"];
        } | null;
        AppConnectionsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "app-connections";
            action: components["schemas"]["AppConnectionsActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["AppConnectionsConditions"];
        };
        /** @enum {string} */
        PkiSubscribersAction: "read" | "create" | "edit" | "delete" | "issue-cert" | "list-certs";
        PkiSubscribersActions: components["schemas"]["PkiSubscribersAction"] | components["schemas"]["PkiSubscribersAction"][];
        /** @description A plain text is the same as `$eq`. */
        NameCondition: components["schemas"]["ConditionText"] | {
            $eq?: components["schemas"]["ConditionText"];
            $in?: components["schemas"]["ConditionTexts"];
            $glob?: components["schemas"]["ConditionPattern"];
        };
        PkiSubscribersConditions: {
            name?: components["schemas"]["NameCondition"];
        } | null;
        PkiSubscribersPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "pki-subscribers";
            action: components["schemas"]["PkiSubscribersActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["PkiSubscribersConditions"];
        };
        CertificateTemplatesConditions: {
            name?: components["schemas"]["PatternCondition"];
        } | null;
        CertificateTemplatesPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "certificate-templates";
            action: components["schemas"]["PkiSubscribersActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["CertificateTemplatesConditions"];
        };
        CertificatePoliciesConditions: {
            name?: components["schemas"]["PatternCondition"];
        } | null;
        CertificatePoliciesPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "certificate-policies";
            action: components["schemas"]["CrudActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["CertificatePoliciesConditions"];
        };
        /** @enum {string} */
        CertificateAuthoritiesAction: "read" | "create" | "edit" | "delete" | "issue-ca-certificate" | "sign-intermediate";
        CertificateAuthoritiesActions: components["schemas"]["CertificateAuthoritiesAction"] | components["schemas"]["CertificateAuthoritiesAction"][];
        CertificateAuthoritiesConditions: {
            name?: components["schemas"]["PatternCondition"];
        } | null;
        CertificateAuthoritiesPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "certificate-authorities";
            action: components["schemas"]["CertificateAuthoritiesActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["CertificateAuthoritiesConditions"];
        };
        /** @enum {string} */
        CertificateProfilesAction: "read" | "create" | "edit" | "delete" | "issue-cert" | "reveal-acme-eab-secret" | "rotate-acme-eab-secret" | "manage-application-attachments";
        CertificateProfilesActions: components["schemas"]["CertificateProfilesAction"] | components["schemas"]["CertificateProfilesAction"][];
        CertificateProfilesConditions: {
            slug?: components["schemas"]["PatternCondition"];
        } | null;
        CertificateProfilesPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "certificate-profiles";
            action: components["schemas"]["CertificateProfilesActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["CertificateProfilesConditions"];
        };
        /** @enum {string} */
        CertificatesAction: "read" | "create" | "edit" | "delete" | "read-private-key" | "import";
        CertificatesActions: components["schemas"]["CertificatesAction"] | components["schemas"]["CertificatesAction"][];
        /**
         * @description `commonName` and `altNames` are compared without case, and each alternative name is authorized by itself. A certificate for a wildcard such as
         *     `*.example.com` stands for every name that it covers, which is one label in place of the `*`: a rule that denies applies if any of these names
         *     matches, a rule that allows only if all of them do, or if it names the wildcard itself (`$eq` or `$in`).
         */
        CertificatesConditions: {
            commonName?: components["schemas"]["PatternCondition"];
            altNames?: components["schemas"]["PatternCondition"];
            serialNumber?: components["schemas"]["PatternCondition"];
            friendlyName?: components["schemas"]["PatternCondition"];
            status?: components["schemas"]["PatternCondition"];
            metadata?: components["schemas"]["MetadataCondition"];
        } | null;
        CertificatesPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "certificates";
            action: components["schemas"]["CertificatesActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["CertificatesConditions"];
        };
        /** @enum {string} */
        PkiSyncsAction: "read" | "create" | "edit" | "delete" | "sync-certificates" | "import-certificates" | "remove-certificates" | "set-post-sync-command";
        PkiSyncsActions: components["schemas"]["PkiSyncsAction"] | components["schemas"]["PkiSyncsAction"][];
        PkiSyncsConditions: {
            name?: components["schemas"]["PatternCondition"];
            subscriberName?: components["schemas"]["PatternCondition"];
        } | null;
        PkiSyncsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "pki-syncs";
            action: components["schemas"]["PkiSyncsActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: components["schemas"]["PkiSyncsConditions"];
        };
        /**
         * @description Rules on this subject only allow.
         * @enum {boolean}
         */
        NotInverted: false;
        /** @description Rules on this subject have no conditions. */
        NoConditions: Record<string, never> | null;
        PlainPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "pki-alerts" | "pki-collections" | "certificate-inventory-views";
            action: components["schemas"]["CrudActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        ReadCreateAction: "read" | "create";
        ReadCreateActions: components["schemas"]["ReadCreateAction"] | components["schemas"]["ReadCreateAction"][];
        ReadCreatePermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "secret-rollback" | "approval-requests";
            action: components["schemas"]["ReadCreateActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        ReadOnlyAction: "read";
        ReadOnlyActions: components["schemas"]["ReadOnlyAction"] | components["schemas"]["ReadOnlyAction"][];
        ReadOnlyPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "audit-logs" | "secret-approval-request";
            action: components["schemas"]["ReadOnlyActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        InsightsAction: "read" | "generate-report" | "delete-report";
        InsightsActions: components["schemas"]["InsightsAction"] | components["schemas"]["InsightsAction"][];
        InsightsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "insights";
            action: components["schemas"]["InsightsActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        PkiDiscoveryAction: "read" | "create" | "edit" | "delete" | "run-scan";
        PkiDiscoveryActions: components["schemas"]["PkiDiscoveryAction"] | components["schemas"]["PkiDiscoveryAction"][];
        PkiDiscoveryPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "pki-discovery";
            action: components["schemas"]["PkiDiscoveryActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        PkiCertificateInstallationsAction: "read" | "edit" | "delete";
        PkiCertificateInstallationsActions: components["schemas"]["PkiCertificateInstallationsAction"] | components["schemas"]["PkiCertificateInstallationsAction"][];
        PkiCertificateInstallationsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "pki-certificate-installations";
            action: components["schemas"]["PkiCertificateInstallationsActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        CodeSignersAction: "read" | "create" | "edit" | "delete" | "sign";
        CodeSignersActions: components["schemas"]["CodeSignersAction"] | components["schemas"]["CodeSignersAction"][];
        CodeSignersPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "code-signers";
            action: components["schemas"]["CodeSignersActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        WorkspaceAction: "edit" | "delete";
        WorkspaceActions: components["schemas"]["WorkspaceAction"] | components["schemas"]["WorkspaceAction"][];
        WorkspacePermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "workspace";
            action: components["schemas"]["WorkspaceActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        KmsAction: "edit";
        KmsActions: components["schemas"]["KmsAction"] | components["schemas"]["KmsAction"][];
        KmsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "kms";
            action: components["schemas"]["KmsActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        CmekAction: "read" | "create" | "edit" | "delete" | "encrypt" | "decrypt" | "sign" | "verify" | "generate-mac" | "verify-mac" | "rotate" | "export-private-key";
        CmekActions: components["schemas"]["CmekAction"] | components["schemas"]["CmekAction"][];
        CmekPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "cmek";
            action: components["schemas"]["CmekActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        KmipAction: "create-clients" | "update-clients" | "delete-clients" | "read-clients" | "generate-client-certificates";
        KmipActions: components["schemas"]["KmipAction"] | components["schemas"]["KmipAction"][];
        KmipPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "kmip";
            action: components["schemas"]["KmipActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        SecretScanningDataSourcesAction: "read-data-sources" | "create-data-sources" | "edit-data-sources" | "delete-data-sources" | "trigger-data-source-scans" | "read-data-source-scans" | "read-data-source-resources";
        SecretScanningDataSourcesActions: components["schemas"]["SecretScanningDataSourcesAction"] | components["schemas"]["SecretScanningDataSourcesAction"][];
        SecretScanningDataSourcesPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "secret-scanning-data-sources";
            action: components["schemas"]["SecretScanningDataSourcesActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        SecretScanningFindingsAction: "read-findings" | "update-findings";
        SecretScanningFindingsActions: components["schemas"]["SecretScanningFindingsAction"] | components["schemas"]["SecretScanningFindingsAction"][];
        SecretScanningFindingsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "secret-scanning-findings";
            action: components["schemas"]["SecretScanningFindingsActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        SecretScanningConfigsAction: "read-configs" | "update-configs";
        SecretScanningConfigsActions: components["schemas"]["SecretScanningConfigsAction"] | components["schemas"]["SecretScanningConfigsAction"][];
        SecretScanningConfigsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "secret-scanning-configs";
            action: components["schemas"]["SecretScanningConfigsActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        HsmConnectorsAction: "read-hsm-connectors" | "create-hsm-connectors" | "edit-hsm-connectors" | "delete-hsm-connectors" | "test-hsm-connectors" | "attach-hsm-connectors";
        HsmConnectorsActions: components["schemas"]["HsmConnectorsAction"] | components["schemas"]["HsmConnectorsAction"][];
        HsmConnectorsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "hsm-connectors";
            action: components["schemas"]["HsmConnectorsActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        /** @enum {string} */
        ApprovalRequestGrantsAction: "read" | "revoke";
        ApprovalRequestGrantsActions: components["schemas"]["ApprovalRequestGrantsAction"] | components["schemas"]["ApprovalRequestGrantsAction"][];
        ApprovalRequestGrantsPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "approval-request-grants";
            action: components["schemas"]["ApprovalRequestGrantsActions"];
            inverted?: components["schemas"]["NotInverted"];
            conditions?: components["schemas"]["NoConditions"];
        };
        FormerAction: string;
        FormerActions: components["schemas"]["FormerAction"] | components["schemas"]["FormerAction"][];
        /** @description Subjects that no feature of this server uses. Any action and any condition is accepted, and none grants anything. */
        FormerPermission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            subject: "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-hosts" | "ssh-host-groups" | "mcp-endpoints" | "mcp-servers" | "mcp-activity-logs" | "pam-folders" | "pam-resources" | "pam-domains" | "pam-accounts" | "pam-sessions" | "pam-account-policies" | "pam-discovery" | "pam-insights";
            action: components["schemas"]["FormerActions"];
            inverted?: components["schemas"]["Inverted"];
            conditions?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @description A rule: it allows some actions on one kind of thing, its `subject`, or denies them (`inverted`); a deny always wins. With
         *     `conditions` it holds only for things that fit all of them. `inverted: false`, and conditions that are null or empty, are
         *     accepted on every subject; whatever a subject does not know is refused, never ignored.
         *
         *     `read` on `secrets` stands for `describeSecret` and `readValue`, `grant-privileges` for the `assign-` actions of its subject; neither
         *     goes together with what it stands for. Texts of conditions may hold `{{identity.id}}`, `{{identity.username}}`,
         *     `{{identity.metadata.KEY}}`, `{{identity.auth.PATH}}` and `{{stripPrefix TEXT PREFIX}}`, which become whoever the rule is judged for.
         *     Some subjects have nothing behind them on this server: rules on them are kept, and grant nothing.
         */
        ProjectPermission: components["schemas"]["SecretsPermission"] | components["schemas"]["SecretFoldersPermission"] | components["schemas"]["SecretImportsPermission"] | components["schemas"]["DynamicSecretsPermission"] | components["schemas"]["IdentityPermission"] | components["schemas"]["MemberPermission"] | components["schemas"]["GroupsPermission"] | components["schemas"]["SecretRotationPermission"] | components["schemas"]["SecretSyncsPermission"] | components["schemas"]["SecretEventSubscriptionsPermission"] | components["schemas"]["HoneyTokensPermission"] | components["schemas"]["ProxiedServicesPermission"] | components["schemas"]["ProjectFolderGrantPermission"] | components["schemas"]["CommitsPermission"] | components["schemas"]["AppConnectionsPermission"] | components["schemas"]["PkiSubscribersPermission"] | components["schemas"]["CertificateTemplatesPermission"] | components["schemas"]["CertificatePoliciesPermission"] | components["schemas"]["CertificateAuthoritiesPermission"] | components["schemas"]["CertificateProfilesPermission"] | components["schemas"]["CertificatesPermission"] | components["schemas"]["PkiSyncsPermission"] | components["schemas"]["PlainPermission"] | components["schemas"]["ReadCreatePermission"] | components["schemas"]["ReadOnlyPermission"] | components["schemas"]["InsightsPermission"] | components["schemas"]["PkiDiscoveryPermission"] | components["schemas"]["PkiCertificateInstallationsPermission"] | components["schemas"]["CodeSignersPermission"] | components["schemas"]["WorkspacePermission"] | components["schemas"]["KmsPermission"] | components["schemas"]["CmekPermission"] | components["schemas"]["KmipPermission"] | components["schemas"]["SecretScanningDataSourcesPermission"] | components["schemas"]["SecretScanningFindingsPermission"] | components["schemas"]["SecretScanningConfigsPermission"] | components["schemas"]["HsmConnectorsPermission"] | components["schemas"]["ApprovalRequestGrantsPermission"] | components["schemas"]["FormerPermission"];
        /**
         * @description What is allowed, and what is denied; nothing, if this is empty.
         * @example [
         *       {
         *         "subject": "secrets",
         *         "action": [
         *           "describeSecret",
         *           "readValue"
         *         ],
         *         "conditions": {
         *           "environment": "dev",
         *           "secretPath": {
         *             "$glob": "/build/**"
         *           }
         *         }
         *       },
         *       {
         *         "subject": "environments",
         *         "action": "read"
         *       }
         *     ]
         */
        ProjectPermissions: components["schemas"]["ProjectPermission"][];
        /**
         * @example {
         *       "slug": "builder",
         *       "name": "Builder",
         *       "description": "Reads what builds need.",
         *       "permissions": [
         *         {
         *           "subject": "secrets",
         *           "action": [
         *             "describeSecret",
         *             "readValue"
         *           ],
         *           "conditions": {
         *             "environment": "dev",
         *             "secretPath": {
         *               "$glob": "/build/**"
         *             }
         *           }
         *         },
         *         {
         *           "subject": "environments",
         *           "action": "read"
         *         }
         *       ]
         *     }
         */
        CreateProjectRoleRequest: {
            slug: components["schemas"]["ProjectRoleSlug"];
            name: components["schemas"]["ProjectRoleName"];
            description?: components["schemas"]["ProjectRoleDescription"];
            permissions: components["schemas"]["ProjectPermissions"];
        };
        /** @description A rule as it was written. `inverted` is always there, `conditions` when they were sent. */
        ProjectRule: {
            /** @example secrets */
            subject: string;
            /**
             * @description One action or a list of them, as it was sent.
             * @example [
             *       "describeSecret",
             *       "readValue"
             *     ]
             */
            action: string | string[];
            /**
             * @description Whether it denies.
             * @example false
             */
            inverted: boolean;
            /**
             * @example {
             *       "environment": "dev"
             *     }
             */
            conditions?: {
                [key: string]: unknown;
            } | null;
        };
        ProjectRole: components["schemas"]["ProjectRoleSummary"] & {
            permissions: components["schemas"]["ProjectRule"][];
        };
        /**
         * @example {
         *       "name": "Builder",
         *       "permissions": [
         *         {
         *           "subject": "environments",
         *           "action": "read"
         *         }
         *       ]
         *     }
         */
        UpdateProjectRoleRequest: {
            slug?: components["schemas"]["ProjectRoleSlug"];
            name?: components["schemas"]["ProjectRoleName"];
            description?: components["schemas"]["ProjectRoleDescription"];
            permissions?: components["schemas"]["ProjectPermissions"];
        };
        /** @description A privilege without its rules. */
        PrivilegeSummary: {
            /** Format: uuid */
            id: string;
            /** @example deploy-window */
            slug: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /**
             * @description Whether it holds only from its start to its end.
             * @example true
             */
            isTemporary: boolean;
            /** @example relative */
            temporaryMode: string | null;
            /**
             * @description As it was sent; null for good.
             * @example 1h
             */
            temporaryRange: string | null;
            /**
             * Format: date-time
             * @description When it begins; null for good.
             */
            temporaryAccessStartTime: string | null;
            /**
             * Format: date-time
             * @description When it ends; null for good.
             */
            temporaryAccessEndTime: string | null;
        };
        PermanentGrant: {
            /** @enum {boolean} */
            isTemporary: false;
        };
        TemporaryGrant: {
            /** @enum {boolean} */
            isTemporary: true;
            temporaryMode: components["schemas"]["TemporaryMode"];
            temporaryRange: components["schemas"]["TemporaryRange"];
            temporaryAccessStartTime: components["schemas"]["TemporaryStart"];
        };
        /**
         * @description For good, or from a start for some time.
         * @example {
         *       "isTemporary": false
         *     }
         */
        GrantType: components["schemas"]["PermanentGrant"] | components["schemas"]["TemporaryGrant"];
        /**
         * @description Lower-case letters and digits, in words joined by single hyphens.
         * @example deploy-window
         */
        PrivilegeSlug: string;
        /**
         * @example {
         *       "identityId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "projectId": "0b7d6a0e-52c3-4c0f-8a43-1f0f5b0d2c66",
         *       "slug": "deploy-window",
         *       "permissions": [
         *         {
         *           "subject": "secrets",
         *           "action": [
         *             "describeSecret",
         *             "readValue"
         *           ],
         *           "conditions": {
         *             "environment": "prod",
         *             "secretPath": {
         *               "$glob": "/deploy/**"
         *             }
         *           }
         *         }
         *       ],
         *       "type": {
         *         "isTemporary": true,
         *         "temporaryMode": "relative",
         *         "temporaryRange": "1h",
         *         "temporaryAccessStartTime": "2026-01-02T03:04:05.678Z"
         *       }
         *     }
         */
        CreatePrivilegeRequest: {
            identityId: components["schemas"]["Id"];
            projectId: components["schemas"]["Id"];
            permissions: components["schemas"]["ProjectPermissions"];
            type: components["schemas"]["GrantType"];
            slug?: components["schemas"]["PrivilegeSlug"];
        };
        /** @description What a machine identity may do in a project beyond its roles, or what it is denied there. */
        Privilege: {
            /** Format: uuid */
            id: string;
            /** @example deploy-window */
            slug: string;
            /** @description As they were sent. */
            permissions: components["schemas"]["ProjectRule"][];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /**
             * @description Whether it holds only from its start to its end.
             * @example true
             */
            isTemporary: boolean;
            /** @example relative */
            temporaryMode: string | null;
            /**
             * @description As it was sent; null for good.
             * @example 1h
             */
            temporaryRange: string | null;
            /**
             * Format: date-time
             * @description When it begins; null for good.
             */
            temporaryAccessStartTime: string | null;
            /**
             * Format: date-time
             * @description When it ends; null for good.
             */
            temporaryAccessEndTime: string | null;
        };
        /**
         * @example {
         *       "slug": "read-prod",
         *       "permissions": [
         *         {
         *           "subject": "secrets",
         *           "action": "read",
         *           "conditions": {
         *             "environment": "prod"
         *           }
         *         }
         *       ],
         *       "type": {
         *         "isTemporary": false
         *       }
         *     }
         */
        UpdatePrivilegeRequest: {
            slug?: components["schemas"]["PrivilegeSlug"];
            permissions?: components["schemas"]["ProjectPermissions"];
            type?: components["schemas"]["GrantType"];
        };
        /** @description A privilege without its rules. */
        UserPrivilegeSummary: {
            /** Format: uuid */
            id: string;
            /** @example deploy-window */
            slug: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /**
             * @description Whether it holds only from its start to its end.
             * @example true
             */
            isTemporary: boolean;
            /** @example relative */
            temporaryMode: string | null;
            /**
             * @description As it was sent; null for good.
             * @example 1h
             */
            temporaryRange: string | null;
            /**
             * Format: date-time
             * @description When it begins; null for good.
             */
            temporaryAccessStartTime: string | null;
            /**
             * Format: date-time
             * @description When it ends; null for good.
             */
            temporaryAccessEndTime: string | null;
            /** @description The user's membership of the project. */
            projectMembershipId: string;
            userId: string;
            projectId: string;
            /** @description Always false; there are no requests for access. */
            isLinkedToAccessApproval: boolean;
            /** @description Always null. */
            accessApprovalRequestId: string | null;
            /** @description Always empty. */
            policyApproverUserIds: string[];
        };
        /**
         * @example {
         *       "projectMembershipId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "slug": "deploy-window",
         *       "permissions": [
         *         {
         *           "subject": "secrets",
         *           "action": [
         *             "describeSecret",
         *             "readValue"
         *           ],
         *           "conditions": {
         *             "environment": "prod",
         *             "secretPath": {
         *               "$glob": "/deploy/**"
         *             }
         *           }
         *         }
         *       ],
         *       "type": {
         *         "isTemporary": true,
         *         "temporaryMode": "relative",
         *         "temporaryRange": "1h",
         *         "temporaryAccessStartTime": "2026-01-02T03:04:05.678Z"
         *       }
         *     }
         */
        CreateUserPrivilegeRequest: {
            projectMembershipId: components["schemas"]["Id"];
            permissions: components["schemas"]["ProjectPermissions"];
            type: components["schemas"]["GrantType"];
            slug?: components["schemas"]["PrivilegeSlug"];
        };
        /** @description What a user may do in a project beyond its roles, or what it is denied there. */
        UserPrivilege: {
            /** Format: uuid */
            id: string;
            /** @example deploy-window */
            slug: string;
            /** @description As they were sent. */
            permissions: components["schemas"]["ProjectRule"][];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /**
             * @description Whether it holds only from its start to its end.
             * @example true
             */
            isTemporary: boolean;
            /** @example relative */
            temporaryMode: string | null;
            /**
             * @description As it was sent; null for good.
             * @example 1h
             */
            temporaryRange: string | null;
            /**
             * Format: date-time
             * @description When it begins; null for good.
             */
            temporaryAccessStartTime: string | null;
            /**
             * Format: date-time
             * @description When it ends; null for good.
             */
            temporaryAccessEndTime: string | null;
            /** @description The user's membership of the project. */
            projectMembershipId: string;
            userId: string;
            projectId: string;
        };
        /**
         * @example {
         *       "slug": "read-prod",
         *       "permissions": [
         *         {
         *           "subject": "secrets",
         *           "action": "read",
         *           "conditions": {
         *             "environment": "prod"
         *           }
         *         }
         *       ],
         *       "type": {
         *         "isTemporary": false
         *       }
         *     }
         */
        UpdateUserPrivilegeRequest: {
            slug?: components["schemas"]["PrivilegeSlug"];
            permissions?: components["schemas"]["ProjectPermissions"];
            type?: components["schemas"]["GrantType"];
        };
        ThingValue: string | string[];
        /**
         * @example {
         *       "actorType": "identity",
         *       "actorId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "subject": "secrets",
         *       "action": "readValue",
         *       "object": {
         *         "environment": "prod",
         *         "secretPath": "/payments"
         *       }
         *     }
         */
        ExplainAccessRequest: {
            /**
             * @description Whether the actor is a user or a machine identity.
             * @enum {string}
             */
            actorType: "user" | "identity";
            actorId: components["schemas"]["Id"];
            /**
             * @description The kind of thing, as in the rules of roles and privileges.
             * @example secrets
             */
            subject: string;
            /**
             * @description What is to be done with it.
             * @example readValue
             */
            action: string;
            /**
             * @description The thing itself, by the names that conditions use: `environment`, `secretPath`, `secretName`, `secretTags`, `identityId`,
             *     `userEmail`, `groupName`, and so on. A condition on a name that is not given here does not hold.
             * @example {
             *       "environment": "prod",
             *       "secretPath": "/payments"
             *     }
             */
            object?: {
                [key: string]: components["schemas"]["ThingValue"];
            };
            at?: components["schemas"]["Timestamp"];
        };
        /**
         * @example {
         *       "environment": "dev"
         *     }
         */
        DecidingConditions: {
            [key: string]: unknown;
        } | null;
        /** @description The group that the role comes through. */
        OriginGroup: {
            /** Format: uuid */
            id: string;
            /** @example Backend */
            name: string;
        } | null;
        /** @description The role or the additional privilege that the rule belongs to. */
        RuleOrigin: {
            /** @enum {string} */
            type: "role" | "privilege";
            /**
             * @description Of a role, the id of its assignment; of a privilege, its own.
             * @example 6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11
             */
            id: string;
            /** @example developer */
            slug: string;
            /**
             * @description Of a custom role.
             * @example Developer
             */
            name: string | null;
            group: components["schemas"]["OriginGroup"];
            /**
             * Format: date-time
             * @description Null for what holds for good.
             */
            startsAt: string | null;
            /**
             * Format: date-time
             * @description Null for what holds for good.
             */
            endsAt: string | null;
        };
        /** @description A rule, and where its holder has it from. As `decidedBy` null when no rule speaks of the thing. */
        DecidingRule: {
            /** @example secrets */
            subject: string;
            /**
             * @description The actions of the rule; `*` stands for every one.
             * @example [
             *       "readValue"
             *     ]
             */
            action: string[];
            /** @example false */
            inverted: boolean;
            conditions: components["schemas"]["DecidingConditions"];
            from: components["schemas"]["RuleOrigin"];
        } | null;
        AccessExplanation: {
            /** @example false */
            isAllowed: boolean;
            /**
             * @description The answer in a sentence.
             * @example No active rule allows this.
             */
            reason: string;
            at: components["schemas"]["Timestamp"];
            decidedBy: components["schemas"]["DecidingRule"];
            /** @description Rules that speak of this too, but have not begun yet or have ended. */
            atOtherTimes: components["schemas"]["DecidingRule"][];
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
        OwnProjectPermissions: {
            permissions: components["schemas"]["PackedRule"][];
            /** @description The caller's own membership of the project, if there is one, and those of the caller's groups. */
            memberships: {
                /**
                 * Format: uuid
                 * @description The membership's id.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The caller's id; null for the membership of a group.
                 */
                actorUserId: string | null;
                /**
                 * Format: uuid
                 * @description The group's id; null for the caller's own membership.
                 */
                actorGroupId: string | null;
                /** @description Those that are not over. */
                roles: {
                    /**
                     * @description The slug of a built-in role, or `custom`.
                     * @example member
                     */
                    role: string;
                }[];
            }[];
        };
        ServiceTokenScope: {
            /**
             * @description The slug of an environment of the project.
             * @example dev
             */
            environment: string;
            /**
             * @description The path of a folder, or a pattern of paths: `*` is any run of characters without `/`, `**` any run, `?` one character, `{a,b}` alternatives. `/app` is only
             *     that folder, `/app/**` that folder and all below it. A pattern has at most 512 characters and 20 wildcards; templates are 422. Answered without a slash at the end.
             * @example /app/**
             */
            secretPath: string;
        };
        /** @description What is stored of a service token, without its secret. */
        ServiceToken: {
            /** Format: uuid */
            id: string;
            /** @example Deployment */
            name: string;
            scopes: components["schemas"]["ServiceTokenScope"][];
            permissions: string[];
            /**
             * Format: date-time
             * @description To the minute, about; null if never.
             */
            lastUsed: string | null;
            /**
             * Format: date-time
             * @description Null if never.
             */
            expiresAt: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description The id of the user or machine identity that created it, and may be gone. */
            createdBy: string;
            projectId: string;
            /** @description Always false; no mail is sent. */
            expiryNotificationSent: boolean | null;
        };
        /** @description Who created it; null for a machine identity, and if the account is gone. */
        ServiceTokenUser: {
            id: string;
            /** @description The id again. */
            _id: string;
            /**
             * @description Always 0.
             * @example 0
             */
            __v: number;
            email: string | null;
            firstName: string | null;
            lastName: string | null;
            authMethods: string[] | null;
            /** @description Always null. */
            devices: Record<string, never>[] | null;
            /** @description Always null. */
            mfaMethods: string[] | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        } | null;
        /** @description What is stored of the token, with its names in older clients. A hash of the secret is never answered. */
        OwnServiceToken: components["schemas"]["ServiceToken"] & {
            /** @description The id again. */
            _id: string;
            /**
             * @description Always 0.
             * @example 0
             */
            __v: number;
            /** @description The project's id again. */
            workspace: string;
            /** @description As it was sent when the token was created. */
            encryptedKey: string | null;
            /** @description As `encryptedKey`. */
            iv: string | null;
            /** @description As `encryptedKey`. */
            tag: string | null;
            user: components["schemas"]["ServiceTokenUser"];
        };
        ServiceTokenScopes: components["schemas"]["ServiceTokenScope"][];
        /**
         * @example {
         *       "name": "Deployment",
         *       "workspaceId": "0b7d6a0e-52c3-4c0f-8a43-1f0f5b0d2c66",
         *       "scopes": [
         *         {
         *           "environment": "dev",
         *           "secretPath": "/app/**"
         *         }
         *       ],
         *       "expiresIn": 86400,
         *       "permissions": [
         *         "read"
         *       ],
         *       "encryptedKey": "",
         *       "iv": "",
         *       "tag": ""
         *     }
         */
        CreateServiceTokenRequest: {
            /**
             * @description For people; may be empty.
             * @example Deployment
             */
            name: string;
            workspaceId: components["schemas"]["Id"];
            scopes: components["schemas"]["ServiceTokenScopes"];
            /**
             * @description In how many seconds it expires; 0 and null are never.
             * @example 86400
             */
            expiresIn: number | null;
            /**
             * @description Without any, the token can do no more than list folders and read the project.
             * @example [
             *       "read"
             *     ]
             */
            permissions: ("read" | "write")[];
            /**
             * @description Stored and answered as it is; the server makes no use of it.
             * @default
             */
            encryptedKey: string;
            /**
             * @description As `encryptedKey`.
             * @default
             */
            iv: string;
            /**
             * @description As `encryptedKey`.
             * @default
             */
            tag: string;
        };
        /** @description A machine identity as a member of its organization. */
        IdentityMembership: {
            /**
             * Format: uuid
             * @description The membership's id.
             */
            id: string;
            /**
             * @description A built-in role, or `custom` with `customRole`.
             * @example no-access
             */
            role: string;
            /**
             * Format: uuid
             * @description The id of the custom role.
             * @example null
             */
            roleId: string | null;
            /** Format: uuid */
            orgId: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** Format: uuid */
            identityId: string;
            /** @example null */
            lastLoginAuthMethod: string | null;
            /**
             * Format: date-time
             * @example null
             */
            lastLoginTime: string | null;
            metadata: components["schemas"]["IdentityMetadataEntry"][];
            customRole: {
                /** Format: uuid */
                id: string;
                /** @example Auditor */
                name: string;
                /** @example auditor */
                slug: string;
                /** @description The rules of the role. */
                permissions: {
                    [key: string]: unknown;
                }[];
                /** @example Reads the audit log. */
                description: string | null;
            } | null;
            identity: {
                /** Format: uuid */
                id: string;
                /** @example ci-runner */
                name: string;
                /** @example false */
                hasDeleteProtection: boolean;
                /** Format: uuid */
                orgId: string;
                authMethods: components["schemas"]["IdentityAuthMethods"];
                activeLockoutAuthMethods: components["schemas"]["LockedAuthMethods"];
            };
        };
        /**
         * @example {
         *       "name": "ci-runner",
         *       "role": "no-access",
         *       "hasDeleteProtection": false
         *     }
         */
        CreateIdentityRequest: {
            name: components["schemas"]["IdentityName"];
            /** @description The token's organization, which is also meant without this; any other answers 404. */
            organizationId?: string;
            /**
             * @description The slug of a role, `admin`, `member`, `no-access` or a custom one; an unknown one answers 404.
             * @default no-access
             */
            role: string;
            /**
             * @description Whether deleting it is refused until this is taken back.
             * @default false
             */
            hasDeleteProtection: boolean;
            metadata?: components["schemas"]["IdentityMetadata"];
        };
        Identity: {
            /** Format: uuid */
            id: string;
            /** @example ci-runner */
            name: string;
            /**
             * @description Always null: an identity may have several.
             * @example null
             */
            authMethod: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @example false */
            hasDeleteProtection: boolean;
            /** Format: uuid */
            orgId: string;
            /**
             * @description The project that the identity belongs to; null when that is only the organization.
             * @example null
             */
            projectId: string | null;
            metadata: components["schemas"]["IdentityMetadataEntry"][];
        };
        NewIdentity: components["schemas"]["Identity"] & {
            authMethods: components["schemas"]["IdentityAuthMethods"];
        };
        IdentityDetails: {
            organization: {
                /** Format: uuid */
                id: string;
                /** @example Acme */
                name: string;
                /** @example acme-7f3k */
                slug: string;
            };
        };
        /**
         * @description The text itself, or an object whose every key must fit.
         * @example {
         *       "$contains": "runner"
         *     }
         */
        TextFilter: string | {
            /** @description Exactly this. */
            $eq?: string;
            /** @description This somewhere in it, in upper or lower case. */
            $contains?: string;
            /** @description One of these, exactly. */
            $in?: string[];
        };
        /**
         * @example {
         *       "orderBy": "name",
         *       "limit": 50,
         *       "search": {
         *         "name": {
         *           "$contains": "runner"
         *         },
         *         "role": "no-access"
         *       }
         *     }
         */
        SearchIdentitiesRequest: {
            /**
             * @default name
             * @enum {string}
             */
            orderBy: "name" | "role";
            /**
             * @default asc
             * @enum {string}
             */
            orderDirection: "asc" | "desc";
            /** @default 50 */
            limit: number;
            /** @default 0 */
            offset: number;
            search?: {
                name?: components["schemas"]["TextFilter"];
                role?: components["schemas"]["TextFilter"];
            };
        };
        /**
         * @description The slug of a role, `admin`, `member`, `no-access` or a custom one; an unknown one answers 404.
         * @example no-access
         */
        IdentityRole: string;
        /**
         * @example {
         *       "name": "ci-runner",
         *       "hasDeleteProtection": true
         *     }
         */
        UpdateIdentityRequest: {
            name?: components["schemas"]["IdentityName"];
            role?: components["schemas"]["IdentityRole"];
            /** @description Whether deleting it is refused until this is taken back. */
            hasDeleteProtection?: boolean;
            metadata?: components["schemas"]["IdentityMetadata"];
        };
        /** @description Everything that is given must fit. A membership of a project has a role if one of its roles is that. */
        IdentityMembershipFilter: {
            name?: components["schemas"]["TextFilter"];
            role?: components["schemas"]["TextFilter"];
            /** @description At least one of these must fit, too. */
            $or?: {
                name?: components["schemas"]["TextFilter"];
                role?: components["schemas"]["TextFilter"];
            }[];
        };
        /**
         * @example {
         *       "scope": [
         *         "organization",
         *         "project"
         *       ],
         *       "orderBy": "lastLogin",
         *       "search": {
         *         "$or": [
         *           {
         *             "name": {
         *               "$contains": "runner"
         *             }
         *           },
         *           {
         *             "role": "admin"
         *           }
         *         ]
         *       }
         *     }
         */
        SearchIdentityMembershipsRequest: {
            /**
             * @default [
             *       "organization"
             *     ]
             */
            scope: ("organization" | "project")[];
            /**
             * @default name
             * @enum {string}
             */
            orderBy: "name" | "role" | "lastLogin";
            /**
             * @default asc
             * @enum {string}
             */
            orderDirection: "asc" | "desc";
            /** @default 50 */
            limit: number;
            /** @default 0 */
            offset: number;
            search?: components["schemas"]["IdentityMembershipFilter"];
        };
        FoundIdentityMembership: {
            /**
             * Format: uuid
             * @description The membership's id.
             */
            id: string;
            /** Format: uuid */
            identityId: string;
            /** @enum {string} */
            scope: "organization" | "project";
            /** Format: uuid */
            orgId: string;
            /** Format: uuid */
            projectId: string | null;
            project: {
                /** Format: uuid */
                id: string;
                /** @example Payments */
                name: string;
                /** @example payments */
                slug: string;
                /** @example secret-manager */
                type: string;
            } | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @example universal-auth */
            lastLoginAuthMethod: string | null;
            /** Format: date-time */
            lastLoginTime: string | null;
            roles: (components["schemas"]["HeldRole"] & {
                /** @example null */
                customRoleDescription: string | null;
            })[];
            identity: {
                /** Format: uuid */
                id: string;
                /** @example ci-runner */
                name: string;
                /** @example false */
                hasDeleteProtection: boolean;
                /** Format: uuid */
                orgId: string;
                authMethods: components["schemas"]["IdentityAuthMethods"];
                activeLockoutAuthMethods: components["schemas"]["LockedAuthMethods"];
            };
        };
        /**
         * @example {
         *       "search": {
         *         "name": {
         *           "$contains": "runner"
         *         }
         *       }
         *     }
         */
        CountIdentityMembershipsRequest: {
            /**
             * @default [
             *       "organization",
             *       "project"
             *     ]
             */
            scope: ("organization" | "project")[];
            search?: components["schemas"]["IdentityMembershipFilter"];
        };
        /** @description An address, or a range of addresses with its prefix. */
        AddressRange: {
            /** @example 10.0.0.0 */
            ipAddress: string;
            /** @enum {string} */
            type: "ipv4" | "ipv6";
            /** @example 8 */
            prefix?: number;
        };
        UniversalAuth: {
            /** Format: uuid */
            id: string;
            /** @description What the identity logs in with, beside a client secret. */
            clientId: string;
            /** Format: uuid */
            identityId: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @default 7200 */
            accessTokenTTL: number;
            /** @default 7200 */
            accessTokenMaxTTL: number;
            /** @default 0 */
            accessTokenNumUsesLimit: number;
            /** @default 0 */
            accessTokenPeriod: number;
            clientSecretTrustedIps: components["schemas"]["AddressRange"][];
            accessTokenTrustedIps: components["schemas"]["AddressRange"][];
            /** @default true */
            lockoutEnabled: boolean;
            /** @default 3 */
            lockoutThreshold: number;
            /** @default 300 */
            lockoutDurationSeconds: number;
            /** @default 30 */
            lockoutCounterResetSeconds: number;
        };
        UniversalAuthResult: {
            identityUniversalAuth: components["schemas"]["UniversalAuth"];
        };
        /**
         * @description An address or a range of addresses. An answer shows a range as `ipAddress`, `type` and `prefix`; a request writes it as
         *     `10.0.0.0/8` in `ipAddress`, and any other property is 422.
         */
        AddressEntry: {
            /**
             * @description An IPv4 or IPv6 address, or a CIDR range of them.
             * @example 10.0.0.0/8
             */
            ipAddress: string;
        };
        /**
         * @example {
         *       "accessTokenTTL": 3600,
         *       "accessTokenMaxTTL": 86400
         *     }
         */
        AttachUniversalAuthRequest: {
            /**
             * @deprecated
             * @description The machine identity's id, for Terraform, which sends it in the body too; another one than the path's is 422.
             * @example 6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11
             */
            identityId?: string;
            /**
             * @description Addresses and CIDR ranges from which client secrets may be used to log in.
             * @default [
             *       {
             *         "ipAddress": "0.0.0.0/0"
             *       },
             *       {
             *         "ipAddress": "::/0"
             *       }
             *     ]
             */
            clientSecretTrustedIps: components["schemas"]["AddressEntry"][];
            /**
             * @description Addresses and CIDR ranges from which access tokens may be used.
             * @default [
             *       {
             *         "ipAddress": "0.0.0.0/0"
             *       },
             *       {
             *         "ipAddress": "::/0"
             *       }
             *     ]
             */
            accessTokenTrustedIps: components["schemas"]["AddressEntry"][];
            /**
             * @description How many seconds a token lives; 0 leaves it to the maximum and the server. Not above the maximum.
             * @default 2592000
             */
            accessTokenTTL: number;
            /**
             * @description How many seconds a token may live with all its renewals; 0 is no maximum.
             * @default 2592000
             */
            accessTokenMaxTTL: number;
            /**
             * @description How often a token may be used; 0 is as often as it likes.
             * @default 0
             */
            accessTokenNumUsesLimit: number;
            /**
             * @description If not 0, tokens live that many seconds and can be renewed for ever; TTL and maximum do not count.
             * @default 0
             */
            accessTokenPeriod: number;
            /**
             * @description Whether too many failed logins lock the client address that they come from for a while. Failures are counted for each address
             *     by itself (IPv6: for each /64), and its lock is no lock for others. Failures from addresses that are not in
             *     `clientSecretTrustedIps` count towards no lock. Of each identity, the failures of the latest 1,000 addresses are counted.
             * @default true
             */
            lockoutEnabled: boolean;
            /**
             * @description How many failed logins from one address lock that address.
             * @default 3
             */
            lockoutThreshold: number;
            /**
             * @description How long the lock of an address lasts. A change applies to later locks.
             * @default 300
             */
            lockoutDurationSeconds: number;
            /**
             * @description How long after the latest failed login from an address its count starts anew. A change applies from its next failed login on.
             * @default 30
             */
            lockoutCounterResetSeconds: number;
        };
        /**
         * @example {
         *       "accessTokenTTL": 600
         *     }
         */
        UpdateUniversalAuthRequest: {
            /**
             * @deprecated
             * @description The machine identity's id, for Terraform, which sends it in the body too; another one than the path's is 422.
             * @example 6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11
             */
            identityId?: string;
            /** @description Addresses and CIDR ranges from which client secrets may be used to log in. */
            clientSecretTrustedIps?: components["schemas"]["AddressEntry"][];
            /** @description Addresses and CIDR ranges from which access tokens may be used. */
            accessTokenTrustedIps?: components["schemas"]["AddressEntry"][];
            /** @description How many seconds a token lives; 0 leaves it to the maximum and the server. Not above the maximum. */
            accessTokenTTL?: number;
            /** @description How many seconds a token may live with all its renewals; 0 is no maximum. */
            accessTokenMaxTTL?: number;
            /** @description How often a token may be used; 0 is as often as it likes. */
            accessTokenNumUsesLimit?: number;
            /** @description If not 0, tokens live that many seconds and can be renewed for ever; TTL and maximum do not count. */
            accessTokenPeriod?: number;
            /**
             * @description Whether too many failed logins lock the client address that they come from for a while. Failures are counted for each address
             *     by itself (IPv6: for each /64), and its lock is no lock for others. Failures from addresses that are not in
             *     `clientSecretTrustedIps` count towards no lock. Of each identity, the failures of the latest 1,000 addresses are counted.
             */
            lockoutEnabled?: boolean;
            /** @description How many failed logins from one address lock that address. */
            lockoutThreshold?: number;
            /** @description How long the lock of an address lasts. A change applies to later locks. */
            lockoutDurationSeconds?: number;
            /** @description How long after the latest failed login from an address its count starts anew. A change applies from its next failed login on. */
            lockoutCounterResetSeconds?: number;
        };
        ClearLockoutsResult: {
            /**
             * @description How many client addresses were locked.
             * @example 1
             */
            deleted: number;
        };
        /**
         * @example {
         *       "clientId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "clientSecret": "5f1d7c0e9a3b4862d5e1f0a7b9c8d6e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c8"
         *     }
         */
        UniversalAuthLoginRequest: {
            clientId: string;
            /** Format: password */
            clientSecret: string;
            /** @description The slug of the identity's organization; another one is not found. */
            organizationSlug?: string;
        };
        AccessToken: {
            /** Format: password */
            accessToken: string;
            /**
             * @description How many seconds it lives from now.
             * @example 3600
             */
            expiresIn: number;
            /**
             * @description How many seconds it may live with all its renewals; 0 is no maximum.
             * @example 86400
             */
            accessTokenMaxTTL: number;
            /** @enum {string} */
            tokenType: "Bearer";
        };
        ClientSecret: {
            /** Format: uuid */
            id: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            description: string;
            /**
             * @description The first four characters, to tell secrets apart.
             * @example 5f1d
             */
            clientSecretPrefix: string;
            /** @example 0 */
            clientSecretNumUses: number;
            /** @example 0 */
            clientSecretNumUsesLimit: number;
            /** @example 2592000 */
            clientSecretTTL: number;
            /**
             * Format: uuid
             * @description The configuration that it belongs to.
             */
            identityUAId: string;
            /** @example false */
            isClientSecretRevoked: boolean;
        };
        ClientSecretList: {
            clientSecretData: components["schemas"]["ClientSecret"][];
        };
        /**
         * @example {
         *       "description": "For the build server",
         *       "ttl": 2592000
         *     }
         */
        CreateClientSecretRequest: {
            /**
             * @description What it is for.
             * @default
             */
            description: string;
            /**
             * @description How often it may be used to log in; 0 is as often as it likes.
             * @default 0
             */
            numUsesLimit: number;
            /**
             * @description How many seconds it may be used; 0 is for ever.
             * @default 0
             */
            ttl: number;
        };
        NewClientSecret: {
            /**
             * Format: password
             * @description The secret, as 64 hexadecimal digits.
             */
            clientSecret: string;
            clientSecretData: components["schemas"]["ClientSecret"];
        };
        ClientSecretResult: {
            clientSecretData: components["schemas"]["ClientSecret"];
        };
        /**
         * @example {
         *       "ref": "refs/heads/main, refs/tags/*"
         *     }
         */
        OidcTexts: {
            [key: string]: string;
        };
        OidcAuth: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            /** @example https://token.actions.githubusercontent.com */
            oidcDiscoveryUrl: string;
            /** @example https://token.actions.githubusercontent.com */
            boundIssuer: string;
            /**
             * @description Separated by a comma and a space.
             * @example https://github.com/acme
             */
            boundAudiences: string;
            /** @example repo:acme/rockets:* */
            boundSubject: string;
            boundClaims: components["schemas"]["OidcTexts"];
            claimMetadataMapping: {
                [key: string]: string;
            } | null;
            /** @default 7200 */
            accessTokenTTL: number;
            /** @default 7200 */
            accessTokenMaxTTL: number;
            /** @default 0 */
            accessTokenNumUsesLimit: number;
            accessTokenTrustedIps: components["schemas"]["AddressRange"][];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Certificates in PEM; empty without any of its own. */
            caCert: string;
        };
        OidcAuthResult: {
            identityOidcAuth: components["schemas"]["OidcAuth"];
        };
        /**
         * @example {
         *       "oidcDiscoveryUrl": "https://token.actions.githubusercontent.com",
         *       "boundIssuer": "https://token.actions.githubusercontent.com",
         *       "boundAudiences": "https://github.com/acme",
         *       "boundSubject": "repo:acme/rockets:*",
         *       "boundClaims": {
         *         "ref": "refs/heads/main, refs/tags/*"
         *       },
         *       "claimMetadataMapping": {
         *         "repository": "repository"
         *       },
         *       "accessTokenTTL": 600
         *     }
         */
        AttachOidcAuthRequest: {
            /**
             * @description Where the provider's `/.well-known/openid-configuration` is, without that end. https, to a host of the public internet; other
             *     hosts, and http, only if the server lists the host in `OIDC_ALLOW_HOSTS` (else 400).
             */
            oidcDiscoveryUrl: string;
            /**
             * @description Certificates in PEM that the provider's TLS has to be signed by, instead of the usual authorities; empty for those.
             * @default
             */
            caCert: string;
            /** @description The `iss` that tokens must have, exactly; the provider's configuration has to name the same. */
            boundIssuer: string;
            /**
             * @description Audiences, separated by commas, of which `aud` must match one; empty for any. They do not say whose tokens are accepted.
             * @default
             */
            boundAudiences: string;
            /**
             * @description What `sub` must match; empty for any, if a claim in `boundClaims` says whose tokens are accepted.
             * @default
             */
            boundSubject: string;
            /**
             * @description Claims that tokens must have, each with what it must match: one value, or several separated by commas. A name with dots leads
             *     into nested claims, unless there is a claim of just that name. `{}` needs a `boundSubject` that is more than wildcards.
             */
            boundClaims: {
                [key: string]: string;
            };
            /**
             * @description Names for claims, each with the claim that it is taken from. Tokens must have them all; rules refer to them as
             *     `{{identity.auth.oidc.claims.NAME}}`.
             */
            claimMetadataMapping?: {
                [key: string]: string;
            } | null;
            /**
             * @description Addresses and CIDR ranges from which access tokens may be used.
             * @default [
             *       {
             *         "ipAddress": "0.0.0.0/0"
             *       },
             *       {
             *         "ipAddress": "::/0"
             *       }
             *     ]
             */
            accessTokenTrustedIps: components["schemas"]["AddressEntry"][];
            /**
             * @description How many seconds a token lives; 0 leaves it to the maximum and the server. Not above the maximum.
             * @default 2592000
             */
            accessTokenTTL: number;
            /**
             * @description How many seconds a token may live with all its renewals; 0 is no maximum.
             * @default 2592000
             */
            accessTokenMaxTTL: number;
            /**
             * @description How often a token may be used; 0 is as often as it likes.
             * @default 0
             */
            accessTokenNumUsesLimit: number;
        };
        RevokedOidcAuth: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            /** @example https://token.actions.githubusercontent.com */
            oidcDiscoveryUrl: string;
            /** @example https://token.actions.githubusercontent.com */
            boundIssuer: string;
            /**
             * @description Separated by a comma and a space.
             * @example https://github.com/acme
             */
            boundAudiences: string;
            /** @example repo:acme/rockets:* */
            boundSubject: string;
            boundClaims: components["schemas"]["OidcTexts"];
            claimMetadataMapping: {
                [key: string]: string;
            } | null;
            /** @default 7200 */
            accessTokenTTL: number;
            /** @default 7200 */
            accessTokenMaxTTL: number;
            /** @default 0 */
            accessTokenNumUsesLimit: number;
            accessTokenTrustedIps: components["schemas"]["AddressRange"][];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        RevokedOidcAuthResult: {
            identityOidcAuth: components["schemas"]["RevokedOidcAuth"];
        };
        /**
         * @example {
         *       "boundSubject": "repo:acme/rockets:environment:production"
         *     }
         */
        UpdateOidcAuthRequest: {
            /**
             * @description Where the provider's `/.well-known/openid-configuration` is, without that end. https, to a host of the public internet; other
             *     hosts, and http, only if the server lists the host in `OIDC_ALLOW_HOSTS` (else 400).
             */
            oidcDiscoveryUrl?: string;
            /** @description Certificates in PEM that the provider's TLS has to be signed by, instead of the usual authorities; empty for those. */
            caCert?: string;
            /** @description The `iss` that tokens must have, exactly; the provider's configuration has to name the same. */
            boundIssuer?: string;
            /** @description Audiences, separated by commas, of which `aud` must match one; empty for any. They do not say whose tokens are accepted. */
            boundAudiences?: string;
            /** @description What `sub` must match; empty for any, if a claim in `boundClaims` says whose tokens are accepted. */
            boundSubject?: string;
            /**
             * @description Claims that tokens must have, each with what it must match: one value, or several separated by commas. A name with dots leads
             *     into nested claims, unless there is a claim of just that name. `{}` needs a `boundSubject` that is more than wildcards.
             */
            boundClaims?: {
                [key: string]: string;
            };
            /**
             * @description Names for claims, each with the claim that it is taken from. Tokens must have them all; rules refer to them as
             *     `{{identity.auth.oidc.claims.NAME}}`.
             */
            claimMetadataMapping?: {
                [key: string]: string;
            } | null;
            /** @description Addresses and CIDR ranges from which access tokens may be used. */
            accessTokenTrustedIps?: components["schemas"]["AddressEntry"][];
            /** @description How many seconds a token lives; 0 leaves it to the maximum and the server. Not above the maximum. */
            accessTokenTTL?: number;
            /** @description How many seconds a token may live with all its renewals; 0 is no maximum. */
            accessTokenMaxTTL?: number;
            /** @description How often a token may be used; 0 is as often as it likes. */
            accessTokenNumUsesLimit?: number;
        };
        /**
         * @example {
         *       "identityId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "jwt": "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJyZXBvOmFjbWUvcm9ja2V0cyJ9.c2lnbmF0dXJl"
         *     }
         */
        OidcAuthLoginRequest: {
            identityId: components["schemas"]["Id"];
            /**
             * Format: password
             * @description The provider's token. One of more than 16,384 characters is refused.
             */
            jwt: string;
            /** @description The slug of the identity's organization; another one is not found. */
            organizationSlug?: string;
        };
        TokenAuth: {
            /** Format: uuid */
            id: string;
            /** @example 2592000 */
            accessTokenTTL: number;
            /** @example 2592000 */
            accessTokenMaxTTL: number;
            /** @example 0 */
            accessTokenNumUsesLimit: number;
            accessTokenTrustedIps: components["schemas"]["AddressRange"][];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** Format: uuid */
            identityId: string;
            /** @example 0 */
            accessTokenPeriod: number;
        };
        /**
         * @example {
         *       "accessTokenTrustedIps": [
         *         {
         *           "ipAddress": "10.0.0.0/8"
         *         }
         *       ],
         *       "accessTokenTTL": 86400,
         *       "accessTokenMaxTTL": 2592000
         *     }
         */
        AttachTokenAuthRequest: {
            /**
             * @description The addresses and CIDR ranges from which tokens may be used.
             * @default [
             *       {
             *         "ipAddress": "0.0.0.0/0"
             *       },
             *       {
             *         "ipAddress": "::/0"
             *       }
             *     ]
             */
            accessTokenTrustedIps: components["schemas"]["AddressEntry"][];
            /**
             * @description How long a token lives unless it is renewed, in seconds; 0 is as long as the server lets it. Not more than `accessTokenMaxTTL`.
             * @default 2592000
             */
            accessTokenTTL: number;
            /**
             * @description How long a token lives with all its renewals, in seconds; 0 is no maximum.
             * @default 2592000
             */
            accessTokenMaxTTL: number;
            /**
             * @description How many requests a token is good for; 0 is any number.
             * @default 0
             */
            accessTokenNumUsesLimit: number;
            /**
             * @description How long a token lives from each renewal, in seconds, without any maximum; 0 is to go by the two TTLs instead.
             * @default 0
             */
            accessTokenPeriod: number;
        };
        /**
         * @example {
         *       "accessTokenTTL": 3600
         *     }
         */
        UpdateTokenAuthRequest: {
            /** @description The addresses and CIDR ranges from which tokens may be used. */
            accessTokenTrustedIps?: components["schemas"]["AddressEntry"][];
            /** @description How long a token lives unless it is renewed, in seconds; 0 is as long as the server lets it. Not more than `accessTokenMaxTTL`. */
            accessTokenTTL?: number;
            /** @description How long a token lives with all its renewals, in seconds; 0 is no maximum. */
            accessTokenMaxTTL?: number;
            /** @description How many requests a token is good for; 0 is any number. */
            accessTokenNumUsesLimit?: number;
            /** @description How long a token lives from each renewal, in seconds, without any maximum; 0 is to go by the two TTLs instead. */
            accessTokenPeriod?: number;
        };
        /** @description What is known of a token; the token itself is not kept. */
        TokenAuthToken: {
            /** Format: uuid */
            id: string;
            /** @example 2592000 */
            accessTokenTTL: number;
            /** @example 2592000 */
            accessTokenMaxTTL: number;
            /**
             * @description The requests made with it; counted only if they are limited.
             * @example 0
             */
            accessTokenNumUses: number;
            /** @example 0 */
            accessTokenNumUsesLimit: number;
            /**
             * Format: date-time
             * @description Known only if its uses are limited.
             * @example null
             */
            accessTokenLastUsedAt: string | null;
            /**
             * Format: date-time
             * @example null
             */
            accessTokenLastRenewedAt: string | null;
            /** @example false */
            isAccessTokenRevoked: boolean;
            /**
             * @description Always null: no client secret was traded for it.
             * @example null
             */
            identityUAClientSecretId: string | null;
            /** Format: uuid */
            identityId: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @example nightly build */
            name: string | null;
            /** @enum {string} */
            authMethod: "token-auth";
            /** @example 0 */
            accessTokenPeriod: number;
            /** @example null */
            subOrganizationId: string | null;
        };
        /**
         * @description What the token is for, for people to tell it from others.
         * @example nightly build
         */
        TokenName: string;
        /**
         * @example {
         *       "name": "nightly build"
         *     }
         */
        CreateTokenAuthTokenRequest: {
            name?: components["schemas"]["TokenName"];
        };
        IssuedTokenAuthToken: {
            /**
             * Format: password
             * @description The token. It is shown here and never again.
             */
            accessToken: string;
            /**
             * @description How long it lives, in seconds.
             * @example 2592000
             */
            expiresIn: number;
            /**
             * @description How long it lives with all its renewals; 0 is no maximum.
             * @example 2592000
             */
            accessTokenMaxTTL: number;
            /** @enum {string} */
            tokenType: "Bearer";
            tokenData: components["schemas"]["TokenAuthToken"];
        };
        /**
         * @example {
         *       "name": "weekly build"
         *     }
         */
        UpdateTokenAuthTokenRequest: {
            name?: components["schemas"]["TokenName"];
        };
        Message: {
            /**
             * @description What was done, for a person to read.
             * @example Done.
             */
            message: string;
        };
        /**
         * @example {
         *       "accessToken": "eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiIuLi4ifQ.c2lnbmF0dXJl"
         *     }
         */
        AccessTokenRequest: {
            /** Format: password */
            accessToken: string;
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
         *       "email": "ada@example.com",
         *       "clientPublicKey": "5f0c3b6a7d2e4f18"
         *     }
         */
        StartLegacyLoginRequest: {
            email?: string;
            clientPublicKey?: string;
        };
        LegacyLoginChallenge: {
            /** @example null */
            serverPublicKey: string | null;
            /** @example null */
            salt: string | null;
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
        CheckAuthResult: {
            /** @enum {string} */
            message: "Authenticated";
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
         * @example {
         *       "firstName": "Ada",
         *       "lastName": "Lovelace"
         *     }
         */
        ChangeOwnNameRequest: {
            firstName: string;
            lastName: string;
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
         * @description Letters, digits, spaces, hyphens and underscores, not beginning or ending with a space.
         * @example Acme
         */
        OrganizationName: string;
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
            /**
             * @description Null leaves it to the login.
             * @example 12h
             */
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
        AccessibleOrganization: components["schemas"]["Organization"] & {
            /**
             * @description Always empty; members log in with e-mail and password.
             * @example
             */
            orgAuthMethod: string;
            userJoinedAt: components["schemas"]["Timestamp"];
            /**
             * @description Always empty.
             * @example []
             */
            subOrganizations: Record<string, never>[];
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
            /**
             * @description How long a user's token lasts in the organization, in minutes, hours, days or weeks, if that is sooner than the login ends.
             * @example 12h
             */
            userTokenExpiration?: string;
        };
        /**
         * @example {
         *       "name": "Acme"
         *     }
         */
        CreateOrganizationRequest: {
            name: components["schemas"]["OrganizationName"];
        };
        MembershipSummary: {
            /** Format: uuid */
            id: string;
            /**
             * @description The slug of a built-in role, or `custom`.
             * @example member
             */
            role: string;
            /**
             * @description The id of the custom role.
             * @example null
             */
            roleId: string | null;
            /** @enum {string} */
            status: "invited" | "accepted";
            /** @example true */
            isActive: boolean;
            /** @example ada@example.com */
            inviteEmail: string | null;
            /** Format: uuid */
            userId: string;
            /** Format: uuid */
            orgId: string;
            /**
             * @description Always empty; nobody has favourites here.
             * @example []
             */
            projectFavorites: string[];
            /** Format: date-time */
            lastInvitedAt: string | null;
            /** @example email */
            lastLoginAuthMethod: string | null;
            /**
             * Format: date-time
             * @description When the user last chose this organization to work in.
             */
            lastLoginTime: string | null;
        };
        MembershipWithUser: components["schemas"]["MembershipSummary"] & {
            user: components["schemas"]["MembershipUser"];
        };
        /**
         * @example {
         *       "membershipIds": [
         *         "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11"
         *       ]
         *     }
         */
        RemoveOrganizationUsersRequest: {
            membershipIds: components["schemas"]["Id"][];
        };
        OrganizationMembership: components["schemas"]["MembershipSummary"] & {
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        MembershipDetails: components["schemas"]["MembershipWithUser"] & {
            /**
             * @description The slug of the custom role.
             * @example null
             */
            customRoleSlug: string | null;
            metadata: {
                /** Format: uuid */
                id: string;
                /** @example team */
                key: string;
                /** @example rockets */
                value: string;
            }[];
        };
        /**
         * @example {
         *       "role": "member",
         *       "metadata": [
         *         {
         *           "key": "team",
         *           "value": "rockets"
         *         }
         *       ]
         *     }
         */
        UpdateOrganizationUserRequest: {
            /** @description The slug of a role of the organization, built-in or custom. */
            role?: string;
            /** @description Whether the user may act in the organization. */
            isActive?: boolean;
            /** @description Replaces all that was there. A key may occur once. */
            metadata?: {
                key: string;
                value: string;
            }[];
        };
        LegacyMembershipWithUser: components["schemas"]["MembershipSummary"] & {
            user: components["schemas"]["MembershipUserBasics"] & {
                /**
                 * @description Whether the user administers the instance.
                 * @example false
                 */
                superAdmin: boolean;
            };
        };
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
        ProjectInShort: {
            /** Format: uuid */
            id: string;
            /** @example Rocket Launcher */
            name: string;
            /** @example rocket-launcher-7f3k */
            slug: string;
            /**
             * Format: uuid
             * @description The organization's id.
             */
            organization: string;
            /** @description In order, without those that are deleted. */
            environments: {
                /** @example Development */
                name: string;
                /** @example dev */
                slug: string;
            }[];
        };
        GrantedProjectMembership: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId: string;
            /**
             * Format: uuid
             * @description Null for a machine identity.
             */
            userId: string | null;
            /**
             * Format: uuid
             * @description Null for a user.
             * @example null
             */
            identityId: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        ProjectMembershipOfUser: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            /** Format: uuid */
            projectId: string;
            user: components["schemas"]["MembershipUser"];
            project: {
                /** Format: uuid */
                id: string;
                /** @example Rocket Launcher */
                name: string;
                type: components["schemas"]["ProjectType"];
            };
            roles: components["schemas"]["HeldRole"][];
        };
        ProjectMembershipOfIdentity: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            identityId: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            roles: components["schemas"]["HeldRole"][];
            identity: {
                /** Format: uuid */
                id: string;
                /** @example ci-runner */
                name: string;
                authMethods: components["schemas"]["IdentityAuthMethods"];
            };
            project: {
                /** Format: uuid */
                id: string;
                /** @example Rocket Launcher */
                name: string;
            };
        };
        /**
         * @description Any text but only spaces; spaces around it are dropped.
         * @example Rocket engineers
         */
        GroupName: string;
        /**
         * @description Lower-case letters and digits, in words joined by single hyphens; one in each organization.
         * @example rocket-engineers
         */
        GroupSlug: string;
        Group: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            orgId: string;
            name: components["schemas"]["GroupName"];
            slug: components["schemas"]["GroupSlug"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        GroupWithRole: components["schemas"]["Group"] & {
            /**
             * @description The slug of a built-in role, or `custom`.
             * @example member
             */
            role: string;
            /**
             * Format: uuid
             * @description The id of a custom role.
             */
            roleId: string | null;
            /**
             * @description The slug of a custom role.
             * @example null
             */
            customRoleSlug: string | null;
        };
        /**
         * @example {
         *       "name": "Rocket engineers",
         *       "slug": "rocket-engineers",
         *       "role": "member"
         *     }
         */
        CreateGroupRequest: {
            name: components["schemas"]["GroupName"];
            slug?: components["schemas"]["GroupSlug"];
            /**
             * @description The slug of a role of the organization, `admin`, `member`, `no-access` or a custom one; an unknown one answers 404.
             * @default no-access
             * @example member
             */
            role: string;
        };
        /**
         * @description The slug of a role of the organization, `admin`, `member`, `no-access` or a custom one; an unknown one answers 404.
         * @example member
         */
        GroupRoleSlug: string;
        /**
         * @example {
         *       "name": "Launch crew",
         *       "role": "member"
         *     }
         */
        UpdateGroupRequest: {
            name?: components["schemas"]["GroupName"];
            slug?: components["schemas"]["GroupSlug"];
            role?: components["schemas"]["GroupRoleSlug"];
        };
        /** @description A group as a member of its organization. */
        OrganizationGroup: {
            /**
             * Format: uuid
             * @description The group's id; a group is a member of one organization.
             */
            id: string;
            /** Format: uuid */
            groupId: string;
            group: {
                /** Format: uuid */
                id: string;
                name: components["schemas"]["GroupName"];
                slug: components["schemas"]["GroupSlug"];
                /** Format: uuid */
                orgId: string;
            };
            /** @description The one role that the group has. */
            roles: components["schemas"]["HeldRole"][];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @example {
         *       "roles": [
         *         {
         *           "role": "member"
         *         }
         *       ]
         *     }
         */
        OrganizationGroupRolesRequest: {
            /** @description The one role that the group shall have. */
            roles: {
                role: components["schemas"]["GroupRoleSlug"];
                /**
                 * @description Always false: roles in an organization are for good.
                 * @default false
                 * @enum {boolean}
                 */
                isTemporary: false;
            }[];
        };
        GroupUser: {
            /** Format: uuid */
            id: string;
            /** @example ada@example.com */
            username: string;
            /** @example ada@example.com */
            email: string | null;
            /** @example Ada */
            firstName: string | null;
            /** @example Lovelace */
            lastName: string | null;
        };
        GroupUserMember: {
            /**
             * Format: uuid
             * @description The user's id.
             */
            id: string;
            joinedGroupAt: components["schemas"]["Timestamp"];
            /** @enum {string} */
            type: "user";
            user: components["schemas"]["GroupUser"];
        };
        GroupIdentity: {
            /** Format: uuid */
            id: string;
            /** @example ci-runner */
            name: string;
        };
        GroupIdentityMember: {
            /**
             * Format: uuid
             * @description The machine identity's id.
             */
            id: string;
            joinedGroupAt: components["schemas"]["Timestamp"];
            /** @enum {string} */
            type: "machineIdentity";
            machineIdentity: components["schemas"]["GroupIdentity"];
        };
        GroupMember: components["schemas"]["GroupUserMember"] | components["schemas"]["GroupIdentityMember"];
        /**
         * @description How many there are on all pages together.
         * @example 1
         */
        GroupListCount: number;
        /** @enum {string} */
        GroupListFilter: "existingMembers" | "nonMembers";
        GroupPresence: {
            isPartOfGroup: boolean;
            /**
             * Format: date-time
             * @description Null for those who are not in the group.
             * @example 2026-01-02T03:04:05.678Z
             */
            joinedGroupAt: string | null;
        };
        GroupUserCandidate: components["schemas"]["GroupUser"] & components["schemas"]["GroupPresence"];
        GroupIdentityCandidate: components["schemas"]["GroupIdentity"] & components["schemas"]["GroupPresence"];
        GroupIdentityReference: {
            /** Format: uuid */
            id: string;
        };
        GroupProject: {
            /** Format: uuid */
            id: string;
            /** @example Rockets */
            name: string;
            /** @example rockets-x7f2 */
            slug: string;
            /** @example null */
            description: string | null;
            /** @enum {string} */
            type: "secret-manager" | "cert-manager" | "kms" | "secret-scanning" | "pam";
            /** @description When the group became a member of the project. */
            joinedProjectAt: components["schemas"]["Timestamp"];
        };
        /**
         * @example {
         *       "inviteeEmails": [
         *         "ada@example.com"
         *       ],
         *       "organizationRoleSlug": "member"
         *     }
         */
        InviteUsersRequest: {
            /** @description E-mail addresses, in any case. */
            inviteeEmails: string[];
            /** @description The organization of the token, for clients that name it; any other answers 404. */
            organizationId?: string;
            /**
             * @description The slug of the role that new people get, built-in or custom.
             * @default member
             */
            organizationRoleSlug: string;
            /**
             * @description Projects to join as well, with the role `member`: everybody named who is not in the project yet, also who has
             *     joined the organization already. See `grantFailures`.
             */
            projectIds?: components["schemas"]["Id"][];
            /** @description For clients that send it; see `grantFailures`. */
            grantPamAccess?: boolean;
        };
        InvitationLink: {
            /** @example ada@example.com */
            email: string;
            /**
             * Format: password
             * @description `<SITE_URL>/signupinvite?token=<code>&to=<e-mail>&organization_id=<id>`.
             */
            link: string;
        };
        InviteUsersResult: {
            /** @example 1 person is invited. */
            message: string;
            completeInviteLinks: components["schemas"]["InvitationLink"][];
            /**
             * @description What was asked for beyond the organization and is not the caller's to give; null when there is nothing of that.
             * @example null
             */
            grantFailures: {
                /**
                 * @description The projects that nobody was added to: those that do not exist, and those in which the caller may not add all
                 *     these people with the role `member`.
                 */
                projectIds: string[];
                pamAccess: boolean;
            } | null;
        };
        /**
         * @example {
         *       "membershipId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11"
         *     }
         */
        ResendInvitationRequest: {
            membershipId: components["schemas"]["Id"];
        };
        ResendInvitationResult: {
            signupToken: components["schemas"]["InvitationLink"];
        };
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "organizationId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "code": "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"
         *     }
         */
        VerifyInvitationRequest: {
            /** @description The invited e-mail address, in any case. */
            email: string;
            organizationId: components["schemas"]["Id"];
            /**
             * Format: password
             * @description The `token` of the link.
             */
            code: string;
            /**
             * Format: password
             * @description A token of a login of the account, if there is one already.
             */
            accessToken?: string;
        };
        VerifyInvitationResult: {
            /** @example The code is right. Finish your account now. */
            message: string;
            /**
             * Format: password
             * @description For `POST /api/v3/signup/complete-account`; null for a finished account, which has joined now.
             */
            token: string | null;
            /** @example Acme */
            organizationName: string;
        };
        /**
         * @example {
         *       "type": "email",
         *       "email": "ada@example.com",
         *       "firstName": "Ada",
         *       "lastName": "Lovelace",
         *       "password": "correct horse battery staple"
         *     }
         */
        CompleteAccountRequest: {
            /**
             * @description The one kind of account there is.
             * @enum {string}
             */
            type?: "email";
            /** @description The invited e-mail address, in any case. */
            email: string;
            firstName: string;
            lastName?: string;
            /**
             * Format: password
             * @description 14 to 100 characters, with a letter and with a digit or special character (anything but a letter), no character
             *     more than three times in a row, and no newline, carriage return, tab or backslash. Each rule that is broken is an
             *     issue of its own.
             */
            password: string;
            /** @description Sent by some clients; it changes nothing, since the person joins the organization that invited them. */
            organizationName?: string;
        };
        CompleteAccountResult: {
            /** @example Your account is ready. */
            message: string;
            user: components["schemas"]["MembershipUser"];
            /**
             * Format: password
             * @description A token of the new session, in no organization yet.
             */
            token: string;
        };
        /** @description Something that happened. It never holds a secret. */
        AuditLogEntry: {
            id: components["schemas"]["Id"];
            event: {
                /**
                 * @description What happened.
                 * @example create-identity
                 */
                type: string;
                /**
                 * @description What it happened to.
                 * @example {
                 *       "identityId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
                 *       "name": "Build server",
                 *       "role": "member",
                 *       "hasDeleteProtection": false
                 *     }
                 */
                metadata: {
                    [key: string]: unknown;
                };
            };
            actor: {
                /** @enum {string} */
                type: "user" | "identity" | "service" | "platform" | "scimClient" | "unknownUser";
                /**
                 * @description A user has `userId`, `email` and `username`; a machine identity `identityId` and `name`; either may have `authMethod`. A service token (`service`) has `serviceId` and `name`.
                 * @example {
                 *       "userId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
                 *       "email": "ada@example.com",
                 *       "username": "ada@example.com"
                 *     }
                 */
                metadata: {
                    [key: string]: unknown;
                };
            };
            /**
             * @description The client's address.
             * @example 203.0.113.7
             */
            ipAddress: string;
            /**
             * @description What the client calls itself, cut off after 512 characters.
             * @example cli
             */
            userAgent: string;
            /** @enum {string} */
            userAgentType: "cli" | "k8-operator" | "terraform" | "web" | "InfisicalNodeSDK" | "InfisicalPythonSDK" | "other";
            /**
             * @description Null for what concerns every organization of that user.
             * @example 6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11
             */
            orgId: string | null;
            /**
             * @description The project that it happened in, if it was one.
             * @example null
             */
            projectId: string | null;
            /**
             * @description The name that the project had then.
             * @example null
             */
            projectName: string | null;
            /**
             * @description The `operationId` of the request, or a command of the command line.
             * @example createIdentity
             */
            operation: string;
            /**
             * @description The `X-Request-Id` of the request, of the first one if it was repeated; empty for a command.
             * @example req-9fK2mQ0ZtB4xLd
             */
            requestId: string;
            /**
             * @description How often the same was refused again within a minute, the last time at `updatedAt`.
             * @example 0
             */
            repeats: number;
            expiresAt: components["schemas"]["Timestamp"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description Whom it is for, without spaces at either end or control characters. Clients do not look here for the name of a host: that has to be among
         *     the alternative names.
         * @example web.example.com
         */
        CertificateCommonName: string;
        /**
         * @description Up to 100 names of up to 253 characters each, separated by commas, with or without spaces: names of hosts, also with `*.` in front, IPv4
         *     and IPv6 addresses, mail addresses, and URLs of any scheme with `//`. Written otherwise: 422. They are kept once each, hosts in lower case.
         * @example web.example.com, *.web.example.com, 10.0.0.1
         */
        CertificateAltNames: string;
        /**
         * @description How long it lasts from `notBefore` on, at least one second: a number and a unit, such as `90d`, `12h` or `1y`. A number alone is milliseconds,
         *     and a year has 365.25 days.
         * @example 90d
         */
        CertificateTtl: string;
        /**
         * Format: date-time
         * @description When it begins, an RFC 3339 time, cut to the second. Absent, now. Before 1950 is 422, before the authority's own certificate begins 400.
         * @example 2026-01-02T03:04:05Z
         */
        CertificateNotBefore: string;
        /**
         * Format: date-time
         * @description When it ends, an RFC 3339 time, cut to the second. Not after `notBefore`, or past, is 422; after the end of the authority, 400.
         * @example 2027-01-02T03:04:05Z
         */
        CertificateNotAfter: string;
        /**
         * @description What the key may be used for; `[]` for no such statement. Absent, `digitalSignature`, and for RSA keys `keyEncipherment` too. Those of an
         *     authority, `keyCertSign` and `cRLSign`, are not to be had here: sign an intermediate authority instead.
         */
        CertificateKeyUsages: ("digitalSignature" | "keyEncipherment" | "nonRepudiation" | "dataEncipherment" | "keyAgreement" | "encipherOnly" | "decipherOnly")[];
        /**
         * @description What the certificate is good for. Absent or `[]`, it is not restricted, and good for servers as for clients. `ocspSigning`, `codeSigning` and
         *     `timeStamping`, here or in a signing request, are 403 unless the caller may edit the authority (`certificate-authorities:edit`).
         */
        CertificateExtendedKeyUsages: ("clientAuth" | "serverAuth" | "codeSigning" | "emailProtection" | "timeStamping" | "ocspSigning")[];
        /**
         * @description What people call it. Absent or empty, its common name.
         * @example The web server
         */
        CertificateFriendlyName: string;
        CertificateMetadataInput: {
            /** @example team */
            key: string;
            /**
             * @default
             * @example payments
             */
            value: string;
        };
        /** @description What rules may ask for, and people want to know. */
        CertificateMetadata: components["schemas"]["CertificateMetadataInput"][];
        /**
         * @description Either `ttl` or `notAfter` says when it ends; none of them, or both, is 422.
         * @example {
         *       "caId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "commonName": "web.example.com",
         *       "altNames": "web.example.com, 10.0.0.1",
         *       "ttl": "90d",
         *       "keyAlgorithm": "EC_prime256v1",
         *       "extendedKeyUsages": [
         *         "serverAuth"
         *       ],
         *       "friendlyName": "The web server",
         *       "metadata": [
         *         {
         *           "key": "team",
         *           "value": "payments"
         *         }
         *       ]
         *     }
         */
        IssueCertificateRequest: {
            caId: components["schemas"]["Id"];
            commonName: components["schemas"]["CertificateCommonName"];
            altNames?: components["schemas"]["CertificateAltNames"];
            ttl?: components["schemas"]["CertificateTtl"];
            notBefore?: components["schemas"]["CertificateNotBefore"];
            notAfter?: components["schemas"]["CertificateNotAfter"];
            keyUsages?: components["schemas"]["CertificateKeyUsages"];
            extendedKeyUsages?: components["schemas"]["CertificateExtendedKeyUsages"];
            /**
             * @description Of the new key. Absent, that of the authority.
             * @enum {string}
             */
            keyAlgorithm?: "RSA_2048" | "RSA_3072" | "RSA_4096" | "EC_prime256v1" | "EC_secp384r1" | "EC_secp521r1";
            friendlyName?: components["schemas"]["CertificateFriendlyName"];
            metadata?: components["schemas"]["CertificateMetadata"];
        };
        /** @description The certificate in PEM. */
        CertificatePem: string;
        /** @description The certificate of the authority and of those above it, up to the root, in PEM. */
        CertificateChainPem: string;
        /**
         * @description In hexadecimal, lower case.
         * @example 5f0c2a9e4b7d4c1fa3d86e0b9c7f1d24
         */
        CertificateSerialNumber: string;
        SignedCertificate: {
            certificate: components["schemas"]["CertificatePem"];
            /** @description The certificate of the authority, in PEM. */
            issuingCaCertificate: string;
            certificateChain: components["schemas"]["CertificateChainPem"];
            serialNumber: components["schemas"]["CertificateSerialNumber"];
            /**
             * Format: uuid
             * @description The id that everything else here takes.
             */
            certificateId: string;
        };
        /** @description PKCS #8 in PEM. */
        CertificatePrivateKeyPem: string;
        IssuedCertificate: components["schemas"]["SignedCertificate"] & {
            privateKey: components["schemas"]["CertificatePrivateKeyPem"];
        };
        /**
         * @description Either `ttl` or `notAfter` says when it ends; none of them, or both, is 422.
         * @example {
         *       "caId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "csr": "-----BEGIN CERTIFICATE REQUEST-----\nMIIBBjCBrQIBADAcMRowGAYDVQQDDBFiYXRjaC5leGFtcGxlLmNvbTBZMBMGByqG\nSM49AgEGCCqGSM49AwEHA0IABHQfZkcrYjBFivGTTo1ybns4khdIR0EkhCkCdJsp\nC2mnqCGVHClbgQ+FMAwVAlOzP1IS3+HPUzb4ShaYz8wueJWgLzAtBgkqhkiG9w0B\nCQ4xIDAeMBwGA1UdEQQVMBOCEWJhdGNoLmV4YW1wbGUuY29tMAoGCCqGSM49BAMC\nA0gAMEUCIQC0lliQrRM9QOzne1ucN+WULfkLt4PGXPXadrlHRz3heQIgfF9T4uKm\n8SYXN5wdy3WiUFHQTRsRp08PE7XnrsAmxMk=\n-----END CERTIFICATE REQUEST-----\n",
         *       "ttl": "90d"
         *     }
         */
        SignCertificateRequest: {
            caId: components["schemas"]["Id"];
            /** @description A PKCS #10 signing request in PEM, with an RSA key of 2048, 3072 or 4096 bits or a key on the curve P-256, P-384 or P-521. */
            csr: string;
            commonName?: components["schemas"]["CertificateCommonName"];
            altNames?: components["schemas"]["CertificateAltNames"];
            ttl?: components["schemas"]["CertificateTtl"];
            notBefore?: components["schemas"]["CertificateNotBefore"];
            notAfter?: components["schemas"]["CertificateNotAfter"];
            keyUsages?: components["schemas"]["CertificateKeyUsages"];
            extendedKeyUsages?: components["schemas"]["CertificateExtendedKeyUsages"];
            friendlyName?: components["schemas"]["CertificateFriendlyName"];
            metadata?: components["schemas"]["CertificateMetadata"];
        };
        /**
         * @description Revoked, whether or not its time is over; otherwise expired once it is.
         * @example active
         * @enum {string}
         */
        CertificateStatus: "active" | "expired" | "revoked";
        CertificateMetadataEntry: {
            /** @example team */
            key: string;
            /** @example payments */
            value: string;
        };
        Certificate: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId: string;
            /**
             * Format: uuid
             * @description The certificate authority.
             */
            caId: string;
            /**
             * Format: uuid
             * @description The certificate that the authority had then.
             */
            caCertId: string;
            status: components["schemas"]["CertificateStatus"];
            serialNumber: components["schemas"]["CertificateSerialNumber"];
            /** @example The web server */
            friendlyName: string;
            /**
             * @description Empty if a signing request named none.
             * @example web.example.com
             */
            commonName: string;
            /**
             * @description Separated by commas; empty if there are none.
             * @example web.example.com,10.0.0.1
             */
            altNames: string;
            /** @example EC_prime256v1 */
            keyAlgorithm: string;
            keyUsages: string[];
            extendedKeyUsages: string[];
            notBefore: components["schemas"]["Timestamp"];
            notAfter: components["schemas"]["Timestamp"];
            /** Format: date-time */
            revokedAt: string | null;
            /**
             * @description The code that revocation lists have for it (RFC 5280), from 0 for `UNSPECIFIED` to 10 for `A_A_COMPROMISE`.
             * @example null
             */
            revocationReason: number | null;
            /** @description Whether its private key is kept here. */
            hasPrivateKey: boolean;
            metadata: components["schemas"]["CertificateMetadataEntry"][];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        CertificateList: {
            certificates: components["schemas"]["Certificate"][];
            /**
             * @description How many there are on all pages together.
             * @example 1
             */
            totalCount: number;
        };
        CertificateAnswer: {
            certificate: components["schemas"]["Certificate"];
        };
        CertificateBody: {
            certificate: components["schemas"]["CertificatePem"];
            certificateChain: components["schemas"]["CertificateChainPem"];
            serialNumber: components["schemas"]["CertificateSerialNumber"];
        };
        CertificateBundle: {
            certificate: components["schemas"]["CertificatePem"];
            certificateChain: components["schemas"]["CertificateChainPem"];
            /** @description PKCS #8 in PEM; null if it was made elsewhere. */
            privateKey: string | null;
            serialNumber: components["schemas"]["CertificateSerialNumber"];
        };
        CertificatePrivateKey: {
            privateKey: components["schemas"]["CertificatePrivateKeyPem"];
        };
        /**
         * @example {
         *       "revocationReason": "KEY_COMPROMISE"
         *     }
         */
        RevokeCertificateRequest: {
            /**
             * @description Why, as the revocation list tells it; of `UNSPECIFIED`, it tells nothing.
             * @default UNSPECIFIED
             * @enum {string}
             */
            revocationReason: "UNSPECIFIED" | "KEY_COMPROMISE" | "CA_COMPROMISE" | "AFFILIATION_CHANGED" | "SUPERSEDED" | "CESSATION_OF_OPERATION" | "CERTIFICATE_HOLD" | "PRIVILEGE_WITHDRAWN" | "A_A_COMPROMISE";
        };
        CertificateRevocation: {
            /**
             * @description What was done, for a person to read.
             * @example The certificate was revoked.
             */
            message: string;
            serialNumber: components["schemas"]["CertificateSerialNumber"];
            revokedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description A kind of key.
         * @example EC_prime256v1
         * @enum {string}
         */
        KeyAlgorithm: "RSA_2048" | "RSA_3072" | "RSA_4096" | "EC_prime256v1" | "EC_secp384r1" | "EC_secp521r1";
        /** @description Where its revocation list is to be found besides at this server; written into what it signs from then on. */
        CrlDistributionPointUrls: string[];
        /** @description An authority whose key is kept here. */
        CertificateAuthority: {
            id: components["schemas"]["Id"];
            /**
             * @description Unique in the project.
             * @example root
             */
            name: string;
            /** @enum {string} */
            type: "internal";
            /**
             * @description One that is `pending-certificate` becomes active with its first certificate.
             * @enum {string}
             */
            status: "active" | "disabled" | "pending-certificate";
            projectId: components["schemas"]["Id"];
            configuration: {
                /** @enum {string} */
                type: "root" | "intermediate";
                /** @example The root of all */
                friendlyName: string;
                /** @example Acme Root */
                commonName: string;
                /** @example Acme */
                organization: string;
                /**
                 * @description The organizational unit.
                 * @example Security
                 */
                ou: string;
                /** @example DE */
                country: string;
                /** @example Bavaria */
                province: string;
                /** @example Munich */
                locality: string;
                /**
                 * @description All of these in one line (RFC 4514).
                 * @example CN=Acme Root,O=Acme
                 */
                dn: string;
                keyAlgorithm: components["schemas"]["KeyAlgorithm"];
                /**
                 * @description How many authorities may follow below it; -1 is any number.
                 * @example -1
                 */
                maxPathLength: number;
                /**
                 * Format: date-time
                 * @description When its certificate begins, or is wanted to; null if that is not known.
                 */
                notBefore: string | null;
                /**
                 * Format: date-time
                 * @description When its certificate ends, or is wanted to; null if that is not known.
                 */
                notAfter: string | null;
                /**
                 * @description The authority here that signs it; null if there is none.
                 * @example null
                 */
                parentCaId: string | null;
                crlDistributionPointUrls: components["schemas"]["CrlDistributionPointUrls"];
                /**
                 * @description Of its present certificate, in hexadecimal; null until it has one.
                 * @example 5f0c3b6a7d2e4f1890ab34cd56ef7812
                 */
                serialNumber: string | null;
                /**
                 * @description The id of its present certificate; null until it has one.
                 * @example 0d2a4d0f-3b0e-4c1f-9a57-6f1c7a528c11
                 */
                activeCaCertId: string | null;
            };
        };
        /**
         * @description A caller who is a member of exactly one project of type `cert-manager` may leave `projectId` out.
         * @example {
         *       "projectId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "name": "root",
         *       "status": "active",
         *       "configuration": {
         *         "type": "root",
         *         "commonName": "Acme Root",
         *         "organization": "Acme",
         *         "country": "DE",
         *         "notAfter": "2045-01-01T00:00:00Z",
         *         "keyAlgorithm": "EC_prime256v1"
         *       }
         *     }
         */
        CreateCertificateAuthorityRequest: {
            projectId?: components["schemas"]["Id"];
            /** @description Unique in the project. */
            name: string;
            /**
             * @default active
             * @enum {string}
             */
            status: "active" | "disabled";
            /** @description Whom it is for has to be told by at least one of the fields from `commonName` to `locality`, none of which has spaces at either end or control characters. */
            configuration: {
                /** @enum {string} */
                type: "root" | "intermediate";
                /** @default  */
                friendlyName: string;
                /** @default  */
                commonName: string;
                /** @default  */
                organization: string;
                /**
                 * @description The organizational unit.
                 * @default
                 */
                ou: string;
                /**
                 * @description Two letters.
                 * @default
                 */
                country: string;
                /** @default  */
                province: string;
                /** @default  */
                locality: string;
                /**
                 * Format: date-time
                 * @description When its certificate begins, an RFC 3339 time not before 1950; now, if it is empty or absent.
                 */
                notBefore?: string;
                /**
                 * Format: date-time
                 * @description When its certificate ends, an RFC 3339 time in the future.
                 */
                notAfter?: string;
                /** @description How many authorities may follow below it; -1 is any number. Absent: as many as possible. */
                maxPathLength?: number;
                /**
                 * @description The kind of its key.
                 * @default RSA_2048
                 * @enum {string}
                 */
                keyAlgorithm: "RSA_2048" | "RSA_3072" | "RSA_4096" | "EC_prime256v1" | "EC_secp384r1" | "EC_secp521r1";
                /** @description The authority of the same project that signs it; only for an intermediate. */
                parentCaId?: string;
                crlDistributionPointUrls?: components["schemas"]["CrlDistributionPointUrls"];
            };
        };
        /**
         * @example {
         *       "status": "disabled"
         *     }
         */
        UpdateCertificateAuthorityRequest: {
            name?: string;
            /**
             * @description One without a certificate is `pending-certificate` instead of active.
             * @enum {string}
             */
            status?: "active" | "disabled";
            configuration?: {
                crlDistributionPointUrls?: components["schemas"]["CrlDistributionPointUrls"];
            };
        };
        AuthorityCertificate: {
            id: components["schemas"]["Id"];
            /**
             * @description From 1.
             * @example 1
             */
            version: number;
            /**
             * @description In hexadecimal.
             * @example 5f0c3b6a7d2e4f1890ab34cd56ef7812
             */
            serialNumber: string;
            /** Format: date-time */
            notBefore: string;
            /** Format: date-time */
            notAfter: string;
            /** @description PEM. */
            certificate: string;
            /** @description Those above it in PEM, up to the root; empty for a root. */
            certificateChain: string;
        };
        /**
         * @description When the certificate begins, an RFC 3339 time not before 1950; now, if it is empty or absent.
         * @example 2030-01-01T00:00:00Z
         */
        CertificateBeginning: string;
        /**
         * @description When the certificate ends, an RFC 3339 time in the future.
         * @example 2035-01-01T00:00:00Z
         */
        CertificateEnd: string;
        /**
         * @description How many authorities may follow below; -1 is any number. Absent, as many as there were to be, or as are possible.
         * @example 0
         */
        MaxPathLength: number;
        /**
         * @example {
         *       "parentCaId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "notAfter": "2035-01-01T00:00:00Z",
         *       "maxPathLength": 0
         *     }
         */
        GenerateAuthorityCertificateRequest: {
            notBefore?: components["schemas"]["CertificateBeginning"];
            notAfter: components["schemas"]["CertificateEnd"];
            maxPathLength?: components["schemas"]["MaxPathLength"];
            parentCaId?: components["schemas"]["Id"];
        };
        AuthorityCsr: {
            /** @description PEM. */
            csr: string;
        };
        /**
         * @example {
         *       "certificate": "-----BEGIN CERTIFICATE-----\nMIIB...\n-----END CERTIFICATE-----\n",
         *       "certificateChain": "-----BEGIN CERTIFICATE-----\nMIIC...\n-----END CERTIFICATE-----\n"
         *     }
         */
        ImportAuthorityCertificateRequest: {
            /** @description PEM. */
            certificate: string;
            /** @description Those above it in PEM, at most ten, each signed by the next. */
            certificateChain: string;
        };
        ImportedAuthorityCertificate: {
            /** @example The certificate was imported. */
            message: string;
            caId: components["schemas"]["Id"];
        };
        /**
         * @example {
         *       "csr": "-----BEGIN CERTIFICATE REQUEST-----\nMIHbMIGBAgEAMB8xDjAMBgNVBAMMBUJlbG93MQ0wCwYDVQQKDARBY21lMFkwEwYH\nKoZIzj0CAQYIKoZIzj0DAQcDQgAEhm+sK72Xx3Pw7Tb7PArCrEPJaBUykocZyrhF\nerWSzYrjaxfTfFHbMGgJ8csO+t99UF0xF+nsnfebvDvyrLqb86AAMAoGCCqGSM49\nBAMCA0kAMEYCIQCah3geBUvmSCKNNy006b5fuXLnc0um9YuWQbtNPr8FNQIhANCO\nWIuZgIgScB4zNMin78IAwra7VHd2mAESd68y26kU\n-----END CERTIFICATE REQUEST-----\n",
         *       "notAfter": "2035-01-01T00:00:00Z",
         *       "maxPathLength": 0
         *     }
         */
        SignIntermediateRequest: {
            /** @description A signing request (PKCS 10) in PEM. */
            csr: string;
            notBefore?: components["schemas"]["CertificateBeginning"];
            notAfter: components["schemas"]["CertificateEnd"];
            maxPathLength?: components["schemas"]["MaxPathLength"];
        };
        SignedIntermediate: {
            /** @description PEM. */
            certificate: string;
            /** @description That of the authority which signed it, in PEM. */
            issuingCaCertificate: string;
            /** @description Those above it in PEM, beginning with that one. */
            certificateChain: string;
            /**
             * @description In hexadecimal.
             * @example 5f0c3b6a7d2e4f1890ab34cd56ef7812
             */
            serialNumber: string;
        };
        /**
         * @example {
         *       "type": "existing",
         *       "notAfter": "2045-01-01T00:00:00Z"
         *     }
         */
        RenewAuthorityCertificateRequest: {
            /**
             * @description The key that there is.
             * @enum {string}
             */
            type: "existing";
            notAfter: components["schemas"]["CertificateEnd"];
        };
        RevocationList: {
            id: components["schemas"]["Id"];
            /** @description The list of revoked certificates (RFC 5280), in PEM. */
            crl: string;
        };
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
        Health: {
            /** @enum {string} */
            status: "ok";
        };
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
        /**
         * @description Each field may be left out, and takes only the value that this server has.
         * @example {
         *       "allowSignUp": false,
         *       "enabledLoginMethods": [
         *         "email"
         *       ]
         *     }
         */
        UpdateInstanceConfigRequest: {
            /**
             * @description People are invited.
             * @enum {boolean}
             */
            allowSignUp?: false;
            /** @enum {string|null} */
            allowedSignUpDomain?: null;
            /** @enum {boolean} */
            trustSamlEmails?: false;
            /** @enum {boolean} */
            trustLdapEmails?: false;
            /** @enum {boolean} */
            trustOidcEmails?: false;
            /** @enum {string|null} */
            defaultAuthOrgId?: null;
            /** @description People log in with e-mail and password. */
            enabledLoginMethods?: "email"[];
            /** @enum {string|null} */
            authConsentContent?: "" | null;
            /** @enum {string|null} */
            pageFrameContent?: "" | null;
        };
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
            /** @description The projects of the organization, by name. */
            projects: {
                /** Format: uuid */
                id: string;
                /** @example Rocket Launcher */
                name: string;
                /** @example rocket-launcher-7f3k */
                slug: string;
                createdAt: components["schemas"]["Timestamp"];
            }[];
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
            /** @description The e-mail addresses of its administrators. */
            inviteAdminEmails: string[];
        };
        KeyRotation: {
            /**
             * Format: uuid
             * @description Null when there has never been one.
             */
            id: string | null;
            /**
             * @description `idle`: nothing is left to do. `failed`: see `error`. `interrupted`: the server that was at it has stopped, or has
             *     not been heard of for a minute. Starting continues one that failed or was interrupted.
             * @enum {string}
             */
            status: "idle" | "running" | "failed" | "interrupted";
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            finishedAt: string | null;
            /**
             * @description Why it could not go on.
             * @example null
             */
            error: string | null;
            /**
             * @description Projects that have only their new key.
             * @example 12
             */
            projectsDone: number;
            /** @example 0 */
            projectsLeft: number;
            /**
             * @description Versions of secrets that were sealed anew.
             * @example 340
             */
            versionsDone: number;
            /**
             * @description About how many are left: others come and go meanwhile.
             * @example 0
             */
            versionsLeft: number;
            /**
             * @description The id of the first key in `ROOT_KEY`.
             * @example 4be1f6a1c02d9e57
             */
            rootKeyId: string;
            /**
             * @description The ids of earlier root keys that `ROOT_KEY` has to list still. When there are none, it may list the current one
             *     only; tokens that were signed with an earlier one end with that.
             */
            neededRootKeyIds: string[];
        };
        KeyRotationResult: {
            keyRotation: components["schemas"]["KeyRotation"];
        };
        Licence: {
            /**
             * @description `none`: nothing is in force, and every other field but `problem` is empty.
             * @enum {string}
             */
            source: "file" | "evaluation" | "none";
            /**
             * @description Names the licence; `evaluation` for that one.
             * @example 6f1a3e52-9c04-4d1b-8a57-2f0b9d6c1e34
             */
            id: string | null;
            /**
             * @description Whose it is.
             * @example Acme Rockets
             */
            licensee: string | null;
            /**
             * @description The id of the organization that it is for, or `*` for all.
             * @example *
             */
            organization: string | null;
            /** @description What it opens. */
            features: string[];
            /** Format: date-time */
            issuedAt: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /**
             * @description Days until it ends; one that has begun counts.
             * @example 320
             */
            daysLeft: number | null;
            /**
             * @description Whether it ends within 14 days.
             * @example false
             */
            isExpiring: boolean;
            /**
             * @description Why there is none in force, or why it is not the one in the file.
             * @example null
             */
            problem: string | null;
        };
        LicenceResult: {
            licence: components["schemas"]["Licence"];
        };
        /**
         * @description The project's id. Either this or `projectSlug` is needed; this one counts if both are given.
         * @example 6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11
         */
        RawWorkspace: string;
        /**
         * @description The project's slug.
         * @example payments
         */
        RawProjectSlug: string;
        /**
         * @example {
         *       "workspaceId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "secretPath": "/",
         *       "secretValue": "postgres://app@db/app",
         *       "secretComment": "The primary"
         *     }
         */
        CreateRawSecretRequest: {
            workspaceId?: components["schemas"]["RawWorkspace"];
            projectSlug?: components["schemas"]["RawProjectSlug"];
            environment: components["schemas"]["FolderEnvironment"];
            secretPath?: components["schemas"]["FolderPathOrRoot"];
            type?: components["schemas"]["SecretType"];
            secretValue: components["schemas"]["SecretValue"];
            secretComment?: components["schemas"]["SecretComment"];
            secretMetadata?: components["schemas"]["SecretMetadataList"];
            tagIds?: components["schemas"]["SecretTagIds"];
            skipMultilineEncoding?: components["schemas"]["SkipMultilineEncoding"];
            secretReminderNote?: components["schemas"]["SecretReminderNote"];
            secretReminderRepeatDays?: components["schemas"]["SecretReminderRepeatDays"];
        };
        /**
         * @example {
         *       "workspaceId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "secretPath": "/"
         *     }
         */
        DeleteRawSecretRequest: {
            workspaceId?: components["schemas"]["RawWorkspace"];
            projectSlug?: components["schemas"]["RawProjectSlug"];
            environment: components["schemas"]["FolderEnvironment"];
            secretPath?: components["schemas"]["FolderPathOrRoot"];
            type?: components["schemas"]["SecretType"];
        };
        /**
         * @example {
         *       "workspaceId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "secretPath": "/",
         *       "secretValue": "postgres://app@replica/app"
         *     }
         */
        UpdateRawSecretRequest: {
            workspaceId?: components["schemas"]["RawWorkspace"];
            projectSlug?: components["schemas"]["RawProjectSlug"];
            environment: components["schemas"]["FolderEnvironment"];
            secretPath?: components["schemas"]["FolderPathOrRoot"];
            type?: components["schemas"]["SecretType"];
            newSecretName?: components["schemas"]["SecretName"];
            secretValue?: components["schemas"]["SecretValue"];
            secretComment?: components["schemas"]["SecretComment"];
            secretMetadata?: components["schemas"]["SecretMetadataList"];
            tagIds?: components["schemas"]["SecretTagIds"];
            skipMultilineEncoding?: components["schemas"]["SkipMultilineEncoding"];
            secretReminderNote?: components["schemas"]["SecretReminderNote"];
            secretReminderRepeatDays?: components["schemas"]["SecretReminderRepeatDays"];
        };
        /**
         * @example {
         *       "projectSlug": "payments",
         *       "environment": "dev",
         *       "secretPath": "/",
         *       "tagSlugs": [
         *         "rotated"
         *       ]
         *     }
         */
        SecretTagsRequest: {
            workspaceId?: components["schemas"]["RawWorkspace"];
            projectSlug?: components["schemas"]["RawProjectSlug"];
            environment: components["schemas"]["FolderEnvironment"];
            secretPath?: components["schemas"]["FolderPathOrRoot"];
            type?: components["schemas"]["SecretType"];
            /** @description Slugs of tags of the project. */
            tagSlugs: string[];
        };
        /**
         * @example {
         *       "workspaceId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "secretPath": "/",
         *       "secrets": [
         *         {
         *           "secretKey": "DATABASE_HOST",
         *           "secretValue": "primary.example.com"
         *         }
         *       ]
         *     }
         */
        CreateRawSecretsRequest: {
            workspaceId?: components["schemas"]["RawWorkspace"];
            projectSlug?: components["schemas"]["RawProjectSlug"];
            environment: components["schemas"]["FolderEnvironment"];
            secretPath?: components["schemas"]["FolderPathOrRoot"];
            secrets: components["schemas"]["NewSecretItem"][];
        };
        /**
         * @example {
         *       "workspaceId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "secretPath": "/",
         *       "secrets": [
         *         {
         *           "secretKey": "DATABASE_HOST"
         *         }
         *       ]
         *     }
         */
        DeleteRawSecretsRequest: {
            workspaceId?: components["schemas"]["RawWorkspace"];
            projectSlug?: components["schemas"]["RawProjectSlug"];
            environment: components["schemas"]["FolderEnvironment"];
            secretPath?: components["schemas"]["FolderPathOrRoot"];
            secrets: components["schemas"]["UnwantedSecretItem"][];
        };
        /**
         * @example {
         *       "workspaceId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "secretPath": "/",
         *       "mode": "upsert",
         *       "secrets": [
         *         {
         *           "secretKey": "DATABASE_HOST",
         *           "secretValue": "replica.example.com"
         *         }
         *       ]
         *     }
         */
        UpdateRawSecretsRequest: {
            workspaceId?: components["schemas"]["RawWorkspace"];
            projectSlug?: components["schemas"]["RawProjectSlug"];
            environment: components["schemas"]["FolderEnvironment"];
            secretPath?: components["schemas"]["FolderPathOrRoot"];
            mode?: components["schemas"]["SecretUpdateMode"];
            secrets: components["schemas"]["SecretChangeItem"][];
        };
        /**
         * @description An older name of `path`, which goes before it.
         * @example /services
         */
        FolderDirectory: string;
        /**
         * @description Without `path` and `directory` it is made in the root.
         * @example {
         *       "workspaceId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "name": "api",
         *       "path": "/services"
         *     }
         */
        CreateLegacyFolderRequest: {
            workspaceId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            name: components["schemas"]["FolderName"];
            path?: components["schemas"]["FolderPath"];
            directory?: components["schemas"]["FolderDirectory"];
            description?: components["schemas"]["FolderDescription"];
        };
        /**
         * @description Without `path` and `directory` it is in the root.
         * @example {
         *       "workspaceId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "path": "/"
         *     }
         */
        DeleteLegacyFolderRequest: {
            workspaceId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            path?: components["schemas"]["FolderPath"];
            directory?: components["schemas"]["FolderDirectory"];
        };
        /**
         * @description Without `path` and `directory` it is in the root.
         * @example {
         *       "workspaceId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "name": "gateway",
         *       "path": "/"
         *     }
         */
        UpdateLegacyFolderRequest: {
            workspaceId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            name: components["schemas"]["FolderName"];
            path?: components["schemas"]["FolderPath"];
            directory?: components["schemas"]["FolderDirectory"];
            description?: components["schemas"]["FolderDescription"];
        };
        LegacyFolderChange: {
            id: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            name: components["schemas"]["FolderName"];
            path?: components["schemas"]["FolderPathOrRoot"];
            description?: components["schemas"]["FolderDescription"];
        };
        /**
         * @example {
         *       "projectSlug": "rockets-k3f9",
         *       "folders": [
         *         {
         *           "id": "0b7d2a90-5a52-4a3c-8d0e-6c1f3f1b2e77",
         *           "environment": "dev",
         *           "name": "gateway",
         *           "path": "/"
         *         }
         *       ]
         *     }
         */
        UpdateLegacyFoldersRequest: {
            projectSlug: components["schemas"]["SlugReference"];
            folders: components["schemas"]["LegacyFolderChange"][];
        };
        ChangedFolders: {
            folders: components["schemas"]["Folder"][];
        };
        LegacySecretImport: components["schemas"]["SecretImportFacts"] & {
            importEnv: components["schemas"]["SecretImportEnvironment"];
        };
        LegacySecretImportList: {
            /** @example These are the imports. */
            message: string;
            secretImports: components["schemas"]["LegacySecretImport"][];
        };
        /**
         * @example {
         *       "workspaceId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "path": "/",
         *       "import": {
         *         "environment": "dev",
         *         "path": "/archive"
         *       }
         *     }
         */
        CreateLegacySecretImportRequest: {
            workspaceId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            path?: components["schemas"]["ImportingPath"];
            import: {
                environment: components["schemas"]["FolderEnvironment"];
                path?: components["schemas"]["ImportedPath"];
            };
            isReplication?: components["schemas"]["ImportReplication"];
        };
        ChangedLegacySecretImport: {
            /** @example The import was created. */
            message: string;
            secretImport: components["schemas"]["LegacySecretImport"];
        };
        FoundLegacySecretImport: {
            secretImport: components["schemas"]["LegacySecretImport"] & components["schemas"]["SecretImportPlace"];
        };
        /**
         * @example {
         *       "workspaceId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "path": "/"
         *     }
         */
        DeleteLegacySecretImportRequest: {
            workspaceId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            path?: components["schemas"]["ImportingPath"];
        };
        /**
         * @example {
         *       "workspaceId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "environment": "dev",
         *       "path": "/",
         *       "import": {
         *         "environment": "dev",
         *         "path": "/archive",
         *         "position": 1
         *       }
         *     }
         */
        UpdateLegacySecretImportRequest: {
            workspaceId: components["schemas"]["Id"];
            environment: components["schemas"]["FolderEnvironment"];
            path?: components["schemas"]["ImportingPath"];
            import: components["schemas"]["SecretImportChange"];
        };
        ProjectWithKey: components["schemas"]["ProjectWithEnvironments"] & {
            /**
             * @description Always null: the server keeps the keys itself.
             * @example null
             */
            kmsSecretManagerKeyId: string | null;
        };
        ChangedWorkspaceEnvironment: {
            /**
             * @description What was done, for a person to read.
             * @example The environment was changed.
             */
            message: string;
            /**
             * Format: uuid
             * @description The id of the project.
             */
            workspace: string;
            environment: components["schemas"]["Environment"];
        };
        WorkspaceTagList: {
            workspaceTags: components["schemas"]["Tag"][];
        };
        WorkspaceTagAnswer: {
            workspaceTag: components["schemas"]["Tag"];
        };
        FoundWorkspaceTag: {
            workspaceTag: components["schemas"]["NamedTag"];
        };
        WorkspaceIdentity: components["schemas"]["IdentityInProject"] & {
            identity: components["schemas"]["MemberIdentity"];
        };
        WorkspaceIdentityAnswer: {
            identityMembership: components["schemas"]["WorkspaceIdentity"];
        };
        /**
         * @description `write` is `create`, `edit` and `delete`.
         * @enum {string}
         */
        LegacyAction: "read" | "create" | "edit" | "delete" | "write";
        /** @enum {string} */
        ProjectSubject: "secrets" | "secret-folders" | "secret-imports" | "dynamic-secrets" | "identity" | "member" | "groups" | "secret-rotation" | "secret-syncs" | "secret-event-subscriptions" | "honey-tokens" | "proxied-services" | "project-folder-grant" | "commits" | "app-connections" | "pki-subscribers" | "certificate-templates" | "certificate-policies" | "certificate-authorities" | "certificate-profiles" | "certificates" | "pki-syncs" | "role" | "integrations" | "webhooks" | "service-tokens" | "settings" | "environments" | "tags" | "ip-allowlist" | "secret-approval" | "pki-alerts" | "pki-collections" | "certificate-inventory-views" | "secret-rollback" | "audit-logs" | "secret-approval-request" | "insights" | "pki-discovery" | "pki-certificate-installations" | "code-signers" | "workspace" | "kms" | "cmek" | "kmip" | "secret-scanning-data-sources" | "secret-scanning-findings" | "secret-scanning-configs" | "hsm-connectors" | "approval-requests" | "approval-request-grants" | "ssh-certificate-authorities" | "ssh-certificates" | "ssh-certificate-templates" | "ssh-hosts" | "ssh-host-groups" | "mcp-endpoints" | "mcp-servers" | "mcp-activity-logs" | "pam-folders" | "pam-resources" | "pam-domains" | "pam-accounts" | "pam-sessions" | "pam-account-policies" | "pam-discovery" | "pam-insights";
        /** @description A plain path is that folder. */
        LegacyPath: components["schemas"]["ConditionPath"] | {
            $glob: components["schemas"]["ConditionPattern"];
        };
        /**
         * @description A rule in the older form: one action on one kind of thing. It allows just what it says, and comes back as it was written. Conditions
         *     that the subject does not know are refused.
         */
        LegacyPermission: {
            action: components["schemas"]["LegacyAction"];
            subject: components["schemas"]["ProjectSubject"];
            /**
             * @description Rules in this form only allow.
             * @enum {boolean}
             */
            inverted?: false;
            conditions?: {
                environment?: components["schemas"]["ConditionText"];
                secretPath?: components["schemas"]["LegacyPath"];
            } | null;
        };
        /**
         * @description What is allowed; nothing, if this is empty.
         * @example [
         *       {
         *         "action": "read",
         *         "subject": "secrets",
         *         "conditions": {
         *           "environment": "dev",
         *           "secretPath": {
         *             "$glob": "/build/**"
         *           }
         *         }
         *       }
         *     ]
         */
        LegacyPermissions: components["schemas"]["LegacyPermission"][];
        /**
         * @example {
         *       "slug": "builder",
         *       "name": "Builder",
         *       "permissions": [
         *         {
         *           "action": "read",
         *           "subject": "secrets",
         *           "conditions": {
         *             "environment": "dev",
         *             "secretPath": {
         *               "$glob": "/build/**"
         *             }
         *           }
         *         }
         *       ]
         *     }
         */
        CreateLegacyProjectRoleRequest: {
            slug: components["schemas"]["ProjectRoleSlug"];
            name: components["schemas"]["ProjectRoleName"];
            description?: components["schemas"]["ProjectRoleDescription"];
            permissions: components["schemas"]["LegacyPermissions"];
        };
        /**
         * @example {
         *       "name": "Builder",
         *       "permissions": [
         *         {
         *           "action": "read",
         *           "subject": "environments"
         *         }
         *       ]
         *     }
         */
        UpdateLegacyProjectRoleRequest: {
            slug?: components["schemas"]["ProjectRoleSlug"];
            name?: components["schemas"]["ProjectRoleName"];
            description?: components["schemas"]["ProjectRoleDescription"];
            permissions?: components["schemas"]["LegacyPermissions"];
        };
        /** @description One action of a rule; a rule with several actions is several of these. `conditions` are there when they were sent. */
        LegacyRule: {
            /** @example secrets */
            subject: string;
            /** @example read */
            action: string;
            /** @example false */
            inverted: boolean;
            /**
             * @example {
             *       "environment": "dev"
             *     }
             */
            conditions?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A privilege, with the membership of the project that it belongs to. */
        LegacyPrivilege: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectMembershipId: string;
            /** @example read-dev */
            slug: string;
            /** @description One for each action of each rule. */
            permissions: components["schemas"]["LegacyRule"][];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /**
             * @description Whether it holds only from its start to its end.
             * @example false
             */
            isTemporary: boolean;
            /** @example null */
            temporaryMode: string | null;
            /**
             * @description As it was sent; null for good.
             * @example null
             */
            temporaryRange: string | null;
            /**
             * Format: date-time
             * @description When it begins; null for good.
             */
            temporaryAccessStartTime: string | null;
            /**
             * Format: date-time
             * @description When it ends; null for good.
             */
            temporaryAccessEndTime: string | null;
        };
        /**
         * @example {
         *       "privilegeSlug": "read-dev",
         *       "identityId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "projectSlug": "acme"
         *     }
         */
        DeleteLegacyPrivilegeRequest: {
            privilegeSlug: components["schemas"]["SlugReference"];
            identityId: components["schemas"]["Id"];
            projectSlug: components["schemas"]["SlugReference"];
        };
        /**
         * @deprecated
         * @description Rules in the older form; `privilegePermission` takes their place.
         */
        DeprecatedPermissions: components["schemas"]["LegacyPermission"][];
        /**
         * @description An action of the subject, or `read`, `create`, `edit`, `delete` or `write`, which is `create`, `edit` and `delete`.
         * @example read
         */
        PrivilegeAction: string;
        /** @description One action, or a list of them. */
        PrivilegeActions: components["schemas"]["PrivilegeAction"] | components["schemas"]["PrivilegeAction"][];
        /**
         * @description A rule in the older form, with `action` or `actions`; sending both is 422. Conditions that the subject does not know are refused.
         * @example {
         *       "action": "read",
         *       "subject": "secrets",
         *       "conditions": {
         *         "environment": "dev"
         *       }
         *     }
         */
        PrivilegePermission: {
            action?: components["schemas"]["PrivilegeActions"];
            actions?: components["schemas"]["PrivilegeActions"];
            subject: components["schemas"]["ProjectSubject"];
            /**
             * @description Rules in this form only allow.
             * @enum {boolean}
             */
            inverted?: false;
            conditions?: {
                environment?: components["schemas"]["ConditionText"];
                secretPath?: components["schemas"]["LegacyPath"];
            } | null;
        };
        /** @description What is to change. With `isTemporary: false` the three `temporary` fields are not looked at, for clients send them empty then. */
        LegacyPrivilegeDetails: {
            slug?: components["schemas"]["PrivilegeSlug"];
            permissions?: components["schemas"]["DeprecatedPermissions"];
            privilegePermission?: components["schemas"]["PrivilegePermission"];
            /**
             * @description Whether it holds only for a time.
             * @example true
             */
            isTemporary?: boolean;
            /**
             * @description Only `relative`: the end is counted from the start.
             * @example relative
             */
            temporaryMode?: string;
            /**
             * @description How long, as for creating one.
             * @example 2h
             */
            temporaryRange?: string;
            /**
             * Format: date-time
             * @description When it begins, as for creating one.
             * @example 2026-01-02T03:04:05.678Z
             */
            temporaryAccessStartTime?: string;
        };
        /**
         * @example {
         *       "privilegeSlug": "read-dev",
         *       "identityId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "projectSlug": "acme",
         *       "privilegeDetails": {
         *         "slug": "write-dev",
         *         "privilegePermission": {
         *           "actions": [
         *             "read",
         *             "write"
         *           ],
         *           "subject": "secrets",
         *           "conditions": {
         *             "environment": "dev"
         *           }
         *         },
         *         "isTemporary": true,
         *         "temporaryMode": "relative",
         *         "temporaryRange": "2h",
         *         "temporaryAccessStartTime": "2026-01-02T03:04:05.678Z"
         *       }
         *     }
         */
        UpdateLegacyPrivilegeRequest: {
            privilegeSlug: components["schemas"]["SlugReference"];
            identityId: components["schemas"]["Id"];
            projectSlug: components["schemas"]["SlugReference"];
            privilegeDetails?: components["schemas"]["LegacyPrivilegeDetails"];
        };
        /**
         * @example {
         *       "identityId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "projectSlug": "acme",
         *       "slug": "read-dev",
         *       "privilegePermission": {
         *         "actions": [
         *           "read"
         *         ],
         *         "subject": "secrets",
         *         "conditions": {
         *           "environment": "dev",
         *           "secretPath": {
         *             "$glob": "/build/**"
         *           }
         *         }
         *       }
         *     }
         */
        CreatePermanentLegacyPrivilegeRequest: {
            identityId: components["schemas"]["Id"];
            projectSlug: components["schemas"]["SlugReference"];
            slug?: components["schemas"]["PrivilegeSlug"];
            permissions?: components["schemas"]["DeprecatedPermissions"];
            privilegePermission?: components["schemas"]["PrivilegePermission"];
        };
        /**
         * @example {
         *       "identityId": "6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11",
         *       "projectSlug": "acme",
         *       "slug": "write-dev",
         *       "privilegePermission": {
         *         "actions": [
         *           "read",
         *           "write"
         *         ],
         *         "subject": "secrets",
         *         "conditions": {
         *           "environment": "dev"
         *         }
         *       },
         *       "temporaryMode": "relative",
         *       "temporaryRange": "1h",
         *       "temporaryAccessStartTime": "2026-01-02T03:04:05.678Z"
         *     }
         */
        CreateTemporaryLegacyPrivilegeRequest: {
            identityId: components["schemas"]["Id"];
            projectSlug: components["schemas"]["SlugReference"];
            slug?: components["schemas"]["PrivilegeSlug"];
            permissions?: components["schemas"]["DeprecatedPermissions"];
            privilegePermission?: components["schemas"]["PrivilegePermission"];
            temporaryMode: components["schemas"]["TemporaryMode"];
            temporaryRange: components["schemas"]["TemporaryRange"];
            temporaryAccessStartTime: components["schemas"]["TemporaryStart"];
        };
    };
    responses: {
        /** @description The request is well formed but cannot be carried out as things stand, its JSON is malformed or not valid UTF-8, or the answer would be too large (`AnswerTooLarge`). */
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
                "application/json": components["schemas"]["DetailedError"];
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
                 *       "message": "You are not allowed to edit settings.",
                 *       "details": []
                 *     }
                 */
                "application/json": components["schemas"]["DetailedError"];
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
        /** @description The address and the headers together are larger than the server takes, 32 KiB. */
        RequestHeaderFieldsTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "reqId": "req-9fK2mQ0ZtB4xLd",
                 *       "statusCode": 431,
                 *       "error": "RequestHeaderFieldsTooLarge",
                 *       "message": "The address and the headers are larger than 32768 bytes."
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
        /** @description The server cannot do this now, for example because its database is away; `Retry-After` says when to come back. Nothing was changed, with one exception. `error` is `DiskFull` when there is no room on the disk for a change, or for the entry that a read leaves in the audit log; `AnswerBacklog` when too many bytes of other answers wait for their readers; `CommitOutcomeUnknown` when the connection to the database was lost during the commit: the change may or may not have been made, so look before you repeat it; and `ServiceUnavailable` otherwise. */
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
        /** @description The secrets, by name. */
        TaggedSecretList: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SecretList"];
            };
        };
        /** @description The caller has it already. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The secret. */
        OneTaggedSecret: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OneSecret"];
            };
        };
        /** @description The entries. */
        AuditLogs: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    auditLogs: components["schemas"]["AuditLogEntry"][];
                };
            };
        };
    };
    parameters: {
        /** @description The project's id. Needed as `environment` is. */
        ListedProjectId: components["schemas"]["Id"];
        /**
         * @description The slug of the environment; 422 without it. Only a service token with a single scope that names one folder needs none of project, environment
         *     and path: it always reads the folder of its scope, whatever these parameters say.
         * @example dev
         */
        SecretEnvironment: string;
        /** @description The path of the folder; the slash at its beginning may be left out. One at which there is no folder is 404. */
        SecretPath: string;
        /** @description Also all folders below. */
        Recursive: boolean;
        /** @description Also what the folder imports. */
        IncludeImports: boolean;
        /** @description Replace references to other secrets by their values. */
        ExpandSecretReferences: boolean;
        /** @description Show the values. Without them it is enough that the caller may describe the secrets. */
        ViewSecretValue: boolean;
        /** @description Only secrets with at least one of these tags, a list of slugs with commas between. */
        TagSlugs: string;
        /** @description Only secrets with all of this metadata, up to ten pairs written as `key=K1,value=V1|key=K2,value=V2`. What is encrypted is not found. */
        MetadataFilter: string;
        /** @description The `ETag` of an earlier answer. While nothing that it was made from has changed, the answer is 304 without a body. */
        IfNoneMatch: string;
        /** @description The secret's name. */
        SecretName: components["schemas"]["SecretName"];
        /** @description The project's id. */
        SecretProjectId: components["schemas"]["Id"];
        /** @description A personal secret is found only by its owner. A service token always gets the shared one. */
        SecretType: "shared" | "personal";
        /** @description That version, of the secret that had the name then. Without it, the secret as it is now. */
        SecretVersion: number;
        /** @description The secret's id. */
        SecretId: components["schemas"]["Id"];
        /** @description The project's id. */
        FolderProjectId: components["schemas"]["Id"];
        /**
         * @description The environment's slug.
         * @example dev
         */
        FolderEnvironment: components["schemas"]["FolderEnvironment"];
        /**
         * @description The path of the folder to look into.
         * @example /
         */
        FolderPath: components["schemas"]["FolderPath"];
        /** @description Whether the folders at any depth below are wanted, each with its `relativePath`. Everything but `false` and `0`, in any case, means that they are. */
        FolderRecursive: string;
        /** @description Only folders with secrets that were changed then or later. */
        FolderModifiedSince: components["schemas"]["Timestamp"];
        /** @description How many to leave out at the beginning. */
        VersionOffset: number;
        /** @description How many to answer with at most. */
        VersionLimit: number;
        /**
         * @description The number of the version.
         * @example 1
         */
        VersionNumber: number;
        /** @description The project's id. */
        SecretImportProjectId: components["schemas"]["Id"];
        /**
         * @description The slug of the environment of the folder that imports.
         * @example dev
         */
        SecretImportEnvironment: components["schemas"]["FolderEnvironment"];
        /**
         * @description The path of the folder that imports; without it, `/`, the root.
         * @example /
         */
        SecretImportPath: components["schemas"]["FolderPath"];
        /** @description The import's id. */
        SecretImportId: components["schemas"]["Id"];
        /** @description Only projects of this type. */
        ProjectTypeFilter: components["schemas"]["ProjectType"];
        /** @description The project's id. */
        ProjectId: components["schemas"]["Id"];
        /** @description Part of a name, in upper or lower case. */
        IdentityMembershipSearch: string;
        /** @description What to sort by. */
        IdentityMembershipOrder: "name";
        /** @description Upwards or downwards. */
        IdentityMembershipDirection: "asc" | "desc";
        /** @description The machine identity's id. */
        IdentityId: components["schemas"]["Id"];
        /** @description The client secret's id. */
        ClientSecretId: components["schemas"]["Id"];
        /** @description The group's id. */
        GroupIdInPath: components["schemas"]["Id"];
        /** @description How many to leave out at the beginning. */
        GroupListOffset: number;
        /** @description How many to answer with at most. */
        GroupListLimit: number;
        /** @description Only what was done with this kind of client. */
        AuditUserAgentType: "cli" | "k8-operator" | "terraform" | "web" | "InfisicalNodeSDK" | "InfisicalPythonSDK" | "other";
        /** @description Only what happened then or later. Without it, since yesterday at midnight, UTC. */
        AuditStartDate: components["schemas"]["Timestamp"];
        /** @description Only what happened before then. Without it, up to now. It is 422 before `startDate`, or more than three months after it. */
        AuditEndDate: components["schemas"]["Timestamp"];
        /** @description How many to leave out at the beginning. */
        AuditOffset: number;
        /** @description How many to answer with at most. */
        AuditLimit: number;
        /** @description The certificate's id. */
        CertificateId: components["schemas"]["Id"];
        /** @description How many to leave out at the beginning. */
        InstanceOffset: number;
        /** @description How many to answer with at most. */
        InstanceLimit: number;
        /** @description The project's id. Either this or `workspaceSlug` is needed, as `environment` is; this one counts if both are given. */
        RawWorkspaceId: components["schemas"]["Id"];
        /** @description The project's slug. */
        RawWorkspaceSlug: string;
        /** @description Also what the folder imports. */
        RawIncludeImports: boolean;
        /** @description Replace references to other secrets by their values. */
        RawExpandSecretReferences: boolean;
        /** @description The project's id. */
        LegacyFolderWorkspaceId: components["schemas"]["Id"];
        /** @description The path of the folder to look into; `directory` or the root if it is absent. */
        LegacyFolderPath: components["schemas"]["FolderPath"];
        /** @description An older name of `path`, which goes before it. */
        LegacyFolderDirectory: components["schemas"]["FolderPath"];
        /** @description The project's id. */
        LegacySecretImportWorkspaceId: components["schemas"]["Id"];
        /** @description The certificate's serial number in hexadecimal, in upper or lower case. */
        CertificateSerial: components["schemas"]["Id"];
    };
    requestBodies: never;
    headers: {
        /** @description The id of this request, as in the server's log. */
        RequestId: string;
        /** @description How to authenticate (RFC 6750). */
        WwwAuthenticate: string;
        /** @description How many seconds to wait before trying again. */
        RetryAfter: number;
        /** @description Changes with everything that the answer is made of, what the caller may see of it included. */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSecretsRequest"];
            };
        };
        responses: {
            /** @description The new secrets, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManySecrets"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteSecretsRequest"];
            };
        };
        responses: {
            /** @description The secrets as they were, in the order of the request; values only for whoever could read them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManySecrets"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSecretsRequest"];
            };
        };
        responses: {
            /** @description The secrets as they are now, in the order of the request; values only for whoever may read them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManySecrets"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    moveSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveSecretsRequest"];
            };
        };
        responses: {
            /** @description Both folders have changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovedSecrets"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    duplicateSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DuplicateSecretsRequest"];
            };
        };
        responses: {
            /** @description What became of each, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DuplicatedSecrets"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSecrets: {
        parameters: {
            query: {
                /** @description The project's id. Needed as `environment` is. */
                projectId?: components["parameters"]["ListedProjectId"];
                /**
                 * @description The slug of the environment; 422 without it. Only a service token with a single scope that names one folder needs none of project, environment
                 *     and path: it always reads the folder of its scope, whatever these parameters say.
                 * @example dev
                 */
                environment?: components["parameters"]["SecretEnvironment"];
                /** @description The path of the folder; the slash at its beginning may be left out. One at which there is no folder is 404. */
                secretPath: components["parameters"]["SecretPath"];
                /** @description Also all folders below. */
                recursive: components["parameters"]["Recursive"];
                /** @description Also what the folder imports. */
                includeImports: components["parameters"]["IncludeImports"];
                /** @description Replace references to other secrets by their values. */
                expandSecretReferences: components["parameters"]["ExpandSecretReferences"];
                /** @description Show the values. Without them it is enough that the caller may describe the secrets. */
                viewSecretValue: components["parameters"]["ViewSecretValue"];
                /** @description Show the caller's personal secrets in place of the shared ones of the same name. */
                includePersonalOverrides: boolean;
                /** @description Only secrets with at least one of these tags, a list of slugs with commas between. */
                tagSlugs?: components["parameters"]["TagSlugs"];
                /** @description Only secrets with all of this metadata, up to ten pairs written as `key=K1,value=V1|key=K2,value=V2`. What is encrypted is not found. */
                metadataFilter?: components["parameters"]["MetadataFilter"];
            };
            header?: {
                /** @description The `ETag` of an earlier answer. While nothing that it was made from has changed, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaggedSecretList"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSecret: {
        parameters: {
            query: {
                /** @description The project's id. */
                projectId: components["parameters"]["SecretProjectId"];
                /**
                 * @description The slug of the environment; 422 without it. Only a service token with a single scope that names one folder needs none of project, environment
                 *     and path: it always reads the folder of its scope, whatever these parameters say.
                 * @example dev
                 */
                environment?: components["parameters"]["SecretEnvironment"];
                /** @description The path of the folder; the slash at its beginning may be left out. One at which there is no folder is 404. */
                secretPath: components["parameters"]["SecretPath"];
                /** @description A personal secret is found only by its owner. A service token always gets the shared one. */
                type: components["parameters"]["SecretType"];
                /** @description That version, of the secret that had the name then. Without it, the secret as it is now. */
                version?: components["parameters"]["SecretVersion"];
                /** @description Also what the folder imports. */
                includeImports: components["parameters"]["IncludeImports"];
                /** @description Replace references to other secrets by their values. */
                expandSecretReferences: components["parameters"]["ExpandSecretReferences"];
                /** @description Show the values. Without them it is enough that the caller may describe the secrets. */
                viewSecretValue: components["parameters"]["ViewSecretValue"];
            };
            header?: {
                /** @description The `ETag` of an earlier answer. While nothing that it was made from has changed, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The secret's name. */
                secretName: components["parameters"]["SecretName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OneTaggedSecret"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's name. */
                secretName: components["parameters"]["SecretName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSecretRequest"];
            };
        };
        responses: {
            /** @description The new secret, with its value as it is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSecret"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's name. */
                secretName: components["parameters"]["SecretName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteSecretRequest"];
            };
        };
        responses: {
            /** @description The secret as it was; its value only for whoever could read it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSecret"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's name. */
                secretName: components["parameters"]["SecretName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSecretRequest"];
            };
        };
        responses: {
            /** @description The secret as it is now; its value only for whoever may read it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSecret"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSecretById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer. While nothing that it was made from has changed, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The secret's id. */
                secretId: components["parameters"]["SecretId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OneTaggedSecret"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFolders: {
        parameters: {
            query: {
                /** @description The project's id. */
                projectId: components["parameters"]["FolderProjectId"];
                /**
                 * @description The environment's slug.
                 * @example dev
                 */
                environment: components["parameters"]["FolderEnvironment"];
                /**
                 * @description The path of the folder to look into.
                 * @example /
                 */
                path: components["parameters"]["FolderPath"];
                /** @description Whether the folders at any depth below are wanted, each with its `relativePath`. Everything but `false` and `0`, in any case, means that they are. */
                recursive?: components["parameters"]["FolderRecursive"];
                /** @description Only folders with secrets that were changed then or later. */
                lastSecretModified?: components["parameters"]["FolderModifiedSince"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createFolder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFolderRequest"];
            };
        };
        responses: {
            /** @description The new folder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedFolder"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The folder's id. */
                folderId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundFolder"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The folder's id. */
                folderId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteFolderRequest"];
            };
        };
        responses: {
            /** @description The folder as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedFolder"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The folder's id. */
                folderId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateFolderRequest"];
            };
        };
        responses: {
            /** @description The folder as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedFolder"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    moveFolder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveFolderRequest"];
            };
        };
        responses: {
            /** @description From where it went, and where to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovedFolder"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSecretVersions: {
        parameters: {
            query: {
                /** @description How many to leave out at the beginning. */
                offset: components["parameters"]["VersionOffset"];
                /** @description How many to answer with at most. */
                limit: components["parameters"]["VersionLimit"];
            };
            header?: never;
            path: {
                /** @description The secret's id. */
                secretId: components["parameters"]["SecretId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secretVersions: components["schemas"]["Secret"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restoreSecretVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's id. */
                secretId: components["parameters"]["SecretId"];
                /**
                 * @description The number of the version.
                 * @example 1
                 */
                version: components["parameters"]["VersionNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret as it is now; its value only for whoever may read it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSecretVersionFacts: {
        parameters: {
            query: {
                /** @description How many to leave out at the beginning. */
                offset: components["parameters"]["VersionOffset"];
                /** @description How many to answer with at most. */
                limit: components["parameters"]["VersionLimit"];
            };
            header?: never;
            path: {
                /** @description The secret's id. */
                secretId: components["parameters"]["SecretId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secretVersions: components["schemas"]["SecretVersionFacts"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSecretVersionValue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's id. */
                secretId: components["parameters"]["SecretId"];
                /**
                 * @description The number of the version.
                 * @example 1
                 */
                version: components["parameters"]["VersionNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The value. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description `<hidden-by-infisical>` for whoever may not read it; empty when it was redacted. */
                        value: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redactSecretVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The version's id. */
                versionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secretVersion: components["schemas"]["RedactedSecretVersion"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSecretImports: {
        parameters: {
            query: {
                /** @description The project's id. */
                projectId: components["parameters"]["SecretImportProjectId"];
                /**
                 * @description The slug of the environment of the folder that imports.
                 * @example dev
                 */
                environment: components["parameters"]["SecretImportEnvironment"];
                /**
                 * @description The path of the folder that imports; without it, `/`, the root.
                 * @example /
                 */
                path?: components["parameters"]["SecretImportPath"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The imports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretImportList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSecretImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSecretImportRequest"];
            };
        };
        responses: {
            /** @description The new import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedSecretImport"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSecretImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's id. */
                secretImportId: components["parameters"]["SecretImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundSecretImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSecretImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's id. */
                secretImportId: components["parameters"]["SecretImportId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteSecretImportRequest"];
            };
        };
        responses: {
            /** @description The import as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedSecretImport"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSecretImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's id. */
                secretImportId: components["parameters"]["SecretImportId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSecretImportRequest"];
            };
        };
        responses: {
            /** @description The import as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedSecretImport"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listImportedSecrets: {
        parameters: {
            query: {
                /** @description The project's id. */
                projectId: components["parameters"]["SecretImportProjectId"];
                /**
                 * @description The slug of the environment of the folder that imports.
                 * @example dev
                 */
                environment: components["parameters"]["SecretImportEnvironment"];
                /**
                 * @description The path of the folder that imports; without it, `/`, the root.
                 * @example /
                 */
                path?: components["parameters"]["SecretImportPath"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What each import shows, in their order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedSecretsList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    subscribeToProjectEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscribeRequest"];
            };
        };
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["EventNotification"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Only projects of this type. */
                type?: components["parameters"]["ProjectTypeFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The projects. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projects: components["schemas"]["ProjectWithEnvironments"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateProjectRequest"];
            };
        };
        responses: {
            /** @description The new project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project: components["schemas"]["ProjectWithEnvironments"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                slug: components["schemas"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectWithDeletedEnvironments"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project: components["schemas"]["ProjectWithDeletedEnvironments"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project: components["schemas"]["Project"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProjectRequest"];
            };
        };
        responses: {
            /** @description The project as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project: components["schemas"]["Project"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setAuditLogsRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuditLogsRetentionRequest"];
            };
        };
        responses: {
            /** @description The project as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What was done, for a person to read.
                         * @example The retention was changed.
                         */
                        message: string;
                        project: components["schemas"]["Project"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEnvironmentRequest"];
            };
        };
        responses: {
            /** @description The new environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedEnvironment"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The environment's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundEnvironment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteEnvironment: {
        parameters: {
            query: {
                /** @description Whether it is deleted for good. */
                hardDelete: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The environment's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The environment as it was left, or was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedEnvironment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The environment's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEnvironmentRequest"];
            };
        };
        responses: {
            /** @description The environment as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedEnvironment"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restoreEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The environment's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The environment as it is again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedEnvironment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEnvironmentBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The environment's slug. */
                slug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentOfSlug"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tags. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTagRequest"];
            };
        };
        responses: {
            /** @description The new tag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAnswer"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The tag's id. */
                tagId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundTag"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The tag's id. */
                tagId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The tag's id. */
                tagId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTagRequest"];
            };
        };
        responses: {
            /** @description The tag as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAnswer"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTagBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The tag's slug. */
                tagSlug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundTag"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
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
                        memberships: components["schemas"]["ProjectUser"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addProjectUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddProjectUsersRequest"];
            };
        };
        responses: {
            /** @description The new memberships, by username. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memberships: components["schemas"]["ProjectUserMembership"][];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeProjectUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveProjectUsersRequest"];
            };
        };
        responses: {
            /** @description The memberships that are gone, by username. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memberships: components["schemas"]["ProjectUserMembership"][];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    findProjectUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FindProjectUserRequest"];
            };
        };
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["ProjectUserDetails"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id of the user's membership of the project; those of machine identities and groups are not found here. */
                projectMembershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["ProjectUser"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeProjectUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id of the user's membership of the project; those of machine identities and groups are not found here. */
                projectMembershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership that is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["ProjectUserMembership"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProjectUserRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id of the user's membership of the project; those of machine identities and groups are not found here. */
                projectMembershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRolesRequest"];
            };
        };
        responses: {
            /** @description The roles as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        roles: components["schemas"]["MembershipRole"][];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    leaveProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership that is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["ProjectUserMembership"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectMembershipOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The user's id. */
                userId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["ProjectUser"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectIdentities: {
        parameters: {
            query: {
                /** @description How many to leave out at the beginning. */
                offset: number;
                /** @description How many to answer with at most. */
                limit: number;
                /** @description Part of a name, in upper or lower case. */
                search?: components["parameters"]["IdentityMembershipSearch"];
                /** @description What to sort by. */
                orderBy: components["parameters"]["IdentityMembershipOrder"];
                /** @description Upwards or downwards. */
                orderDirection: components["parameters"]["IdentityMembershipDirection"];
            };
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The memberships on this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identityMemberships: components["schemas"]["ListedProjectIdentity"][];
                        /**
                         * @description How many there are on all pages together.
                         * @example 1
                         */
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identityMembership: components["schemas"]["ProjectIdentity"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addProjectIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChosenRoles"];
            };
        };
        responses: {
            /** @description The new membership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProjectMembershipAnswer"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeProjectIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
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
                    "application/json": components["schemas"]["IdentityProjectMembershipAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProjectIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRolesRequest"];
            };
        };
        responses: {
            /** @description The membership as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProjectMembershipAnswer"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectOwnedIdentities: {
        parameters: {
            query: {
                /** @description How many to leave out at the beginning. */
                offset: number;
                /** @description How many to answer with at most. */
                limit: number;
                /** @description Part of a name, in upper or lower case. */
                search?: components["parameters"]["IdentityMembershipSearch"];
            };
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identities on this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identities: components["schemas"]["ProjectOwnedIdentity"][];
                        /**
                         * @description How many there are on all pages together.
                         * @example 1
                         */
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProjectOwnedIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectOwnedIdentityRequest"];
            };
        };
        responses: {
            /** @description The new identity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectOwnedIdentityAnswer"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectOwnedIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectOwnedIdentityAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProjectOwnedIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identity as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectOwnedIdentityAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProjectOwnedIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProjectOwnedIdentityRequest"];
            };
        };
        responses: {
            /** @description The identity as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectOwnedIdentityAnswer"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectGroups: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups, each with its roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMemberships: components["schemas"]["ProjectGroup"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The group's id. */
                groupId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group, with its roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMembership: components["schemas"]["ProjectGroup"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addProjectGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The group's id. */
                groupId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChosenRoles"];
            };
        };
        responses: {
            /** @description The membership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMembership: components["schemas"]["ProjectGroupMembership"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeProjectGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The group's id. */
                groupId: components["schemas"]["Id"];
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
                        groupMembership: components["schemas"]["ProjectGroupMembership"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProjectGroupRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The group's id. */
                groupId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRolesRequest"];
            };
        };
        responses: {
            /** @description The roles that the group has now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        roles: components["schemas"]["MembershipRole"][];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
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
                        roles: components["schemas"]["ProjectRoleSummary"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProjectRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectRoleRequest"];
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
                        role: components["schemas"]["ProjectRole"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProjectRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The role's id. */
                projectRoleId: components["schemas"]["Id"];
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
                        role: components["schemas"]["ProjectRole"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProjectRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The role's id. */
                projectRoleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProjectRoleRequest"];
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
                        role: components["schemas"]["ProjectRole"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectRoleBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The role's slug. */
                slug: components["schemas"]["SlugReference"];
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
                        role: components["schemas"]["ProjectRole"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The role's id. */
                projectRoleId: components["schemas"]["Id"];
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
                        role: components["schemas"]["ProjectRole"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPrivileges: {
        parameters: {
            query: {
                /** @description The machine identity's id. */
                identityId: components["schemas"]["Id"];
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The privileges. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privileges: components["schemas"]["PrivilegeSummary"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePrivilegeRequest"];
            };
        };
        responses: {
            /** @description The new privilege. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["Privilege"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The privilege's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The privilege. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["Privilege"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deletePrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The privilege's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The privilege as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["Privilege"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The privilege's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdatePrivilegeRequest"];
            };
        };
        responses: {
            /** @description The privilege as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["Privilege"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPrivilegeBySlug: {
        parameters: {
            query: {
                /** @description The machine identity's id. */
                identityId: components["schemas"]["Id"];
                /** @description The project's slug. */
                projectSlug: components["schemas"]["SlugReference"];
            };
            header?: never;
            path: {
                /** @description The privilege's slug. */
                privilegeSlug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The privilege. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["Privilege"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listUserPrivileges: {
        parameters: {
            query: {
                /** @description The user's membership of the project. */
                projectMembershipId: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The privileges. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privileges: components["schemas"]["UserPrivilegeSummary"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createUserPrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserPrivilegeRequest"];
            };
        };
        responses: {
            /** @description The new privilege. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["UserPrivilege"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUserPrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The privilege's id. One of a machine identity is 404. */
                privilegeId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The privilege. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["UserPrivilege"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteUserPrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The privilege's id. One of a machine identity is 404. */
                privilegeId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The privilege as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["UserPrivilege"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateUserPrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The privilege's id. One of a machine identity is 404. */
                privilegeId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUserPrivilegeRequest"];
            };
        };
        responses: {
            /** @description The privilege as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["UserPrivilege"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    explainAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExplainAccessRequest"];
            };
        };
        responses: {
            /** @description The answer, and where it comes from. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessExplanation"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOwnProjectPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's rules, and the memberships that they come from. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OwnProjectPermissions"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOwnServiceToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token, without its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnServiceToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createServiceToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServiceTokenRequest"];
            };
        };
        responses: {
            /** @description The token, and what is stored of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: password
                         * @description Shown only here.
                         * @example st.6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11.0123456789abcdef0123456789abcdef
                         */
                        serviceToken: string;
                        serviceTokenData: components["schemas"]["ServiceToken"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteServiceToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token's id, its second part. */
                serviceTokenId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        serviceTokenData: components["schemas"]["ServiceToken"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listServiceTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens, without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        serviceTokenData: components["schemas"]["ServiceToken"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listIdentities: {
        parameters: {
            query: {
                /** @description The token's organization, which is also meant without this; any other answers 404. */
                orgId?: components["schemas"]["Id"];
                /** @description Part of a name, in upper or lower case. */
                search?: string;
                /** @description How many to leave out at the beginning. */
                offset: number;
                /** @description How many to answer with at most. */
                limit: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identities. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identities: components["schemas"]["IdentityMembership"][];
                        /**
                         * @description How many there are on all pages together.
                         * @example 1
                         */
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateIdentityRequest"];
            };
        };
        responses: {
            /** @description The new identity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identity: components["schemas"]["NewIdentity"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getIdentityDetails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whose token it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identityDetails: components["schemas"]["IdentityDetails"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    searchIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SearchIdentitiesRequest"];
            };
        };
        responses: {
            /** @description The identities on this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identities: components["schemas"]["IdentityMembership"][];
                        /**
                         * @description How many there are on all pages together.
                         * @example 1
                         */
                        totalCount: number;
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identity: components["schemas"]["IdentityMembership"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identity as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identity: components["schemas"]["Identity"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateIdentityRequest"];
            };
        };
        responses: {
            /** @description The identity as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identity: components["schemas"]["Identity"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    searchIdentityMemberships: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SearchIdentityMembershipsRequest"];
            };
        };
        responses: {
            /** @description The memberships on this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identities: components["schemas"]["FoundIdentityMembership"][];
                        /**
                         * @description How many there are on all pages together.
                         * @example 1
                         */
                        totalCount: number;
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    countIdentityMemberships: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CountIdentityMembershipsRequest"];
            };
        };
        responses: {
            /** @description The numbers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        counts: {
                            /**
                             * @description Only if it was asked for.
                             * @example 3
                             */
                            organization?: number;
                            /**
                             * @description Only if it was asked for.
                             * @example 7
                             */
                            project?: number;
                        };
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUniversalAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UniversalAuthResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    attachUniversalAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AttachUniversalAuthRequest"];
            };
        };
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UniversalAuthResult"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeUniversalAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration that was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UniversalAuthResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateUniversalAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUniversalAuthRequest"];
            };
        };
        responses: {
            /** @description The configuration as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UniversalAuthResult"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    clearUniversalAuthLockouts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many addresses were locked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClearLockoutsResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    loginWithUniversalAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UniversalAuthLoginRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["UniversalAuthLoginRequest"];
            };
        };
        responses: {
            /** @description An access token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listClientSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client secrets, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecretList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateClientSecretRequest"];
            };
        };
        responses: {
            /** @description The secret and what is known of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewClientSecret"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
                /** @description The client secret's id. */
                clientSecretId: components["parameters"]["ClientSecretId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecretResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
                /** @description The client secret's id. */
                clientSecretId: components["parameters"]["ClientSecretId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client secret, revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecretResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOidcAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcAuthResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    attachOidcAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachOidcAuthRequest"];
            };
        };
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcAuthResult"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeOidcAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration that was removed, without its CA certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedOidcAuthResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateOidcAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOidcAuthRequest"];
            };
        };
        responses: {
            /** @description The configuration as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcAuthResult"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    loginWithOidcAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OidcAuthLoginRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["OidcAuthLoginRequest"];
            };
        };
        responses: {
            /** @description An access token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTokenAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identityTokenAuth: components["schemas"]["TokenAuth"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    attachTokenAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AttachTokenAuthRequest"];
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identityTokenAuth: components["schemas"]["TokenAuth"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeTokenAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings as they were. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identityTokenAuth: components["schemas"]["TokenAuth"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTokenAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTokenAuthRequest"];
            };
        };
        responses: {
            /** @description The settings as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identityTokenAuth: components["schemas"]["TokenAuth"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTokenAuthTokens: {
        parameters: {
            query: {
                /** @description How many to leave out at the beginning. */
                offset: number;
                /** @description How many to answer with at most. */
                limit: number;
            };
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: components["schemas"]["TokenAuthToken"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTokenAuthToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateTokenAuthTokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedTokenAuthToken"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTokenAuthTokenOfIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
                /** @description The token's id. */
                tokenId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: components["schemas"]["TokenAuthToken"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTokenAuthToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token's id. */
                tokenId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: components["schemas"]["TokenAuthToken"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTokenAuthToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token's id. */
                tokenId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTokenAuthTokenRequest"];
            };
        };
        responses: {
            /** @description The token as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: components["schemas"]["TokenAuthToken"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeTokenAuthToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token's id. */
                tokenId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is revoked. */
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
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    renewAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessTokenRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["AccessTokenRequest"];
            };
        };
        responses: {
            /** @description The token with its new expiry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessTokenRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["AccessTokenRequest"];
            };
        };
        responses: {
            /** @description The token is revoked. */
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
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startLegacyLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartLegacyLoginRequest"];
            };
        };
        responses: {
            /** @description Never sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyLoginChallenge"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeOwnName: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeOwnNameRequest"];
            };
        };
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["MembershipUser"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAccessibleOrganizations: {
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
                        organizations: components["schemas"]["AccessibleOrganization"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrganizationUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization of the token. */
                organizationId: components["schemas"]["Id"];
            };
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
                        users: components["schemas"]["MembershipWithUser"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeOrganizationUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization of the token. */
                organizationId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveOrganizationUsersRequest"];
            };
        };
        responses: {
            /** @description The memberships that are gone, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memberships: components["schemas"]["OrganizationMembership"][];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrganizationUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization of the token. */
                organizationId: components["schemas"]["Id"];
                /** @description The id of the user's membership. */
                membershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["MembershipDetails"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeOrganizationUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization of the token. */
                organizationId: components["schemas"]["Id"];
                /** @description The id of the user's membership. */
                membershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership that is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["OrganizationMembership"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateOrganizationUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization of the token. */
                organizationId: components["schemas"]["Id"];
                /** @description The id of the user's membership. */
                membershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationUserRequest"];
            };
        };
        responses: {
            /** @description The membership as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["OrganizationMembership"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrganizationUsersLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization of the token. */
                organizationId: components["schemas"]["Id"];
            };
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
                        users: components["schemas"]["LegacyMembershipWithUser"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
                slug: components["schemas"]["SlugReference"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrganizationWorkspaces: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization of the token. */
                organizationId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The projects. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspaces: components["schemas"]["ProjectInShort"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAllProjects: {
        parameters: {
            query: {
                /** @description Part of a name or slug, in upper or lower case. */
                search: string;
                /** @description How many to leave out at the beginning. */
                offset: number;
                /** @description How many to answer with at most. */
                limit: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The projects on this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projects: components["schemas"]["Project"][];
                        /**
                         * @description How many there are on all pages together.
                         * @example 1
                         */
                        count: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    grantProjectAdminAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's membership of the project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["GrantedProjectMembership"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectMembershipsOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization of the token. */
                organizationId: components["schemas"]["Id"];
                /** @description The membership of a user. */
                membershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The memberships. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memberships: components["schemas"]["ProjectMembershipOfUser"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectMembershipsOfIdentity: {
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
            /** @description The memberships. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identityMemberships: components["schemas"]["ProjectMembershipOfIdentity"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupWithRole"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateGroupRequest"];
            };
        };
        responses: {
            /** @description The new group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupWithRole"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateGroupRequest"];
            };
        };
        responses: {
            /** @description The group as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrganizationGroups: {
        parameters: {
            query: {
                /** @description How many to leave out at the beginning. */
                offset: number;
                /** @description How many to answer with at most. */
                limit: number;
                /** @description A part of the name or the slug, in upper or lower case. */
                search?: string;
                /** @description Only groups with one of these roles, by slug; the parameter may be repeated. */
                roles?: string[];
                /** @description What to order by. */
                orderBy: "name" | "slug" | "role";
                /** @description From A to Z, or from Z to A. */
                orderDirection: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups on this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMemberships: components["schemas"]["OrganizationGroup"][];
                        /**
                         * @description How many fit.
                         * @example 1
                         */
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrganizationGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                groupId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMembership: components["schemas"]["OrganizationGroup"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    linkOrganizationGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                groupId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationGroupRolesRequest"];
            };
        };
        responses: {
            /** @description Never sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMembership: components["schemas"]["OrganizationGroup"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unlinkOrganizationGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                groupId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Never sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMembership: components["schemas"]["OrganizationGroup"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateOrganizationGroupRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                groupId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationGroupRolesRequest"];
            };
        };
        responses: {
            /** @description The group as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMembership: components["schemas"]["OrganizationGroup"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listGroupMembers: {
        parameters: {
            query: {
                /** @description How many to leave out at the beginning. */
                offset: components["parameters"]["GroupListOffset"];
                /** @description How many to answer with at most. */
                limit: components["parameters"]["GroupListLimit"];
                /** @description Part of the e-mail address, username or full name of a user, or of the name of a machine identity, in upper or lower case. */
                search?: string;
                /** @description What to order by. */
                orderBy: "name";
                /** @description From A to Z, or from Z to A. */
                orderDirection: "asc" | "desc";
                /** @description Which kinds of members to list; the parameter may be repeated. Both kinds without it. */
                memberTypeFilter?: ("users" | "machineIdentities")[];
            };
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members on this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: components["schemas"]["GroupMember"][];
                        totalCount: components["schemas"]["GroupListCount"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listGroupUsers: {
        parameters: {
            query: {
                /** @description How many to leave out at the beginning. */
                offset: components["parameters"]["GroupListOffset"];
                /** @description How many to answer with at most. */
                limit: components["parameters"]["GroupListLimit"];
                /** @description Part of the e-mail address, username or full name, in upper or lower case. */
                search?: string;
                /** @description Part of the username, in upper or lower case. */
                username?: string;
                /** @description Only those who are in the group, or only those who are not. */
                filter?: components["schemas"]["GroupListFilter"];
            };
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users on this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["GroupUserCandidate"][];
                        totalCount: components["schemas"]["GroupListCount"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addUserToGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
                /** @description The username, which is the user's e-mail address, in upper or lower case. */
                username: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeUserFromGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
                /** @description The username, which is the user's e-mail address, in upper or lower case. */
                username: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listGroupIdentities: {
        parameters: {
            query: {
                /** @description How many to leave out at the beginning. */
                offset: components["parameters"]["GroupListOffset"];
                /** @description How many to answer with at most. */
                limit: components["parameters"]["GroupListLimit"];
                /** @description Part of the name, in upper or lower case. */
                search?: string;
                /** @description Only those who are in the group, or only those who are not. */
                filter?: components["schemas"]["GroupListFilter"];
            };
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The machine identities on this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        machineIdentities: components["schemas"]["GroupIdentityCandidate"][];
                        totalCount: components["schemas"]["GroupListCount"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addIdentityToGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The machine identity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupIdentityReference"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeIdentityFromGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The machine identity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupIdentityReference"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listGroupProjects: {
        parameters: {
            query: {
                /** @description How many to leave out at the beginning. */
                offset: components["parameters"]["GroupListOffset"];
                /** @description How many to answer with at most. */
                limit: components["parameters"]["GroupListLimit"];
            };
            header?: never;
            path: {
                /** @description The group's id. */
                id: components["parameters"]["GroupIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The projects on this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projects: components["schemas"]["GroupProject"][];
                        totalCount: components["schemas"]["GroupListCount"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    inviteUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteUsersRequest"];
            };
        };
        responses: {
            /** @description The people are invited. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteUsersResult"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendInvitationRequest"];
            };
        };
        responses: {
            /** @description The new link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendInvitationResult"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    verifyInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyInvitationRequest"];
            };
        };
        responses: {
            /** @description The code was right. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyInvitationResult"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    completeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteAccountRequest"];
            };
        };
        responses: {
            /** @description The account is finished, and its owner is logged in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompleteAccountResult"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAuditLogs: {
        parameters: {
            query: {
                /** @description Only entries of this project. */
                projectId?: components["schemas"]["Id"];
                /** @description Only these events, separated by commas; one that does not exist is 422. */
                eventType?: string;
                /** @description Only what was done with this kind of client. */
                userAgentType?: components["parameters"]["AuditUserAgentType"];
                /** @description Only what was done by this kind of actor. */
                actorType?: "user" | "identity" | "service" | "platform" | "scimClient" | "unknownUser";
                /** @description Only what was done by the actor of this id, a user unless `actorType` says otherwise. */
                actor?: components["schemas"]["Id"];
                /** @description Only entries whose `event.metadata` has all of these values, as `key=value` separated by commas. */
                eventMetadata?: string;
                /**
                 * @description The slug of an environment. Counts only with `projectId`, and an `eventType` of nothing but events about secrets, which refusals
                 *     are not. Of an entry about several secrets, one has to fit; of one about moving or copying them, either folder.
                 */
                environment?: string;
                /** @description The path of a folder. Counts as `environment` does. */
                secretPath?: string;
                /** @description The name of a secret. Counts as `environment` does. */
                secretKey?: string;
                /** @description Only what happened then or later. Without it, since yesterday at midnight, UTC. */
                startDate?: components["parameters"]["AuditStartDate"];
                /** @description Only what happened before then. Without it, up to now. It is 422 before `startDate`, or more than three months after it. */
                endDate?: components["parameters"]["AuditEndDate"];
                /** @description How many to leave out at the beginning. */
                offset: components["parameters"]["AuditOffset"];
                /** @description How many to answer with at most. */
                limit: components["parameters"]["AuditLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AuditLogs"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectAuditLogs: {
        parameters: {
            query: {
                /** @description Only this event; one that does not exist is 422. */
                eventType?: string;
                /** @description Only what was done with this kind of client. */
                userAgentType?: components["parameters"]["AuditUserAgentType"];
                /** @description Only what was done by the user of this id. */
                actor?: components["schemas"]["Id"];
                /** @description Only what happened then or later. Without it, since yesterday at midnight, UTC. */
                startDate?: components["parameters"]["AuditStartDate"];
                /** @description Only what happened before then. Without it, up to now. It is 422 before `startDate`, or more than three months after it. */
                endDate?: components["parameters"]["AuditEndDate"];
                /** @description How many to leave out at the beginning. */
                offset: components["parameters"]["AuditOffset"];
                /** @description How many to answer with at most. */
                limit: components["parameters"]["AuditLimit"];
            };
            header?: never;
            path: {
                /** @description The project's id. */
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AuditLogs"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    issueCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueCertificateRequest"];
            };
        };
        responses: {
            /** @description The certificate and its key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCertificate"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignCertificateRequest"];
            };
        };
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedCertificate"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCertificates: {
        parameters: {
            query: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description How many to leave out at the beginning. */
                offset: number;
                /** @description How many to answer with at most. */
                limit: number;
                /** @description Part of a common name, friendly name, alternative name or serial number, in upper or lower case. */
                search?: string;
                /** @description Part of the common name, in upper or lower case. */
                commonName?: string;
                /** @description Part of the friendly name, in upper or lower case. */
                friendlyName?: string;
                /** @description The whole serial number, in upper or lower case. */
                serialNumber?: string;
                /** @description Only those that are that now. */
                status?: components["schemas"]["CertificateStatus"];
                /** @description Only those of this certificate authority of the project, which the caller has to be allowed to read (`certificate-authorities:read`). */
                caId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificates on this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's id. */
                id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's id. */
                id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCertificateBody: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's id. */
                id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate in PEM. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCertificateBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's id. */
                id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate, its chain and its key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateBundle"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCertificatePrivateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's id. */
                id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The private key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificatePrivateKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's id. */
                id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RevokeCertificateRequest"];
            };
        };
        responses: {
            /** @description What was revoked, and when. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateRevocation"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCertificateAuthorities: {
        parameters: {
            query: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The authorities. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAuthority"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCertificateAuthority: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCertificateAuthorityRequest"];
            };
        };
        responses: {
            /** @description The new authority. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAuthority"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCertificateAuthority: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The authority. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAuthority"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCertificateAuthority: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The authority as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAuthority"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCertificateAuthority: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCertificateAuthorityRequest"];
            };
        };
        responses: {
            /** @description The authority as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAuthority"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAuthorityCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorityCertificate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    generateAuthorityCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateAuthorityCertificateRequest"];
            };
        };
        responses: {
            /** @description The new certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorityCertificate"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAuthorityCertificateById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
                /** @description The id of one of its certificates. */
                caCertId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorityCertificate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAuthorityCertificates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorityCertificate"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadAuthorityCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
                /** @description The id of one of its certificates. */
                caCertId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    /** @description Changes whenever the answer does. */
                    ETag?: string;
                    /** @description How long to keep it. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pkix-cert": string;
                };
            };
            /** @description The caller has just this already, as its `If-None-Match` says. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAuthorityCsr: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorityCsr"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importAuthorityCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportAuthorityCertificateRequest"];
            };
        };
        responses: {
            /** @description It is the present one now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedAuthorityCertificate"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signIntermediate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIntermediateRequest"];
            };
        };
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIntermediate"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    renewAuthorityCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenewAuthorityCertificateRequest"];
            };
        };
        responses: {
            /** @description The new certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorityCertificate"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRevocationLists: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate authority's id. */
                caId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lists. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevocationList"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadRevocationList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The revocation list's id. */
                crlId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    /** @description Changes whenever the answer does. */
                    ETag?: string;
                    /** @description How long to keep it. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pkix-crl": string;
                };
            };
            /** @description The caller has just this already, as its `If-None-Match` says. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateInstanceConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateInstanceConfigRequest"];
            };
        };
        responses: {
            /** @description The configuration, as it was. */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInstanceOrganizations: {
        parameters: {
            query: {
                /** @description A part of the name or slug, in any case. */
                searchTerm: string;
                /** @description How many organizations to skip. */
                offset: number;
                /** @description How many organizations to answer with. */
                limit: number;
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
                        /** @description What the administrators join with, for whoever invites them to pass on. */
                        completeInviteLinks: components["schemas"]["InvitationLink"][];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
                        organizationMembership: components["schemas"]["OrganizationMembership"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
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
                        organizationMembership: components["schemas"]["OrganizationMembership"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendInstanceInvitation: {
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
            /** @description The membership, and the new link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organizationMembership: components["schemas"]["OrganizationMembership"];
                        signupToken: components["schemas"]["InvitationLink"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getKeyRotation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rotation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyRotationResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startKeyRotation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rotation, which has only begun. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyRotationResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLicence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The licence. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenceResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRawSecrets: {
        parameters: {
            query: {
                /** @description The project's id. Either this or `workspaceSlug` is needed, as `environment` is; this one counts if both are given. */
                workspaceId?: components["parameters"]["RawWorkspaceId"];
                /** @description The project's slug. */
                workspaceSlug?: components["parameters"]["RawWorkspaceSlug"];
                /**
                 * @description The slug of the environment; 422 without it. Only a service token with a single scope that names one folder needs none of project, environment
                 *     and path: it always reads the folder of its scope, whatever these parameters say.
                 * @example dev
                 */
                environment?: components["parameters"]["SecretEnvironment"];
                /** @description The path of the folder; the slash at its beginning may be left out. One at which there is no folder is 404. */
                secretPath: components["parameters"]["SecretPath"];
                /** @description Also all folders below. */
                recursive: components["parameters"]["Recursive"];
                /** @description Also what the folder imports. */
                include_imports: components["parameters"]["RawIncludeImports"];
                /** @description Replace references to other secrets by their values. */
                expandSecretReferences: components["parameters"]["RawExpandSecretReferences"];
                /** @description Show the values. Without them it is enough that the caller may describe the secrets. */
                viewSecretValue: components["parameters"]["ViewSecretValue"];
                /** @description Only secrets with at least one of these tags, a list of slugs with commas between. */
                tagSlugs?: components["parameters"]["TagSlugs"];
                /** @description Only secrets with all of this metadata, up to ten pairs written as `key=K1,value=V1|key=K2,value=V2`. What is encrypted is not found. */
                metadataFilter?: components["parameters"]["MetadataFilter"];
            };
            header?: {
                /** @description The `ETag` of an earlier answer. While nothing that it was made from has changed, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaggedSecretList"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRawSecret: {
        parameters: {
            query: {
                /** @description The project's id. Either this or `workspaceSlug` is needed, as `environment` is; this one counts if both are given. */
                workspaceId?: components["parameters"]["RawWorkspaceId"];
                /** @description The project's slug. */
                workspaceSlug?: components["parameters"]["RawWorkspaceSlug"];
                /**
                 * @description The slug of the environment; 422 without it. Only a service token with a single scope that names one folder needs none of project, environment
                 *     and path: it always reads the folder of its scope, whatever these parameters say.
                 * @example dev
                 */
                environment?: components["parameters"]["SecretEnvironment"];
                /** @description The path of the folder; the slash at its beginning may be left out. One at which there is no folder is 404. */
                secretPath: components["parameters"]["SecretPath"];
                /** @description A personal secret is found only by its owner. A service token always gets the shared one. */
                type: components["parameters"]["SecretType"];
                /** @description That version, of the secret that had the name then. Without it, the secret as it is now. */
                version?: components["parameters"]["SecretVersion"];
                /** @description Also what the folder imports. */
                include_imports: components["parameters"]["RawIncludeImports"];
                /** @description Replace references to other secrets by their values. */
                expandSecretReferences: components["parameters"]["RawExpandSecretReferences"];
                /** @description Show the values. Without them it is enough that the caller may describe the secrets. */
                viewSecretValue: components["parameters"]["ViewSecretValue"];
            };
            header?: {
                /** @description The `ETag` of an earlier answer. While nothing that it was made from has changed, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The secret's name. */
                secretName: components["parameters"]["SecretName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OneTaggedSecret"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRawSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's name. */
                secretName: components["parameters"]["SecretName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRawSecretRequest"];
            };
        };
        responses: {
            /** @description The new secret, with its value as it is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSecret"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteRawSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's name. */
                secretName: components["parameters"]["SecretName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteRawSecretRequest"];
            };
        };
        responses: {
            /** @description The secret as it was; its value only for whoever could read it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSecret"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateRawSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's name. */
                secretName: components["parameters"]["SecretName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRawSecretRequest"];
            };
        };
        responses: {
            /** @description The secret as it is now; its value only for whoever may read it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSecret"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    attachSecretTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's name. */
                secretName: components["parameters"]["SecretName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretTagsRequest"];
            };
        };
        responses: {
            /** @description The secret as it is now; its value only for whoever may read it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSecret"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    detachSecretTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret's name. */
                secretName: components["parameters"]["SecretName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretTagsRequest"];
            };
        };
        responses: {
            /** @description The secret as it is now; its value only for whoever may read it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSecret"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRawSecretById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer. While nothing that it was made from has changed, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The secret's id. */
                secretId: components["parameters"]["SecretId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OneTaggedSecret"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRawSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRawSecretsRequest"];
            };
        };
        responses: {
            /** @description The new secrets in the order of the request, with their values as they are kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManySecrets"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteRawSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteRawSecretsRequest"];
            };
        };
        responses: {
            /** @description The secrets as they were, in the order of the request; values only for whoever could read them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManySecrets"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateRawSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRawSecretsRequest"];
            };
        };
        responses: {
            /** @description The secrets as they are now, in the order of the request; values only for whoever may read them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManySecrets"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLegacyFolders: {
        parameters: {
            query: {
                /** @description The project's id. */
                workspaceId: components["parameters"]["LegacyFolderWorkspaceId"];
                /**
                 * @description The environment's slug.
                 * @example dev
                 */
                environment: components["parameters"]["FolderEnvironment"];
                /** @description The path of the folder to look into; `directory` or the root if it is absent. */
                path?: components["parameters"]["LegacyFolderPath"];
                /** @description An older name of `path`, which goes before it. */
                directory?: components["parameters"]["LegacyFolderDirectory"];
                /** @description Whether the folders at any depth below are wanted, each with its `relativePath`. Everything but `false` and `0`, in any case, means that they are. */
                recursive?: components["parameters"]["FolderRecursive"];
                /** @description Only folders with secrets that were changed then or later. */
                lastSecretModified?: components["parameters"]["FolderModifiedSince"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createLegacyFolder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLegacyFolderRequest"];
            };
        };
        responses: {
            /** @description The new folder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedFolder"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLegacyFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The folder's id or, to delete it, its name. */
                folderIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundFolder"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteLegacyFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The folder's id or, to delete it, its name. */
                folderIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteLegacyFolderRequest"];
            };
        };
        responses: {
            /** @description The folder as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedFolder"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateLegacyFolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The folder's id or, to delete it, its name. */
                folderIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLegacyFolderRequest"];
            };
        };
        responses: {
            /** @description The folder as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedFolder"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateLegacyFolders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLegacyFoldersRequest"];
            };
        };
        responses: {
            /** @description The folders as they are now, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedFolders"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLegacySecretImports: {
        parameters: {
            query: {
                /** @description The project's id. */
                workspaceId: components["parameters"]["LegacySecretImportWorkspaceId"];
                /**
                 * @description The slug of the environment of the folder that imports.
                 * @example dev
                 */
                environment: components["parameters"]["SecretImportEnvironment"];
                /**
                 * @description The path of the folder that imports; without it, `/`, the root.
                 * @example /
                 */
                path?: components["parameters"]["SecretImportPath"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The imports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacySecretImportList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createLegacySecretImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLegacySecretImportRequest"];
            };
        };
        responses: {
            /** @description The new import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedLegacySecretImport"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLegacySecretImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's id. */
                secretImportId: components["parameters"]["SecretImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundLegacySecretImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteLegacySecretImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's id. */
                secretImportId: components["parameters"]["SecretImportId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteLegacySecretImportRequest"];
            };
        };
        responses: {
            /** @description The import as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedLegacySecretImport"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateLegacySecretImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's id. */
                secretImportId: components["parameters"]["SecretImportId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLegacySecretImportRequest"];
            };
        };
        responses: {
            /** @description The import as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedLegacySecretImport"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLegacyImportedSecrets: {
        parameters: {
            query: {
                /** @description The project's id. */
                workspaceId: components["parameters"]["LegacySecretImportWorkspaceId"];
                /**
                 * @description The slug of the environment of the folder that imports.
                 * @example dev
                 */
                environment: components["parameters"]["SecretImportEnvironment"];
                /**
                 * @description The path of the folder that imports; without it, `/`, the root.
                 * @example /
                 */
                path?: components["parameters"]["SecretImportPath"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What each import shows, in their order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedSecretsList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateProjectRequest"];
            };
        };
        responses: {
            /** @description The new project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project: components["schemas"]["ProjectWithEnvironments"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWorkspaceBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                slug: components["schemas"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectWithKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWorkspaceBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                slug: components["schemas"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWorkspaceBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                slug: components["schemas"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProjectRequest"];
            };
        };
        responses: {
            /** @description The project as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: {
                /** @description Only projects of this type. */
                type?: components["parameters"]["ProjectTypeFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The projects. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspaces: components["schemas"]["ProjectWithEnvironments"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspace: components["schemas"]["ProjectWithEnvironments"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspace: components["schemas"]["Project"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProjectRequest"];
            };
        };
        responses: {
            /** @description The project as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspace: components["schemas"]["Project"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setWorkspaceAuditLogsRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                projectSlug: components["schemas"]["Slug"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuditLogsRetentionRequest"];
            };
        };
        responses: {
            /** @description The project as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What was done, for a person to read.
                         * @example The retention was changed.
                         */
                        message: string;
                        workspace: components["schemas"]["Project"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWorkspaceEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                workspaceId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEnvironmentRequest"];
            };
        };
        responses: {
            /** @description The new environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWorkspaceEnvironment"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWorkspaceEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                workspaceId: components["schemas"]["Id"];
                /** @description The environment's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundEnvironment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWorkspaceEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                workspaceId: components["schemas"]["Id"];
                /** @description The environment's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The environment as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWorkspaceEnvironment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWorkspaceEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                workspaceId: components["schemas"]["Id"];
                /** @description The environment's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEnvironmentRequest"];
            };
        };
        responses: {
            /** @description The environment as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWorkspaceEnvironment"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEnvironmentById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The environment's id. */
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The environment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundEnvironment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWorkspaceTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tags. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceTagList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWorkspaceTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTagRequest"];
            };
        };
        responses: {
            /** @description The new tag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceTagAnswer"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWorkspaceTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The tag's id. */
                tagId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundWorkspaceTag"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWorkspaceTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The tag's id. */
                tagId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceTagAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWorkspaceTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The tag's id. */
                tagId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTagRequest"];
            };
        };
        responses: {
            /** @description The tag as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceTagAnswer"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWorkspaceTagBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The tag's slug. */
                tagSlug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundWorkspaceTag"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addWorkspaceUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddProjectUsersRequest"];
            };
        };
        responses: {
            /** @description The new memberships, by username. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memberships: components["schemas"]["ProjectUserMembership"][];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeWorkspaceUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveProjectUsersRequest"];
            };
        };
        responses: {
            /** @description The memberships that are gone, by username. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memberships: components["schemas"]["ProjectUserMembership"][];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWorkspaceUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
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
                        memberships: components["schemas"]["ProjectUser"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    findWorkspaceUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FindProjectUserRequest"];
            };
        };
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["ProjectUserDetails"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWorkspaceUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id of the user's membership of the project; those of machine identities and groups are not found here. */
                projectMembershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["ProjectUser"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeWorkspaceUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id of the user's membership of the project; those of machine identities and groups are not found here. */
                projectMembershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership that is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["ProjectUserMembership"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWorkspaceUserRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id of the user's membership of the project; those of machine identities and groups are not found here. */
                projectMembershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRolesRequest"];
            };
        };
        responses: {
            /** @description The roles as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        roles: components["schemas"]["MembershipRole"][];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWorkspaceIdentities: {
        parameters: {
            query: {
                /** @description How many to leave out at the beginning. */
                offset: number;
                /** @description How many to answer with at most. */
                limit: number;
                /** @description Part of a name, in upper or lower case. */
                search?: components["parameters"]["IdentityMembershipSearch"];
                /** @description What to sort by. */
                orderBy: components["parameters"]["IdentityMembershipOrder"];
                /** @description Upwards or downwards. */
                orderDirection: components["parameters"]["IdentityMembershipDirection"];
            };
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The memberships on this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identityMemberships: components["schemas"]["WorkspaceIdentity"][];
                        /**
                         * @description How many there are on all pages together.
                         * @example 1
                         */
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWorkspaceIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceIdentityAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addWorkspaceIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChosenRoles"];
            };
        };
        responses: {
            /** @description The new membership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProjectMembershipAnswer"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeWorkspaceIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
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
                    "application/json": components["schemas"]["IdentityProjectMembershipAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWorkspaceIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRolesRequest"];
            };
        };
        responses: {
            /** @description The roles that it has now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        roles: components["schemas"]["MembershipRole"][];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWorkspaceIdentityMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a machine identity's membership of a project. */
                identityMembershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceIdentityAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectIdentitiesLegacy: {
        parameters: {
            query: {
                /** @description How many to leave out at the beginning. */
                offset: number;
                /** @description How many to answer with at most. */
                limit: number;
                /** @description Part of a name, in upper or lower case. */
                search?: components["parameters"]["IdentityMembershipSearch"];
                /** @description What to sort by. */
                orderBy: components["parameters"]["IdentityMembershipOrder"];
                /** @description Upwards or downwards. */
                orderDirection: components["parameters"]["IdentityMembershipDirection"];
            };
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The memberships on this page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identityMemberships: components["schemas"]["ListedProjectIdentity"][];
                        /**
                         * @description How many there are on all pages together.
                         * @example 1
                         */
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectIdentityLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identityMembership: components["schemas"]["ProjectIdentity"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addProjectIdentityLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChosenRoles"];
            };
        };
        responses: {
            /** @description The new membership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProjectMembershipAnswer"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeProjectIdentityLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
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
                    "application/json": components["schemas"]["IdentityProjectMembershipAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProjectIdentityLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The machine identity's id. */
                identityId: components["parameters"]["IdentityId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRolesRequest"];
            };
        };
        responses: {
            /** @description The roles that it has now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        roles: components["schemas"]["MembershipRole"][];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getIdentityMembershipLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a machine identity's membership of a project. */
                identityMembershipId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceIdentityAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectGroupsLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups, each with its roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMemberships: components["schemas"]["ProjectGroup"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProjectGroupLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id, slug or name of the group. */
                groupIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group, with its roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMembership: components["schemas"]["ProjectGroup"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addProjectGroupLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id, slug or name of the group. */
                groupIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChosenRoles"];
            };
        };
        responses: {
            /** @description The membership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMembership: components["schemas"]["ProjectGroupMembership"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeProjectGroupLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id, slug or name of the group. */
                groupIdOrName: components["schemas"]["Id"];
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
                        groupMembership: components["schemas"]["ProjectGroupMembership"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProjectGroupRolesLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id, slug or name of the group. */
                groupIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRolesRequest"];
            };
        };
        responses: {
            /** @description The roles that the group has now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        roles: components["schemas"]["MembershipRole"][];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWorkspaceGroups: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups, each with its roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMemberships: components["schemas"]["ProjectGroup"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWorkspaceGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id, slug or name of the group. */
                groupIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group, with its roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMembership: components["schemas"]["ProjectGroup"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addWorkspaceGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id, slug or name of the group. */
                groupIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChosenRoles"];
            };
        };
        responses: {
            /** @description The membership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groupMembership: components["schemas"]["ProjectGroupMembership"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeWorkspaceGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id, slug or name of the group. */
                groupIdOrName: components["schemas"]["Id"];
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
                        groupMembership: components["schemas"]["ProjectGroupMembership"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWorkspaceGroupRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id, slug or name of the group. */
                groupIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRolesRequest"];
            };
        };
        responses: {
            /** @description The roles that the group has now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        roles: components["schemas"]["MembershipRole"][];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWorkspaceGroupUsers: {
        parameters: {
            query: {
                /** @description How many to leave out. */
                offset: number;
                /** @description How many to answer. */
                limit: number;
                /** @description In the e-mail address, the username or the full name. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["parameters"]["ProjectId"];
                /** @description The id, slug or name of the group. */
                groupIdOrName: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the users, and how many there are on all of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["GroupUserCandidate"][];
                        /** @example 1 */
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLegacyProjectRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                projectSlug: components["schemas"]["SlugReference"];
            };
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
                        roles: components["schemas"]["ProjectRoleSummary"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createLegacyProjectRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                projectSlug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLegacyProjectRoleRequest"];
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
                        role: components["schemas"]["ProjectRole"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteLegacyProjectRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                projectSlug: components["schemas"]["SlugReference"];
                /** @description The role's id. */
                projectRoleId: components["schemas"]["Id"];
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
                        role: components["schemas"]["ProjectRole"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateLegacyProjectRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                projectSlug: components["schemas"]["SlugReference"];
                /** @description The role's id. */
                projectRoleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateLegacyProjectRoleRequest"];
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
                        role: components["schemas"]["ProjectRole"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLegacyProjectRoleBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's slug. */
                projectSlug: components["schemas"]["SlugReference"];
                /** @description The role's slug. */
                slug: components["schemas"]["SlugReference"];
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
                        role: components["schemas"]["ProjectRole"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWorkspaceRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
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
                        roles: components["schemas"]["ProjectRoleSummary"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWorkspaceRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectRoleRequest"];
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
                        role: components["schemas"]["ProjectRole"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWorkspaceRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The role's id. */
                projectRoleId: components["schemas"]["Id"];
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
                        role: components["schemas"]["ProjectRole"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWorkspaceRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The role's id. */
                projectRoleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProjectRoleRequest"];
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
                        role: components["schemas"]["ProjectRole"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWorkspaceRoleBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. */
                projectId: components["schemas"]["Id"];
                /** @description The role's slug. */
                slug: components["schemas"]["SlugReference"];
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
                        role: components["schemas"]["ProjectRole"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLegacyPrivileges: {
        parameters: {
            query: {
                /** @description The machine identity's id. */
                identityId: components["schemas"]["Id"];
                /** @description The project's slug. */
                projectSlug: components["schemas"]["SlugReference"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The privileges. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privileges: components["schemas"]["LegacyPrivilege"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteLegacyPrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteLegacyPrivilegeRequest"];
            };
        };
        responses: {
            /** @description The privilege as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["LegacyPrivilege"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateLegacyPrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLegacyPrivilegeRequest"];
            };
        };
        responses: {
            /** @description The privilege as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["LegacyPrivilege"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPermanentLegacyPrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePermanentLegacyPrivilegeRequest"];
            };
        };
        responses: {
            /** @description The new privilege. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["LegacyPrivilege"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTemporaryLegacyPrivilege: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTemporaryLegacyPrivilegeRequest"];
            };
        };
        responses: {
            /** @description The new privilege. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["LegacyPrivilege"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLegacyPrivilege: {
        parameters: {
            query: {
                /** @description The machine identity's id. */
                identityId: components["schemas"]["Id"];
                /** @description The project's slug. */
                projectSlug: components["schemas"]["SlugReference"];
            };
            header?: never;
            path: {
                /** @description The privilege's slug. */
                privilegeSlug: components["schemas"]["SlugReference"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The privilege. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        privilege: components["schemas"]["LegacyPrivilege"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    issueLegacyCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueCertificateRequest"];
            };
        };
        responses: {
            /** @description The certificate and its key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCertificate"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signLegacyCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignCertificateRequest"];
            };
        };
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedCertificate"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLegacyCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's serial number in hexadecimal, in upper or lower case. */
                serialNumber: components["parameters"]["CertificateSerial"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteLegacyCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's serial number in hexadecimal, in upper or lower case. */
                serialNumber: components["parameters"]["CertificateSerial"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLegacyCertificateBody: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's serial number in hexadecimal, in upper or lower case. */
                serialNumber: components["parameters"]["CertificateSerial"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate in PEM. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLegacyCertificateBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's serial number in hexadecimal, in upper or lower case. */
                serialNumber: components["parameters"]["CertificateSerial"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate, its chain and its key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateBundle"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLegacyCertificatePrivateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's serial number in hexadecimal, in upper or lower case. */
                serialNumber: components["parameters"]["CertificateSerial"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The private key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificatePrivateKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailure"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeLegacyCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The certificate's serial number in hexadecimal, in upper or lower case. */
                serialNumber: components["parameters"]["CertificateSerial"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RevokeCertificateRequest"];
            };
        };
        responses: {
            /** @description What was revoked, and when. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateRevocation"];
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
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
