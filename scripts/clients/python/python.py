"""Uses the operations of the Python SDK (infisicalsdk)."""

from infisical_sdk import InfisicalSDKClient
from infisical_sdk.api_types import DynamicSecretProviders, SymmetricEncryption
from steps import environment, equal, fails, not_offered, step

site, project = environment["SITE_URL"], environment["PROJECT_ID"]
folder = {"project_id": project, "environment_slug": "dev", "secret_path": "/"}
client = InfisicalSDKClient(host=site, cache_ttl=None)
secrets = client.secrets


def names(found):
    return sorted(secret.secretKey for secret in found)


@step("log in with OIDC auth")
def _():
    InfisicalSDKClient(host=site).auth.oidc_auth.login(environment["IDENTITY_ID"], environment["OIDC_TOKEN"])


@step("use an access token")
def _():
    with InfisicalSDKClient(host=site, token=environment["ACCESS_TOKEN"]) as other:
        equal(other.secrets.get_secret_by_name(secret_name="HOST", **folder).secretValue, "example.com")


@step("log in with token auth")
def _():
    client.auth.token_auth.login(environment["ACCESS_TOKEN"])


@step("log in with universal auth")
def _():
    client.auth.universal_auth.login(environment["CLIENT_ID"], environment["CLIENT_SECRET"])


@step("log in with a wrong secret")
def _():
    fails(lambda: InfisicalSDKClient(host=site).auth.universal_auth.login(environment["CLIENT_ID"], "wrong"), "Invalid credentials")


@step("create a secret")
def _():
    made = secrets.create_secret_by_name(
        secret_name="KEY", secret_value="first", secret_comment="Why", secret_reminder_repeat_days=30, secret_reminder_note="Change it",
        skip_multiline_encoding=True, tags_ids=[environment["TAG_ID"]], secret_metadata=[{"key": "team", "value": "payments"}], **folder,
    )
    equal((made.secretKey, made.secretValue, made.secretComment, made.version), ("KEY", "first", "Why", 1))


@step("create a secret that exists")
def _():
    fails(lambda: secrets.create_secret_by_name(secret_name="KEY", secret_value="again", **folder), "already exist")


@step("get a secret")
def _():
    found = secrets.get_secret_by_name(secret_name="KEY", **folder)
    equal((found.secretValue, [tag["slug"] for tag in found.tags]), ("first", ["backend"]))


@step("get a secret by the slug of the project")
def _():
    folder_by_slug = {"project_slug": environment["PROJECT_SLUG"], "environment_slug": "dev", "secret_path": "/"}
    equal(secrets.get_secret_by_name(secret_name="KEY", **folder_by_slug).secretValue, "first")
    equal(names(secrets.list_secrets(**folder_by_slug).secrets), ["HOST", "KEY", "URL"])


@step("get a secret with a reference")
def _():
    equal(secrets.get_secret_by_name(secret_name="URL", **folder).secretValue, "https://example.com/")
    equal(secrets.get_secret_by_name(secret_name="URL", expand_secret_references=False, **folder).secretValue, "https://${HOST}/")


@step("get an imported secret")
def _():
    equal(secrets.get_secret_by_name(secret_name="SHARED", **folder).secretValue, "from prod")


@step("get a secret without its value")
def _():
    equal(secrets.get_secret_by_name(secret_name="KEY", view_secret_value=False, **folder).secretValue, "<hidden-by-infisical>")


@step("get an unknown secret")
def _():
    fails(lambda: secrets.get_secret_by_name(secret_name="NONE", **folder), "404|NONE")


@step("list secrets")
def _():
    equal(names(secrets.list_secrets(include_imports=False, **folder).secrets), ["HOST", "KEY", "URL"])


@step("list secrets with imports")
def _():
    equal([[secret["secretKey"] for secret in found.secrets] for found in secrets.list_secrets(**folder).imports], [["SHARED"]])


@step("list secrets of all folders")
def _():
    equal(names(secrets.list_secrets(recursive=True, **folder).secrets), ["HOST", "KEY", "PORT", "URL"])


@step("list secrets with a tag")
def _():
    equal(names(secrets.list_secrets(tag_filters=["backend"], **folder).secrets), ["HOST", "KEY"])


@step("update a secret")
def _():
    changed = secrets.update_secret_by_name(current_secret_name="KEY", secret_value="second", secret_comment="Since", tags_ids=[], **folder)
    equal((changed.secretValue, changed.version), ("second", 2))


@step("get an earlier version")
def _():
    equal(secrets.get_secret_by_name(secret_name="KEY", version="1", **folder).secretValue, "first")


@step("rename a secret")
def _():
    equal(secrets.update_secret_by_name(current_secret_name="KEY", new_secret_name="RENAMED", **folder).secretKey, "RENAMED")


@step("delete a secret")
def _():
    equal(secrets.delete_secret_by_name(secret_name="RENAMED", **folder).secretKey, "RENAMED")
    fails(lambda: secrets.get_secret_by_name(secret_name="RENAMED", **folder), "404|RENAMED")


@step("create, get, list, update and delete a folder")
def _():
    parent = {"project_id": project, "environment_slug": "dev", "path": "/"}
    made = client.folders.create_folder(name="web", description="Pages", **parent)
    equal(client.folders.get_folder_by_id(made.id).name, "web")
    equal(sorted(found.name for found in client.folders.list_folders(**parent).folders), ["app", "web"])
    equal(client.folders.update_folder(folder_id=made.id, name="site", **parent).name, "site")
    equal(client.folders.delete_folder(folder_id_or_name=made.id, **parent).name, "site")


place = {"project_slug": environment["PROJECT_SLUG"], "environment_slug": "dev", "path": "/"}


@step("create, get, update and delete a dynamic secret")
def _():
    inputs = {"configType": "manual", "secret": "JBSWY3DPEHPK3PXP"}
    made = client.dynamic_secrets.create(
        name="portal", provider_type=DynamicSecretProviders.TOTP, inputs=inputs, default_ttl="1h", max_ttl="1h", **place
    )
    equal(client.dynamic_secrets.get_by_name(name="portal", **place).id, made.id)
    equal(client.dynamic_secrets.update(name="portal", default_ttl="30m", **place).defaultTTL, "30m")
    equal(client.dynamic_secrets.delete(name="portal", **place).name, "portal")


@step("lease a dynamic secret as an identity that may only lease")
def _():
    with InfisicalSDKClient(host=site, cache_ttl=None) as leaser:
        leaser.auth.universal_auth.login(environment["LEASE_CLIENT_ID"], environment["LEASE_CLIENT_SECRET"])
        leases = leaser.dynamic_secrets.leases
        made = leases.create(dynamic_secret_name="codes", ttl="10m", **place)
        equal(len(made.data["TOTP"]), 6)
        lease = made.lease.id
        equal(leases.get(lease_id=lease, **place).id, lease)
        equal(leases.renew(lease_id=lease, ttl="20m", **place).id, lease)
        equal(leases.revoke(lease_id=lease, **place).id, lease)
        fails(lambda: leaser.secrets.get_secret_by_name(secret_name="HOST", **folder), "403|allowed")


@not_offered("create a KMS key")
def _():
    client.kms.create_key(name="key", project_id=project, encryption_algorithm=SymmetricEncryption.AES_GCM_256)


client.close()
