"""What Schemathesis is told about the seeded organization: who calls, and real things in place of made-up ids."""

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
from schemathesis.openapi.checks import AllowHeaderMismatch

with open(os.environ["CONTRACT_SEED"], encoding="utf-8") as file:
    seeded = json.load(file)

things, places, url = seeded["things"], seeded["places"], seeded["url"]
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

# What the run stands on: never changed or deleted, whoever asks for it.
foundation = {value for kept, spare in things.values() for value in kept if value not in spare} | set(seeded["callers"])

# Words that are good nearly everywhere, by the name of their field.
words = {
    "environment": ["dev"], "sourceEnvironment": ["dev"], "destinationEnvironment": ["dev"],
    "secretPath": ["/"], "sourceSecretPath": ["/"], "destinationSecretPath": ["/archive"], "path": ["/"], "directory": ["/"], "destinationPath": ["/archive"],
    "role": ["no-access"], "organizationRoleSlug": ["no-access"], "roleSlugs": ["viewer"],
}
slugs = {"getOrganizationRoleBySlug": "kept", "getEnvironmentBySlug": "dev", "getProjectRoleBySlug": "viewer", "getWorkspaceRoleBySlug": "viewer", "getLegacyProjectRoleBySlug": "viewer"}

follows_links = os.environ["CONTRACT_RUN"].startswith("sequences")
lock = threading.Lock()
statuses = defaultdict(Counter)
answered = set()
numbers = iter(range(10**9))
# What only the holder of a token may name.
belongings = {}


def post(path, token, body):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def leaver():
    """A session of somebody who has many of them."""
    login = post("/api/v3/auth/login", None, {"email": seeded["leaver"], "password": seeded["password"]})
    return post("/api/v3/auth/select-organization", login["accessToken"], {"organizationId": seeded["organizationId"]})["token"]


def invitation():
    with lock:
        email = f"invitee-{next(numbers)}@{os.environ['CONTRACT_RUN']}.example.com"
    invited = post("/api/v1/invite-org/signup", seeded["token"], {"inviteeEmails": [email], "organizationRoleSlug": "no-access"})
    code = re.search(r"[?&]token=([^&]+)", invited["completeInviteLinks"][0]["link"])[1]
    return {"email": email, "organizationId": seeded["organizationId"], "code": code}


def invitee():
    """The token of an invitation; its request has to name the same address."""
    invited = invitation()
    token = post("/api/v1/invite-org/verify", None, invited)["token"]
    belongings[token] = {"email": invited["email"]}
    return token


def newcomer():
    """Somebody with a password of their own to lose."""
    signup = invitee()
    account = {"email": belongings[signup]["email"], "firstName": "New", "password": seeded["password"]}
    token = post("/api/v3/signup/complete-account", signup, account)["token"]
    belongings[token] = {"currentPassword": seeded["password"]}
    return token


def founder():
    """An administrator of an organization that nobody else needs."""
    with lock:
        name = f"Founded {next(numbers)} of {os.environ['CONTRACT_RUN']}"
    organization = post("/api/v2/organizations", seeded["token"], {"name": name})["organization"]["id"]
    token = post("/api/v3/auth/select-organization", seeded["token"], {"organizationId": organization})["token"]
    belongings[token] = {"organizationId": organization}
    return token


