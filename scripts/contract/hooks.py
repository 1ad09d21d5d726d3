"""Hooks of Schemathesis: set the caller, and replace generated ids by those of the seeded organization."""

import atexit
import json
import os
import re
import threading
import urllib.request
import zlib
from collections import Counter, defaultdict
from urllib.parse import urlsplit

import schemathesis
from schemathesis.openapi.checks import AllowHeaderMismatch, UnsupportedMethodResponse

with open(os.environ["CONTRACT_SEED"], encoding="utf-8") as file:
    seeded = json.load(file)

objects, references, url = seeded["objects"], seeded["references"], seeded["url"]
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

# Ids that the whole run needs: no request changes or deletes them.
permanent_ids = {value for permanent, spare in objects.values() for value in permanent if value not in spare} | set(seeded["callers"])

# Values that are valid in nearly every request, by the name of their field.
common_values = {
    "environment": ["dev"], "environmentSlug": ["dev"], "sourceEnvironment": ["dev"], "destinationEnvironment": ["dev"],
    "secretPath": ["/"], "sourceSecretPath": ["/"], "destinationSecretPath": ["/archive"], "path": ["/"], "directory": ["/"], "destinationPath": ["/archive"],
    "role": ["no-access"], "organizationRoleSlug": ["no-access"], "roleSlugs": ["viewer"],
}
slugs = {"getOrganizationRoleBySlug": "permanent", "getEnvironmentBySlug": "dev", "getProjectRoleBySlug": "viewer", "getWorkspaceRoleBySlug": "viewer", "getLegacyProjectRoleBySlug": "viewer"}

@schemathesis.serializer("application/ocsp-request")
def serialize_ocsp(_context, value):
    """A request of OCSP is DER, which Schemathesis does not know; it generates arbitrary bytes."""
    data = getattr(value, "data", value)
    return data if isinstance(data, bytes) else str(data).encode()


follows_links = os.environ["CONTRACT_RUN"].startswith("sequences")
lock = threading.Lock()
statuses = defaultdict(Counter)
returned_ids = set()
numbers = iter(range(10**9))
# Values that are only valid in requests with a certain token.
values_by_token = {}


def post(path, token, body):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def new_session():
    """A new session of a user that no other request depends on."""
    login = post("/api/v3/auth/login", None, {"email": seeded["sessionUser"], "password": seeded["password"]})
    return post("/api/v3/auth/select-organization", login["accessToken"], {"organizationId": seeded["organizationId"]})["token"]


def new_invitation():
    with lock:
        email = f"invitee-{next(numbers)}@{os.environ['CONTRACT_RUN']}.example.com"
    invited = post("/api/v1/invite-org/signup", seeded["token"], {"inviteeEmails": [email], "organizationRoleSlug": "no-access"})
    code = re.search(r"[?&]token=([^&]+)", invited["completeInviteLinks"][0]["link"])[1]
    return {"email": email, "organizationId": seeded["organizationId"], "code": code}


def new_invitee():
    """The token of an invitation, which is only valid together with the invited address."""
    invited = new_invitation()
    token = post("/api/v1/invite-org/verify", None, invited)["token"]
    values_by_token[token] = {"email": invited["email"]}
    return token


def new_user():
    """A new user, whose password may be changed."""
    signup = new_invitee()
    account = {"email": values_by_token[signup]["email"], "firstName": "New", "password": seeded["password"]}
    token = post("/api/v3/signup/complete-account", signup, account)["token"]
    values_by_token[token] = {"currentPassword": seeded["password"]}
    return token


def new_administrator():
    """An administrator of a new organization, which may be changed and deleted."""
    with lock:
        name = f"Organization {next(numbers)} of {os.environ['CONTRACT_RUN']}"
    organization = post("/api/v2/organizations", seeded["token"], {"name": name})["organization"]["id"]
    token = post("/api/v3/auth/select-organization", seeded["token"], {"organizationId": organization})["token"]
    values_by_token[token] = {"organizationId": organization}
    return token


# Operations that invalidate their caller, or what it administers: each request has a new caller.
callers = {
    "logout": new_session,
    "endOwnSessions": new_session,
    "changeOwnPassword": new_user,
    "completeAccount": new_invitee,
    "updateOrganization": new_administrator,
    "deleteOrganization": new_administrator,
}


@schemathesis.auth(refresh_interval=None)
class Caller:
    def get(self, case, context):
        definition = case.operation.definition.raw
        if definition["operationId"] in callers:
            return callers[definition["operationId"]]()
        return seeded["machine"] if definition.get("x-actors") == ["identity"] else seeded["token"]

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


def pick(values, key):
    return values[key % len(values)]


