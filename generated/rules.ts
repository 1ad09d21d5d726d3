// Generated from openapi/ and src/access/, never edited.

export type RuleScope = 'project' | 'organization';

export type ConditionKind = 'equality' | 'pattern' | 'path' | 'tags' | 'metadata' | 'name';

export interface RuleSubject {
  /** Its plural in sentences. */
  readonly noun: string;
  /** Whether some operation of this server asks for it. */
  readonly isUsed: boolean;
  /** Its actions as phrases in which `*` is the noun. Absent for former subjects, which accept any action and condition. */
  readonly actions?: Readonly<Record<string, string>>;
  /** The conditions that its rules may have, by field; without any, its rules cannot deny either. */
  readonly conditions?: Readonly<Record<string, ConditionKind>>;
  /** The conditions that are refused for some of its actions, by action. */
  readonly unsupported?: Readonly<Record<string, readonly string[]>>;
}

/** The operators of each kind of condition, and whether it may also be a plain text. */
export const conditionKinds: Readonly<
  Record<ConditionKind, { readonly mayBePlain: boolean; readonly operators: readonly string[] }>
> = {
  "equality": {
    "mayBePlain": true,
    "operators": [
      "$eq",
      "$ne",
      "$in"
    ]
  },
  "pattern": {
    "mayBePlain": true,
    "operators": [
      "$eq",
      "$ne",
      "$in",
      "$glob"
    ]
  },
  "path": {
    "mayBePlain": true,
    "operators": [
      "$eq",
      "$ne",
      "$in",
      "$glob"
    ]
  },
  "tags": {
    "mayBePlain": false,
    "operators": [
      "$in",
      "$all"
    ]
  },
  "metadata": {
    "mayBePlain": false,
    "operators": [
      "$elemMatch"
    ]
  },
  "name": {
    "mayBePlain": true,
    "operators": [
      "$eq",
      "$in",
      "$glob"
    ]
  }
};

/** The most rules that a role or a privilege may have. */
export const maxRules = 200;

