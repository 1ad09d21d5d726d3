# Logs in by the Python SDK, with the method of the second argument.
import os
import sys

from infisical_sdk import InfisicalSDKClient

site, method, identity_id = sys.argv[1:]
auth = InfisicalSDKClient(host=site).auth
logins = {
    "aws-iam": lambda: auth.aws_auth.login(identity_id),
    "ldap": lambda: auth.ldap_auth.login(
        identity_id, os.environ["INFISICAL_LDAP_USERNAME"], os.environ["INFISICAL_LDAP_PASSWORD"]
    ),
}
try:
    logins[method]()
except Exception as error:
    sys.exit(str(error))