def is_generated(value):
    """Whether the value is replaced. Returned ids are not while Schemathesis follows links; otherwise it combines them at random."""
    return isinstance(value, str) and 0 < len(value) <= 200 and not (follows_links and value in returned_ids)


def replace(container, name, values, key):
    """Replaces a generated value by one of these, three times out of four."""
    value = container[name]
    if isinstance(value, list):
        if value and all(is_generated(item) for item in value) and key % 4:
            container[name] = [pick(values, key // 4)]
    elif is_generated(value) and key % 4:
        container[name] = pick(values, key // 4)


def with_common_values(node, key):
    """Returns a copy, because other requests may share parts of it."""
    if isinstance(node, list):
        return [with_common_values(item, key) for item in node]
    if not isinstance(node, dict):
        return node
    copy = {name: with_common_values(value, key) for name, value in node.items()}
    for name in common_values.keys() & copy.keys():
        replace(copy, name, common_values[name], key)
    return copy


def find_objects(node, keys):
    """The objects at a path of keys, including those in lists."""
    if isinstance(node, list):
        return [child for item in node for child in find_objects(item, keys)]
    if not isinstance(node, dict):
        return []
    return find_objects(node.get(keys[0]), keys[1:]) if keys else [node]


def replace_permanent(container, name, values, key):
    """Replaces permanent objects by spare ones, even if a response contained them."""
    value = container.get(name)
    if isinstance(value, str) and value in permanent_ids:
        container[name] = pick(values, key)
    elif isinstance(value, list) and any(isinstance(item, str) and item in permanent_ids for item in value):
        container[name] = [pick(values, key)]


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Adds the links from responses to requests."""
    for methods in raw_schema["paths"].values():
        for definition in methods.values():
            if isinstance(definition, dict) and definition.get("operationId") in seeded["links"]:
                definition["responses"]["200"]["links"] = seeded["links"][definition["operationId"]]


@schemathesis.hook
def before_call(context, case, kwargs):
    operation = case.operation.definition.raw["operationId"]
    body = case.body if isinstance(case.body, (dict, list)) else None
    # The same request gets the same objects in every run with the same seed.
    key = zlib.crc32(repr([operation, dict(case.path_parameters), dict(case.query), body]).encode("utf-8", "backslashreplace"))
    case.path_parameters = with_common_values(dict(case.path_parameters), key)
    case.query = with_common_values(dict(case.query), key)
    if body is not None:
        case.body = with_common_values(body, key)
    parts = {"path": case.path_parameters, "query": case.query, "body": case.body}
    if operation in slugs and isinstance(case.path_parameters.get("slug"), str):
        replace(case.path_parameters, "slug", [slugs[operation]], key)
    if isinstance(case.path_parameters.get("version"), int) and key % 2:
        case.path_parameters["version"] = 1
    for reference in references[operation]:
        permanent, spare = objects[reference["kind"]]
        share = reference["share"]
        values = spare[share["first"] :: share["step"]] if share else permanent
        *keys, name = reference["name"].split(".")
        for container in find_objects(parts[reference["part"]], keys):
            if name in container:
                replace(container, name, values, key)
                if share:
                    replace_permanent(container, name, values, key)
    token = case.headers.get("Authorization", "").removeprefix("Bearer ")
    # An invitation can be verified only once.
    needs_invitation = operation in ("verifyInvitation", "inspectInvitation") and key % 4
    own = new_invitation() if needs_invitation else values_by_token.get(token, {})
    for container in (case.path_parameters, case.body):
        for name, value in own.items():
            if isinstance(container, dict) and isinstance(container.get(name), str) and key % 4:
                container[name] = value


@schemathesis.hook
def after_call(context, case, response):
    ids = UUID.findall(response.content.decode("utf-8", "replace")) if response.status_code == 200 and len(response.content) < 20_000 else []
    with lock:
        returned_ids.update(ids)
        if case.method.upper() == case.operation.method.upper():
            statuses[case.operation.definition.raw["operationId"]][response.status_code] += 1


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Ignores what is right of paths that another one matches: /api/v1/folders/batch, which may be the path of a folder by name, has the methods of both."""
    is_header = isinstance(failure, AllowHeaderMismatch) and not failure.missing_methods
    if not is_header and not isinstance(failure, UnsupportedMethodResponse):
        return True
    path = urlsplit(response.request.url).path
    patterns = case.operation.schema.raw_schema["paths"].items()
    possible = {method.upper() for pattern, methods in patterns if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", pattern), path) for method in methods}
    return not (set(failure.undocumented_methods) if is_header else {failure.method}) <= possible


@atexit.register
def report():
    with open(os.environ["CONTRACT_REPORT"], "w", encoding="utf-8") as file:
        json.dump(statuses, file)