/** The subjects of the rules of projects and of organizations. */
export const ruleSubjects: Readonly<Record<RuleScope, Readonly<Record<string, RuleSubject>>>> = {
  "project": {
    "secrets": {
      "noun": "secrets",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "describeSecret": "describe *",
        "readValue": "read the values of *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {
        "environment": "pattern",
        "secretPath": "path",
        "secretName": "pattern",
        "secretTags": "tags",
        "eventType": "equality"
      }
    },
    "secret-folders": {
      "noun": "secret folders",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {
        "environment": "equality",
        "secretPath": "path"
      }
    },
    "secret-imports": {
      "noun": "secret imports",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {
        "environment": "pattern",
        "secretPath": "path"
      }
    },
    "dynamic-secrets": {
      "noun": "dynamic secrets",
      "isUsed": true,
      "actions": {
        "read-root-credential": "read root credentials of *",
        "create-root-credential": "create root credentials of *",
        "edit-root-credential": "edit root credentials of *",
        "delete-root-credential": "delete root credentials of *",
        "lease": "lease *"
      },
      "conditions": {
        "environment": "pattern",
        "secretPath": "path",
        "metadata": "metadata"
      }
    },
    "identity": {
      "noun": "machine identities",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "grant-privileges": "grant privileges to *",
        "assign-role": "assign roles to *",
        "assign-additional-privileges": "assign additional privileges to *",
        "assume-privileges": "assume the privileges of *",
        "revoke-auth": "revoke the authentication of *",
        "edit-auth": "edit the authentication of *",
        "create-token": "create tokens of *",
        "get-token": "read tokens of *",
        "delete-token": "delete tokens of *"
      },
      "conditions": {
        "identityId": "equality",
        "assignableRole": "equality",
        "assignableSubject": "pattern",
        "assignableAction": "pattern"
      },
      "unsupported": {
        "read": [
          "assignableRole",
          "assignableSubject",
          "assignableAction"
        ],
        "create": [
          "identityId",
          "assignableRole",
          "assignableSubject",
          "assignableAction"
        ],
        "edit": [
          "assignableRole",
          "assignableSubject",
          "assignableAction"
        ],
        "delete": [
          "assignableRole",
          "assignableSubject",
          "assignableAction"
        ],
        "assign-role": [
          "assignableSubject",
          "assignableAction"
        ],
        "assign-additional-privileges": [
          "assignableRole"
        ],
        "assume-privileges": [
          "assignableRole",
          "assignableSubject",
          "assignableAction"
        ],
        "revoke-auth": [
          "assignableRole",
          "assignableSubject",
          "assignableAction"
        ],
        "edit-auth": [
          "assignableRole",
          "assignableSubject",
          "assignableAction"
        ],
        "create-token": [
          "assignableRole",
          "assignableSubject",
          "assignableAction"
        ],
        "get-token": [
          "assignableRole",
          "assignableSubject",
          "assignableAction"
        ],
        "delete-token": [
          "assignableRole",
          "assignableSubject",
          "assignableAction"
        ]
      }
    },
    "member": {
      "noun": "members",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "grant-privileges": "grant privileges to *",
        "assign-role": "assign roles to *",
        "assign-additional-privileges": "assign additional privileges to *",
        "assume-privileges": "assume the privileges of *"
      },
      "conditions": {
        "userEmail": "pattern",
        "assignableRole": "equality",
        "assignableSubject": "pattern",
        "assignableAction": "pattern"
      },
      "unsupported": {
        "assign-role": [
          "assignableSubject",
          "assignableAction"
        ],
        "assign-additional-privileges": [
          "assignableRole"
        ]
      }
    },
    "groups": {
      "noun": "groups",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "grant-privileges": "grant privileges to *",
        "assign-role": "assign roles to *"
      },
      "conditions": {
        "groupName": "pattern",
        "assignableRole": "equality"
      }
    },
    "secret-rotation": {
      "noun": "secret rotations",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "read-generated-credentials": "read generated credentials of *",
        "rotate-secrets": "rotate secrets"
      },
      "conditions": {
        "environment": "pattern",
        "secretPath": "path",
        "connectionId": "equality"
      }
    },
    "secret-syncs": {
      "noun": "secret syncs",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "sync-secrets": "sync secrets",
        "import-secrets": "import secrets",
        "remove-secrets": "remove secrets"
      },
      "conditions": {
        "environment": "pattern",
        "secretPath": "path",
        "connectionId": "equality"
      }
    },
    "secret-event-subscriptions": {
      "noun": "secret event subscriptions",
      "isUsed": true,
      "actions": {
        "subscribe-to-creation-events": "subscribe to creation events",
        "subscribe-to-update-events": "subscribe to update events",
        "subscribe-to-deletion-events": "subscribe to deletion events",
        "subscribe-to-import-mutation-events": "subscribe to import mutation events"
      },
      "conditions": {
        "environment": "pattern",
        "secretPath": "path",
        "connectionId": "equality"
      }
    },
    "honey-tokens": {
      "noun": "honey tokens",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "read-credentials": "read the credentials of *",
        "create": "create *",
        "edit": "edit *",
        "reset": "reset *",
        "revoke": "revoke *"
      },
      "conditions": {
        "environment": "pattern",
        "secretPath": "path"
      }
    },
    "proxied-services": {
      "noun": "proxied services",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "proxy": "use *",
        "report-usage": "report the usage of *"
      },
      "conditions": {
        "environment": "pattern",
        "secretPath": "path"
      }
    },
    "project-folder-grant": {
      "noun": "folder grants",
      "isUsed": false,
      "actions": {
        "read-grant": "read folder grants",
        "create-grant": "create folder grants",
        "revoke-grant": "revoke folder grants"
      },
      "conditions": {
        "environment": "pattern",
        "secretPath": "path"
      }
    },
    "commits": {
      "noun": "commits",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "perform-rollback": "roll back *"
      },
      "conditions": {
        "environment": "pattern",
        "secretPath": "path"
      }
    },
    "app-connections": {
      "noun": "app connections",
      "isUsed": false,
      "actions": {
        "read-app-connections": "read app connections",
        "create-app-connections": "create app connections",
        "edit-app-connections": "edit app connections",
        "delete-app-connections": "delete app connections",
        "connect-app-connections": "connect app connections",
        "rotate-credentials": "rotate the credentials of *"
      },
      "conditions": {
        "connectionId": "equality"
      }
    },
    "pki-subscribers": {
      "noun": "PKI subscribers",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "issue-cert": "issue certificates with *",
        "list-certs": "list the certificates of *"
      },
      "conditions": {
        "name": "name"
      }
    },
    "certificate-templates": {
      "noun": "certificate templates",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "issue-cert": "issue certificates with *",
        "list-certs": "list the certificates of *"
      },
      "conditions": {
        "name": "pattern"
      }
    },
    "certificate-policies": {
      "noun": "certificate policies",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {
        "name": "pattern"
      }
    },
    "certificate-authorities": {
      "noun": "certificate authorities",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "issue-ca-certificate": "issue certificates of *",
        "sign-intermediate": "sign intermediate *"
      },
      "conditions": {
        "name": "pattern"
      }
    },
    "certificate-profiles": {
      "noun": "certificate profiles",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "issue-cert": "issue certificates with *",
        "reveal-acme-eab-secret": "reveal ACME EAB secrets of *",
        "rotate-acme-eab-secret": "rotate ACME EAB secrets of *",
        "manage-application-attachments": "manage application attachments"
      },
      "conditions": {
        "slug": "pattern"
      }
    },
    "certificates": {
      "noun": "certificates",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "read-private-key": "read the private keys of *",
        "import": "import *"
      },
      "conditions": {
        "commonName": "pattern",
        "altNames": "pattern",
        "serialNumber": "pattern",
        "friendlyName": "pattern",
        "status": "pattern",
        "metadata": "metadata"
      }
    },
    "pki-syncs": {
      "noun": "PKI syncs",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "sync-certificates": "sync certificates",
        "import-certificates": "import certificates",
        "remove-certificates": "remove certificates",
        "set-post-sync-command": "set post-sync commands of *"
      },
      "conditions": {
        "name": "pattern",
        "subscriberName": "pattern"
      }
    },
    "role": {
      "noun": "roles",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "integrations": {
      "noun": "integrations",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "webhooks": {
      "noun": "webhooks",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "service-tokens": {
      "noun": "service tokens",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "settings": {
      "noun": "settings",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "environments": {
      "noun": "environments",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "tags": {
      "noun": "tags",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "ip-allowlist": {
      "noun": "IP allowlists",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "secret-approval": {
      "noun": "secret approval policies",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "pki-alerts": {
      "noun": "PKI alerts",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "pki-collections": {
      "noun": "PKI collections",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "certificate-inventory-views": {
      "noun": "certificate inventory views",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "secret-rollback": {
      "noun": "secret rollbacks",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *"
      },
      "conditions": {}
    },
    "approval-requests": {
      "noun": "approval requests",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *"
      },
      "conditions": {}
    },
    "audit-logs": {
      "noun": "audit logs",
      "isUsed": true,
      "actions": {
        "read": "read *"
      },
      "conditions": {}
    },
    "secret-approval-request": {
      "noun": "secret approval requests",
      "isUsed": true,
      "actions": {
        "read": "read *"
      },
      "conditions": {}
    },
    "insights": {
      "noun": "insights",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "generate-report": "generate reports",
        "delete-report": "delete reports"
      },
      "conditions": {}
    },
    "pki-discovery": {
      "noun": "PKI discoveries",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "run-scan": "run scans"
      },
      "conditions": {}
    },
    "pki-certificate-installations": {
      "noun": "PKI certificate installations",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "code-signers": {
      "noun": "code signers",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "sign": "sign with *"
      },
      "conditions": {}
    },
    "workspace": {
      "noun": "projects",
      "isUsed": true,
      "actions": {
        "edit": "edit the project",
        "delete": "delete the project"
      },
      "conditions": {}
    },
    "kms": {
      "noun": "KMS settings",
      "isUsed": false,
      "actions": {
        "edit": "edit *"
      },
      "conditions": {}
    },
    "cmek": {
      "noun": "KMS keys",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "encrypt": "encrypt with *",
        "decrypt": "decrypt with *",
        "sign": "sign with *",
        "verify": "verify signatures with *",
        "generate-mac": "generate MACs with *",
        "verify-mac": "verify MACs with *",
        "rotate": "rotate *",
        "export-private-key": "export the private keys of *"
      },
      "conditions": {}
    },
    "kmip": {
      "noun": "KMIP",
      "isUsed": false,
      "actions": {
        "create-clients": "create KMIP clients",
        "update-clients": "update KMIP clients",
        "delete-clients": "delete KMIP clients",
        "read-clients": "read KMIP clients",
        "generate-client-certificates": "generate client certificates"
      },
      "conditions": {}
    },
    "secret-scanning-data-sources": {
      "noun": "secret scanning data sources",
      "isUsed": false,
      "actions": {
        "read-data-sources": "read data sources",
        "create-data-sources": "create data sources",
        "edit-data-sources": "edit data sources",
        "delete-data-sources": "delete data sources",
        "trigger-data-source-scans": "trigger data source scans",
        "read-data-source-scans": "read data source scans",
        "read-data-source-resources": "read data source resources"
      },
      "conditions": {}
    },
    "secret-scanning-findings": {
      "noun": "secret scanning findings",
      "isUsed": false,
      "actions": {
        "read-findings": "read findings",
        "update-findings": "update findings"
      },
      "conditions": {}
    },
    "secret-scanning-configs": {
      "noun": "secret scanning configs",
      "isUsed": false,
      "actions": {
        "read-configs": "read configs",
        "update-configs": "update configs"
      },
      "conditions": {}
    },
    "hsm-connectors": {
      "noun": "HSM connectors",
      "isUsed": false,
      "actions": {
        "read-hsm-connectors": "read HSM connectors",
        "create-hsm-connectors": "create HSM connectors",
        "edit-hsm-connectors": "edit HSM connectors",
        "delete-hsm-connectors": "delete HSM connectors",
        "test-hsm-connectors": "test HSM connectors",
        "attach-hsm-connectors": "attach HSM connectors"
      },
      "conditions": {}
    },
    "approval-request-grants": {
      "noun": "approval request grants",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "revoke": "revoke *"
      },
      "conditions": {}
    },
    "ssh-certificate-authorities": {
      "noun": "ssh certificate authorities",
      "isUsed": false
    },
    "ssh-certificates": {
      "noun": "ssh certificates",
      "isUsed": false
    },
    "ssh-certificate-templates": {
      "noun": "ssh certificate templates",
      "isUsed": false
    },
    "ssh-hosts": {
      "noun": "ssh hosts",
      "isUsed": false
    },
    "ssh-host-groups": {
      "noun": "ssh host groups",
      "isUsed": false
    },
    "mcp-endpoints": {
      "noun": "mcp endpoints",
      "isUsed": false
    },
    "mcp-servers": {
      "noun": "mcp servers",
      "isUsed": false
    },
    "mcp-activity-logs": {
      "noun": "mcp activity logs",
      "isUsed": false
    },
    "pam-folders": {
      "noun": "pam folders",
      "isUsed": false
    },
    "pam-resources": {
      "noun": "pam resources",
      "isUsed": false
    },
    "pam-domains": {
      "noun": "pam domains",
      "isUsed": false
    },
    "pam-accounts": {
      "noun": "pam accounts",
      "isUsed": false
    },
    "pam-sessions": {
      "noun": "pam sessions",
      "isUsed": false
    },
    "pam-account-policies": {
      "noun": "pam account policies",
      "isUsed": false
    },
    "pam-discovery": {
      "noun": "pam discovery",
      "isUsed": false
    },
    "pam-insights": {
      "noun": "pam insights",
      "isUsed": false
    }
  },
  "organization": {
    "workspace": {
      "noun": "projects",
      "isUsed": true,
      "actions": {
        "create": "create *"
      },
      "conditions": {}
    },
    "project": {
      "noun": "projects",
      "isUsed": true,
      "actions": {
        "create": "create *",
        "request-access": "request access to *"
      },
      "conditions": {}
    },
    "organization-admin-console": {
      "noun": "organization admin console",
      "isUsed": true,
      "actions": {
        "access-all-projects": "access all projects"
      },
      "conditions": {}
    },
    "project-templates": {
      "noun": "project templates",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "sub-organization": {
      "noun": "sub-organizations",
      "isUsed": false,
      "actions": {
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "direct-access": "access * directly",
        "link-group": "link groups to *"
      },
      "conditions": {}
    },
    "member": {
      "noun": "members",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "role": {
      "noun": "roles",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "settings": {
      "noun": "settings",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "incident-contact": {
      "noun": "incident contacts",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "audit-logs": {
      "noun": "audit logs",
      "isUsed": true,
      "actions": {
        "read": "read *"
      },
      "conditions": {}
    },
    "identity": {
      "noun": "machine identities",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "grant-privileges": "grant privileges to *",
        "edit-auth": "edit the authentication of *",
        "revoke-auth": "revoke the authentication of *",
        "create-token": "create tokens of *",
        "get-token": "read tokens of *",
        "delete-token": "delete tokens of *"
      },
      "conditions": {}
    },
    "machine-identity-auth-template": {
      "noun": "machine identity auth template",
      "isUsed": false,
      "actions": {
        "list-templates": "list templates",
        "create-templates": "create templates",
        "edit-templates": "edit templates",
        "delete-templates": "delete templates",
        "attach-templates": "attach templates",
        "unlink-templates": "unlink templates"
      },
      "conditions": {}
    },
    "groups": {
      "noun": "groups",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "grant-privileges": "grant privileges to *",
        "add-members": "add members to *",
        "remove-members": "remove members from *",
        "add-identities": "add machine identities to *",
        "remove-identities": "remove machine identities from *"
      },
      "conditions": {}
    },
    "sso": {
      "noun": "SSO settings",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "bypass-sso-enforcement": "bypass the enforcement of SSO"
      },
      "conditions": {}
    },
    "scim": {
      "noun": "SCIM settings",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "ldap": {
      "noun": "LDAP settings",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "github-org-sync": {
      "noun": "GitHub organization sync settings",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "github-org-sync-manual": {
      "noun": "manual GitHub organization syncs",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "oauth-clients": {
      "noun": "OAuth clients",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "email-domains": {
      "noun": "email domains",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "verify-domain": "verify *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "secret-scanning": {
      "noun": "secret scanning settings",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "kms": {
      "noun": "KMS settings",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *"
      },
      "conditions": {}
    },
    "billing": {
      "noun": "billing details",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "manage-billing": "manage billing"
      },
      "conditions": {}
    },
    "app-connections": {
      "noun": "app connections",
      "isUsed": true,
      "actions": {
        "read": "read *",
        "create": "create *",
        "edit": "edit *",
        "delete": "delete *",
        "connect": "connect to *",
        "rotate-credentials": "rotate the credentials of *"
      },
      "conditions": {
        "connectionId": "equality"
      }
    },
    "kmip": {
      "noun": "KMIP",
      "isUsed": false,
      "actions": {
        "proxy": "use the KMIP proxy"
      },
      "conditions": {}
    },
    "secret-share": {
      "noun": "secret share",
      "isUsed": false,
      "actions": {
        "manage-settings": "manage the settings of secret sharing"
      },
      "conditions": {}
    },
    "honey-tokens": {
      "noun": "honey tokens",
      "isUsed": false,
      "actions": {
        "setup": "set up *"
      },
      "conditions": {}
    },
    "certificate-manager": {
      "noun": "certificate manager settings",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "manage-instance": "manage the certificate manager",
        "manage-settings": "manage the settings of the certificate manager"
      },
      "conditions": {}
    },
    "secrets-management-insights": {
      "noun": "secrets management insights",
      "isUsed": false,
      "actions": {
        "read": "read *",
        "generate-report": "generate reports",
        "delete-report": "delete reports"
      },
      "conditions": {}
    },
    "gateway": {
      "noun": "gateway",
      "isUsed": false,
      "actions": {
        "list-gateways": "list gateways",
        "create-gateways": "create gateways",
        "edit-gateways": "edit gateways",
        "delete-gateways": "delete gateways",
        "attach-gateways": "attach gateways",
        "revoke-gateway-access": "revoke gateway access"
      },
      "conditions": {}
    },
    "gateway-pool": {
      "noun": "gateway pool",
      "isUsed": false,
      "actions": {
        "list-gateway-pools": "list gateway pools",
        "create-gateway-pools": "create gateway pools",
        "edit-gateway-pools": "edit gateway pools",
        "delete-gateway-pools": "delete gateway pools",
        "attach-gateway-pools": "attach gateway pools"
      },
      "conditions": {}
    },
    "relay": {
      "noun": "relay",
      "isUsed": false,
      "actions": {
        "list-relays": "list relays",
        "create-relays": "create relays",
        "edit-relays": "edit relays",
        "delete-relays": "delete relays",
        "revoke-relay-access": "revoke relay access"
      },
      "conditions": {}
    },
    "kmip-server": {
      "noun": "KMIP server",
      "isUsed": false,
      "actions": {
        "list-kmip-servers": "list KMIP servers",
        "create-kmip-servers": "create KMIP servers",
        "edit-kmip-servers": "edit KMIP servers",
        "delete-kmip-servers": "delete KMIP servers",
        "revoke-kmip-server-access": "revoke KMIP server access"
      },
      "conditions": {}
    }
  }
};
