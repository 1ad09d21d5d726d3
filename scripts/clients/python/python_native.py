"""Uses the operations of the former Python SDK (infisical-python), a native module that sends its requests from Rust."""

import os

from infisical_client import (
    AuthenticationOptions,
    ClientSettings,
    CreateSecretOptions,
    DeleteSecretOptions,
    GetSecretOptions,
    InfisicalClient,
    ListSecretsOptions,
    UniversalAuthMethod,
    UpdateSecretOptions,
)
from steps import environment, equal, fails, step

folder = {"project_id": environment["PROJECT_ID"], "environment": "dev", "path": "/"}


def new_client(auth: AuthenticationOptions) -> InfisicalClient:
    return InfisicalClient(ClientSettings(auth=auth, site_url=environment["SITE_URL"], cache_ttl=0))


def with_secret(secret: str) -> AuthenticationOptions:
    return AuthenticationOptions(universal_auth=UniversalAuthMethod(client_id=environment["CLIENT_ID"], client_secret=secret))


client = new_client(AuthenticationOptions(access_token=environment["ACCESS_TOKEN"]))


def names(found):
    return sorted(secret.secret_key for secret in found)


def value(name, **more):
    return client.getSecret(GetSecretOptions(secret_name=name, **folder, **more)).secret_value


@step("use an access token")
def _():
    equal(value("HOST"), "example.com")


@step("log in with universal auth")
def _():
    global client
    client = new_client(with_secret(environment["CLIENT_SECRET"]))
    equal(value("HOST"), "example.com")


@step("log in with a wrong secret")
def _():
    fails(lambda: new_client(with_secret("wrong")).listSecrets(ListSecretsOptions(**folder)), "401|[Ii]nvalid credentials|[Uu]nauthorized")


@step("create a secret")
def _():
    made = client.createSecret(CreateSecretOptions(secret_name="KEY", secret_value="first", secret_comment="Why", skip_multiline_encoding=True, type="shared", **folder))
    equal((made.secret_key, made.secret_value, made.secret_comment, made.version), ("KEY", "first", "Why", 1))


@step("create a secret that exists")
def _():
    fails(lambda: client.createSecret(CreateSecretOptions(secret_name="KEY", secret_value="again", **folder)), "already exist")


@step("get a secret")
def _():
    equal(value("KEY"), "first")


@step("get an imported secret")
def _():
    equal(value("SHARED", include_imports=True), "from prod")


@step("get an unknown secret")
def _():
    fails(lambda: value("NONE"), "404|NONE|[Nn]ot found")


@step("list secrets")
def _():
    equal(names(client.listSecrets(ListSecretsOptions(**folder))), ["HOST", "KEY", "URL"])


@step("list secrets with a reference")
def _():
    listed = client.listSecrets(ListSecretsOptions(expand_secret_references=True, **folder))
    equal([secret.secret_value for secret in listed if secret.secret_key == "URL"], ["https://example.com/"])


@step("list secrets with imports")
def _():
    equal(names(client.listSecrets(ListSecretsOptions(include_imports=True, **folder))), ["HOST", "KEY", "SHARED", "URL"])


@step("list secrets of all folders")
def _():
    equal(names(client.listSecrets(ListSecretsOptions(recursive=True, **folder))), ["HOST", "KEY", "PORT", "URL"])


@step("list secrets into the environment")
def _():
    client.listSecrets(ListSecretsOptions(attach_to_process_env=True, **{**folder, "path": "/app"}))
    equal(os.environ.get("PORT"), "8080")


@step("update a secret")
def _():
    changed = client.updateSecret(UpdateSecretOptions(secret_name="KEY", secret_value="second", **folder))
    equal((changed.secret_value, changed.version), ("second", 2))


@step("delete a secret")
def _():
    equal(client.deleteSecret(DeleteSecretOptions(secret_name="KEY", **folder)).secret_key, "KEY")
    fails(lambda: value("KEY"), "404|KEY|[Nn]ot found")
