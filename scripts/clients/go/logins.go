// Logs in with one method, for `npm run test:logins` and `npm run test:kubernetes`.
package main

import (
	"fmt"
	"os"

	infisical "github.com/infisical/go-sdk"
)

type login = func(auth infisical.AuthInterface, identityID string) (infisical.MachineIdentityCredential, error)

var logins = map[string]login{
	"aws-iam": func(auth infisical.AuthInterface, identityID string) (infisical.MachineIdentityCredential, error) {
		return auth.AwsIamAuthLogin(identityID)
	},
	"azure": func(auth infisical.AuthInterface, identityID string) (infisical.MachineIdentityCredential, error) {
		return auth.AzureAuthLogin(identityID, "")
	},
	"gcp-id-token": func(auth infisical.AuthInterface, identityID string) (infisical.MachineIdentityCredential, error) {
		return auth.GcpIdTokenAuthLogin(identityID)
	},
	"gcp-iam": func(auth infisical.AuthInterface, identityID string) (infisical.MachineIdentityCredential, error) {
		return auth.GcpIamAuthLogin(identityID, "")
	},
	"kubernetes": func(auth infisical.AuthInterface, identityID string) (infisical.MachineIdentityCredential, error) {
		return auth.KubernetesAuthLogin(identityID, setting("INFISICAL_KUBERNETES_SERVICE_ACCOUNT_TOKEN_PATH"))
	},
	"kubernetes-token": func(auth infisical.AuthInterface, identityID string) (infisical.MachineIdentityCredential, error) {
		return auth.KubernetesRawServiceAccountTokenLogin(identityID, setting("SERVICE_ACCOUNT_TOKEN"))
	},
	"ldap": func(auth infisical.AuthInterface, identityID string) (infisical.MachineIdentityCredential, error) {
		return auth.LdapAuthLogin(identityID, setting("INFISICAL_LDAP_USERNAME"), setting("INFISICAL_LDAP_PASSWORD"))
	},
}

// logInBy logs in with the method, and prints the access token.
func logInBy(method string) {
	credential, err := logins[method](newClient().Auth(), setting("IDENTITY_ID"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(credential.AccessToken)
}