# Operations that take from their caller what all others need: a caller of their own each time.
callers = {
    "logout": leaver,
    "endOwnSessions": leaver,
    "changeOwnPassword": newcomer,
    "completeAccount": invitee,
    "updateOrganization": founder,
    "deleteOrganization": founder,
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


def chosen(values, key):
    return values[key % len(values)]


def is_made_up(value):
    """Ids of answers count only where one request follows another; elsewhere they are put together at random."""
    return isinstance(value, str) and 0 < len(value) <= 200 and not (follows_links and value in answered)


def put(container, name, values, key):
    """One of the values in place of a made-up one, three times out of four."""
    value = container[name]
    if isinstance(value, list):
        if value and all(is_made_up(item) for item in value) and key % 4:
            container[name] = [chosen(values, key // 4)]
    elif is_made_up(value) and key % 4:
        container[name] = chosen(values, key // 4)


def with_words(node, key):
    """A copy, for parts of it may be in other requests too."""
    if isinstance(node, list):
        return [with_words(item, key) for item in node]
    if not isinstance(node, dict):
        return node
    copy = {name: with_words(value, key) for name, value in node.items()}
    for name in words.keys() & copy.keys():
        put(copy, name, words[name], key)
    return copy


def inside(node, way):
    """The objects that a way of keys leads to, through lists as well."""
    if isinstance(node, list):
        return [found for item in node for found in inside(item, way)]
    if not isinstance(node, dict):
        return []
    return inside(node.get(way[0]), way[1:]) if way else [node]


def spare_instead(container, name, values, key):
    """What the run stands on is not given away, not even if an answer has shown it."""
    value = container.get(name)
    if isinstance(value, str) and value in foundation:
        container[name] = chosen(values, key)
    elif isinstance(value, list) and any(isinstance(item, str) and item in foundation for item in value):
        container[name] = [chosen(values, key)]


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Which request may follow on which answer."""
    for methods in raw_schema["paths"].values():
        for definition in methods.values():
            if isinstance(definition, dict) and definition.get("operationId") in seeded["links"]:
                definition["responses"]["200"]["links"] = seeded["links"][definition["operationId"]]


@schemathesis.hook
def before_call(context, case, kwargs):
    operation = case.operation.definition.raw["operationId"]
    body = case.body if isinstance(case.body, (dict, list)) else None
    # The same request has the same things in it in every run with the same seed.
    key = zlib.crc32(repr([operation, dict(case.path_parameters), dict(case.query), body]).encode("utf-8", "backslashreplace"))
    case.path_parameters = with_words(dict(case.path_parameters), key)
    case.query = with_words(dict(case.query), key)
    if body is not None:
        case.body = with_words(body, key)
    parts = {"path": case.path_parameters, "query": case.query, "body": case.body}
    if operation in slugs and isinstance(case.path_parameters.get("slug"), str):
        put(case.path_parameters, "slug", [slugs[operation]], key)
    if isinstance(case.path_parameters.get("version"), int) and key % 2:
        case.path_parameters["version"] = 1
    for place in places[operation]:
        kept, spare = things[place["thing"]]
        share = place["share"]
        values = spare[share["first"] :: share["step"]] if share else kept
        *way, name = place["name"].split(".")
        for container in inside(parts[place["part"]], way):
            if name in container:
                put(container, name, values, key)
                if share:
                    spare_instead(container, name, values, key)
    token = case.headers.get("Authorization", "").removeprefix("Bearer ")
    # An invitation is good once.
    own = invitation() if operation == "verifyInvitation" and key % 4 else belongings.get(token, {})
    for container in (case.path_parameters, case.body):
        for name, value in own.items():
            if isinstance(container, dict) and isinstance(container.get(name), str) and key % 4:
                container[name] = value


@schemathesis.hook
def after_call(context, case, response):
    found = UUID.findall(response.content.decode("utf-8", "replace")) if response.status_code == 200 and len(response.content) < 20_000 else []
    with lock:
        answered.update(found)
        if case.method.upper() == case.operation.method.upper():
            statuses[case.operation.definition.raw["operationId"]][response.status_code] += 1


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """A path may be of several patterns: /api/v1/folders/batch is also the folder of that name, and `Allow` rightly has the methods of both."""
    if not isinstance(failure, AllowHeaderMismatch) or failure.missing_methods:
        return True
    path = urlsplit(response.request.url).path
    patterns = case.operation.schema.raw_schema["paths"].items()
    possible = {method.upper() for pattern, methods in patterns if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", pattern), path) for method in methods}
    return not set(failure.undocumented_methods) <= possible


@atexit.register
def report():
    with open(os.environ["CONTRACT_REPORT"], "w", encoding="utf-8") as file:
        json.dump(statuses, file)
