package main

import (
	"errors"
	"os"
	"sort"

	infisical "github.com/infisical/go-sdk"
)

func namesOf(secrets []infisical.Secret) []string {
	names := []string{}
	for _, secret := range secrets {
		names = append(names, secret.SecretKey)
	}
	sort.Strings(names)
	return names
}

func get(client infisical.InfisicalClientInterface, options infisical.RetrieveSecretOptions) (string, error) {
	options.ProjectID, options.Environment, options.SecretPath = setting("PROJECT_ID"), "dev", "/"
	secret, err := client.Secrets().Retrieve(options)
	return secret.SecretValue, err
}

func list(client infisical.InfisicalClientInterface, options infisical.ListSecretsOptions) ([]string, error) {
	options.ProjectID, options.Environment = setting("PROJECT_ID"), "dev"
	secrets, err := client.Secrets().List(options)
	return namesOf(secrets), err
}

func readSecrets(client infisical.InfisicalClientInterface) {
	step("get a secret", func() error {
		value, err := get(client, infisical.RetrieveSecretOptions{SecretKey: "KEY"})
		return equal(value, "first", err)
	})
	step("get a secret with a reference", func() error {
		value, err := get(client, infisical.RetrieveSecretOptions{SecretKey: "URL", ExpandSecretReferences: true})
		return equal(value, "https://example.com/", err)
	})
	step("get an imported secret", func() error {
		value, err := get(client, infisical.RetrieveSecretOptions{SecretKey: "SHARED", IncludeImports: true})
		return equal(value, "from prod", err)
	})
	step("get an unknown secret", func() error {
		_, err := get(client, infisical.RetrieveSecretOptions{SecretKey: "NONE"})
		return fails(err, "404")
	})
	step("list secrets", func() error {
		names, err := list(client, infisical.ListSecretsOptions{SecretPath: "/"})
		return equal(names, []string{"HOST", "KEY", "URL"}, err)
	})
	step("list secrets with imports", func() error {
		names, err := list(client, infisical.ListSecretsOptions{SecretPath: "/", IncludeImports: true, ExpandSecretReferences: true})
		return equal(names, []string{"HOST", "KEY", "SHARED", "URL"}, err)
	})
	step("list secrets of all folders", func() error {
		names, err := list(client, infisical.ListSecretsOptions{SecretPath: "/", Recursive: true})
		return equal(names, []string{"HOST", "KEY", "PORT", "URL"}, err)
	})
	step("list secrets into the environment", func() error {
		_, err := list(client, infisical.ListSecretsOptions{SecretPath: "/app", AttachToProcessEnv: true})
		return equal(os.Getenv("PORT"), "8080", err)
	})
	step("list secrets by the slug of the project", func() error {
		secrets, err := client.Secrets().List(infisical.ListSecretsOptions{ProjectSlug: setting("PROJECT_SLUG"), Environment: "dev", SecretPath: "/"})
		return equal(namesOf(secrets), []string{"HOST", "KEY", "URL"}, err)
	})
	step("ask whether a list has changed", func() error {
		options := infisical.ListSecretsOptions{ProjectID: setting("PROJECT_ID"), Environment: "dev", SecretPath: "/"}
		first, err := client.Secrets().ListSecrets(options)
		if err != nil {
			return err
		}
		options.IfNoneMatch = first.ETag
		_, err = client.Secrets().ListSecrets(options)
		var unchanged *infisical.NotModifiedError
		if errors.As(err, &unchanged) {
			return nil
		}
		return fails(err, "304", "not modified")
	})
}

func writeSecrets(client infisical.InfisicalClientInterface) {
	folder := setting("PROJECT_ID")
	step("create a secret", func() error {
		secret, err := client.Secrets().Create(infisical.CreateSecretOptions{SecretKey: "KEY", SecretValue: "first", SecretComment: "Why", ProjectID: folder, Environment: "dev", SecretPath: "/", SkipMultiLineEncoding: true})
		return equal([]any{secret.SecretKey, secret.SecretValue, secret.Version}, []any{"KEY", "first", 1}, err)
	})
	step("create a secret that exists", func() error {
		_, err := client.Secrets().Create(infisical.CreateSecretOptions{SecretKey: "KEY", SecretValue: "again", ProjectID: folder, Environment: "dev"})
		return fails(err, "already exist")
	})
	readSecrets(client)
	step("update a secret", func() error {
		secret, err := client.Secrets().Update(infisical.UpdateSecretOptions{SecretKey: "KEY", NewSecretValue: "second", ProjectID: folder, Environment: "dev", SecretPath: "/"})
		return equal([]any{secret.SecretValue, secret.Version}, []any{"second", 2}, err)
	})
	step("get an earlier version", func() error {
		value, err := get(client, infisical.RetrieveSecretOptions{SecretKey: "KEY", Version: 1})
		return equal(value, "first", err)
	})
	step("delete a secret", func() error {
		secret, err := client.Secrets().Delete(infisical.DeleteSecretOptions{SecretKey: "KEY", ProjectID: folder, Environment: "dev", SecretPath: "/"})
		return equal(secret.SecretKey, "KEY", err)
	})
	step("create several secrets", func() error {
		several := []infisical.BatchCreateSecret{
			{SecretKey: "A", SecretValue: "a", SecretMetadata: []infisical.SecretMetadata{{Key: "team", Value: "payments"}}, TagIDs: []string{setting("TAG_ID")}},
			{SecretKey: "B", SecretValue: "b"},
		}
		secrets, err := client.Secrets().Batch().Create(infisical.BatchCreateSecretsOptions{ProjectID: folder, Environment: "staging", SecretPath: "/", Secrets: several})
		return equal(namesOf(secrets), []string{"A", "B"}, err)
	})
}
