// Uses the operations of the Go SDK.
package main

import (
	"context"
	"os"

	infisical "github.com/infisical/go-sdk"
)

func newClient() infisical.InfisicalClientInterface {
	return infisical.NewInfisicalClient(context.Background(), infisical.Config{SiteUrl: setting("SITE_URL"), SilentMode: true})
}

func logIn(client infisical.InfisicalClientInterface) {
	step("use an access token", func() error {
		other := newClient()
		other.Auth().SetAccessToken(setting("ACCESS_TOKEN"))
		value, err := get(other, infisical.RetrieveSecretOptions{SecretKey: "HOST"})
		return equal(value, "example.com", err)
	})
	step("log in with a wrong secret", func() error {
		_, err := newClient().Auth().UniversalAuthLogin(setting("CLIENT_ID"), "wrong")
		return fails(err, "Invalid credentials")
	})
	step("log in with OIDC auth", func() error {
		_, err := newClient().Auth().OidcAuthLogin(setting("IDENTITY_ID"), setting("OIDC_TOKEN"))
		return err
	})
	step("log in with JWT auth", func() error {
		_, err := newClient().Auth().JwtAuthLogin(setting("IDENTITY_ID"), setting("OIDC_TOKEN"))
		return err
	})
	step("log in with Kubernetes auth", func() error {
		_, err := newClient().Auth().KubernetesRawServiceAccountTokenLogin(setting("IDENTITY_ID"), setting("SERVICE_ACCOUNT_TOKEN"))
		return err
	})
	step("log in with Kubernetes auth and a wrong token", func() error {
		_, err := newClient().Auth().KubernetesRawServiceAccountTokenLogin(setting("IDENTITY_ID"), setting("OIDC_TOKEN"))
		return fails(err, "not accepted")
	})
	step("log in with universal auth and revoke the token", func() error {
		other := newClient()
		if _, err := other.Auth().UniversalAuthLogin(setting("CLIENT_ID"), setting("CLIENT_SECRET")); err != nil {
			return err
		}
		return other.Auth().RevokeAccessToken()
	})
	step("log in with universal auth", func() error {
		_, err := client.Auth().UniversalAuthLogin(setting("CLIENT_ID"), setting("CLIENT_SECRET"))
		return err
	})
}

func useFolders(client infisical.InfisicalClientInterface) {
	projectID := setting("PROJECT_ID")
	step("create, list, update and delete a folder", func() error {
		made, err := client.Folders().Create(infisical.CreateFolderOptions{ProjectID: projectID, Environment: "dev", Name: "web", Path: "/"})
		if err != nil {
			return err
		}
		folders, err := client.Folders().List(infisical.ListFoldersOptions{ProjectID: projectID, Environment: "dev", Path: "/"})
		if err := equal(len(folders), 2, err); err != nil {
			return err
		}
		changed, err := client.Folders().Update(infisical.UpdateFolderOptions{FolderID: made.ID, ProjectID: projectID, Environment: "dev", NewName: "site", Path: "/"})
		if err := equal(changed.Name, "site", err); err != nil {
			return err
		}
		deleted, err := client.Folders().Delete(infisical.DeleteFolderOptions{FolderName: "site", ProjectID: projectID, Environment: "dev", Path: "/"})
		return equal(deleted.Name, "site", err)
	})
	step("list dynamic secrets", func() error {
		_, err := client.DynamicSecrets().List(infisical.ListDynamicSecretsRootCredentialsOptions{ProjectSlug: setting("PROJECT_SLUG"), EnvironmentSlug: "dev", SecretPath: "/"})
		return err
	})
}

func useUnsupportedFeatures(client infisical.InfisicalClientInterface) {
	notOffered("create a KMS key", func() error {
		_, err := client.Kms().Keys().Create(infisical.KmsCreateKeyOptions{ProjectId: setting("PROJECT_ID"), Name: "key", KeyUsage: "encrypt-decrypt", EncryptionAlgorithm: "aes-256-gcm"})
		return err
	})
	notOffered("list SSH hosts", func() error {
		_, err := client.Ssh().GetSshHosts(infisical.GetSshHostsOptions{})
		return err
	})
}

func main() {
	if len(os.Args) > 1 {
		logInBy(os.Args[1])
		return
	}
	client := newClient()
	logIn(client)
	writeSecrets(client)
	useFolders(client)
	useUnsupportedFeatures(client)
}
