"""hvac against a server with the part of Vault's API that `sallyport import --from vault` reads."""
import os

import hvac

client = hvac.Client(url=os.environ["KV_URL"], strict_http=True)
client.auth.approle.login(role_id=os.environ["KV_ROLE_ID"], secret_id=os.environ["KV_SECRET_ID"])
assert client.is_authenticated()
kv = client.secrets.kv.v2


def read(path, **more):
    return kv.read_secret_version(path=path, mount_point="secret", raise_on_deleted_version=True, **more)["data"]


first = kv.create_or_update_secret(path="python/app", secret={"A": "1", "B": "x"}, cas=0, mount_point="secret")
assert first["data"]["version"] == 1
kv.patch(path="python/app", secret={"A": "2"}, mount_point="secret")
assert read("python/app")["data"] == {"A": "2", "B": "x"}
assert read("python/app", version=1)["data"]["A"] == "1"
assert kv.list_secrets(path="python", mount_point="secret")["data"]["keys"] == ["app"]
metadata = kv.read_secret_metadata(path="python/app", mount_point="secret")["data"]
assert metadata["current_version"] == 2 and set(metadata["versions"]) == {"1", "2"}
try:
    kv.create_or_update_secret(path="python/app", secret={}, cas=1, mount_point="secret")
    raise AssertionError("a wrong check-and-set was accepted")
except hvac.exceptions.InvalidRequest:
    pass
kv.delete_latest_version_of_secret(path="python/app", mount_point="secret")
try:
    read("python/app")
    raise AssertionError("a deleted version was read")
except hvac.exceptions.InvalidPath as error:
    assert error.json["data"]["metadata"]["deletion_time"] != ""
kv.undelete_secret_versions(path="python/app", versions=[2], mount_point="secret")
assert read("python/app")["data"]["A"] == "2"
kv.destroy_secret_versions(path="python/app", versions=[1], mount_point="secret")
assert kv.read_secret_metadata(path="python/app", mount_point="secret")["data"]["versions"]["1"]["destroyed"]

plain = client.secrets.kv.v1
plain.create_or_update_secret(path="python/app", secret={"C": "3"}, mount_point="old")
assert plain.read_secret(path="python/app", mount_point="old")["data"] == {"C": "3"}
assert plain.list_secrets(path="", mount_point="old")["data"]["keys"] == ["python/"]
assert kv.list_secrets(mount_point="secret", path="")["data"]["keys"] == ["python/"]
assert plain.list_secrets(path="python", mount_point="old")["data"]["keys"] == ["app"]
try:
    plain.read_secret(path="python/none", mount_point="old")
    raise AssertionError("an unknown path was read")
except hvac.exceptions.InvalidPath:
    pass

assert client.auth.token.renew_self()["auth"]["client_token"] == client.token
client.logout(revoke_token=True)
