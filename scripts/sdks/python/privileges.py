"""Uses a client that is generated with openapi-python-client. mypy checks it: `assert_type` fails on a value without a type."""

import os
from datetime import datetime, timedelta, timezone
from typing import TypeVar, assert_type
from uuid import UUID

from sallyport import AuthenticatedClient, Client
from sallyport.api.privileges import create_privilege, delete_privilege, get_privilege, list_privileges, update_privilege
from sallyport.api.universal_auth import login_with_universal_auth
from sallyport.models import (
    AccessToken,
    CreatePrivilegeRequest,
    CreatePrivilegeResponse200,
    DeletePrivilegeResponse200,
    Error,
    GetPrivilegeResponse200,
    ListPrivilegesResponse200,
    PathConditionType1,
    PermanentGrant,
    SecretsAction,
    SecretsConditionsType0,
    SecretsPermission,
    SecretsPermissionSubject,
    TagsCondition,
    TemporaryGrant,
    TemporaryMode,
    UniversalAuthLoginRequest,
    UpdatePrivilegeRequest,
    UpdatePrivilegeResponse200,
)

Expected = TypeVar("Expected")


def expect(kind: type[Expected], response: object) -> Expected:
    assert isinstance(response, kind), f"not a {kind.__name__}: {response}"
    return response


url, identity_id, project_id = (os.environ[name] for name in ("SALLYPORT_URL", "IDENTITY_ID", "PROJECT_ID"))

credentials = UniversalAuthLoginRequest(client_id=os.environ["CLIENT_ID"], client_secret=os.environ["CLIENT_SECRET"])
login = expect(AccessToken, login_with_universal_auth.sync(client=Client(base_url=url), body=credentials))
assert_type(login.access_token, str)
assert_type(login.expires_in, int)
assert_type(login.access_token_max_ttl, int)
assert login.token_type == "Bearer"
client = AuthenticatedClient(base_url=url, token=login.access_token)

rule = SecretsPermission(
    subject=SecretsPermissionSubject.SECRETS,
    action=[SecretsAction.DESCRIBESECRET, SecretsAction.READVALUE],
    inverted=True,
    conditions=SecretsConditionsType0(
        environment="dev",
        secret_path=PathConditionType1(glob="/build/**"),
        secret_name="TOKEN",
        secret_tags=TagsCondition(in_=["ci"], all_=["ci", "build"]),
    ),
)
request = CreatePrivilegeRequest(
    identity_id=identity_id,
    project_id=project_id,
    slug="from-python",
    permissions=[rule],
    type_=PermanentGrant(is_temporary=False),
)
created = expect(CreatePrivilegeResponse200, create_privilege.sync(client=client, body=request)).privilege
assert_type(created.id, UUID)
assert_type(created.slug, str)
assert_type(created.created_at, datetime)
assert_type(created.updated_at, datetime)
assert_type(created.is_temporary, bool)
assert_type(created.temporary_mode, str | None)
assert_type(created.temporary_range, str | None)
assert_type(created.temporary_access_start_time, datetime | None)
assert_type(created.temporary_access_end_time, datetime | None)
assert created.slug == "from-python" and not created.is_temporary and created.temporary_access_end_time is None

read = expect(GetPrivilegeResponse200, get_privilege.sync(str(created.id), client=client)).privilege
(stored,) = read.permissions
assert_type(stored.subject, str)
assert_type(stored.action, list[str] | str)
assert_type(stored.inverted, bool)
assert stored.subject == "secrets" and stored.action == ["describeSecret", "readValue"] and stored.inverted
assert stored.to_dict() == rule.to_dict()

listed = expect(ListPrivilegesResponse200, list_privileges.sync(client=client, identity_id=identity_id, project_id=project_id)).privileges
(summary,) = listed
assert_type(summary.id, UUID)
assert_type(summary.slug, str)
assert_type(summary.created_at, datetime)
assert_type(summary.updated_at, datetime)
assert_type(summary.is_temporary, bool)
assert_type(summary.temporary_mode, str | None)
assert_type(summary.temporary_range, str | None)
assert_type(summary.temporary_access_start_time, datetime | None)
assert_type(summary.temporary_access_end_time, datetime | None)
assert summary.id == created.id

hour = TemporaryGrant(
    is_temporary=True,
    temporary_mode=TemporaryMode.RELATIVE,
    temporary_range="1h",
    temporary_access_start_time=datetime(2030, 1, 1, tzinfo=timezone.utc),
)
change = UpdatePrivilegeRequest(slug="for-an-hour", type_=hour)
updated = expect(UpdatePrivilegeResponse200, update_privilege.sync(str(created.id), client=client, body=change)).privilege
start, end = updated.temporary_access_start_time, updated.temporary_access_end_time
assert start is not None and end is not None and end - start == timedelta(hours=1)
assert updated.slug == "for-an-hour" and updated.is_temporary and updated.temporary_mode == "relative" and updated.temporary_range == "1h"

deleted = expect(DeletePrivilegeResponse200, delete_privilege.sync(str(created.id), client=client)).privilege
assert deleted.id == created.id

missing = get_privilege.sync_detailed(str(created.id), client=client)
error = expect(Error, missing.parsed)
assert_type(error.req_id, str)
assert_type(error.status_code, int)
assert_type(error.error, str)
assert_type(error.message, str)
assert missing.status_code == 404 and error.status_code == 404
assert error.error == "NotFound" and error.message == "Privilege not found."
