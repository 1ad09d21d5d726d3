import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import sallyport.ApiClient;
import sallyport.ApiException;
import sallyport.api.PrivilegesApi;
import sallyport.api.UniversalAuthApi;
import sallyport.model.AccessToken;
import sallyport.model.CreatePrivilegeRequest;
import sallyport.model.GrantType;
import sallyport.model.PathCondition;
import sallyport.model.PathConditionOneOf;
import sallyport.model.PatternCondition;
import sallyport.model.PermanentGrant;
import sallyport.model.Privilege;
import sallyport.model.PrivilegeSummary;
import sallyport.model.ProjectPermission;
import sallyport.model.ProjectRule;
import sallyport.model.SecretsAction;
import sallyport.model.SecretsActions;
import sallyport.model.SecretsConditions;
import sallyport.model.SecretsPermission;
import sallyport.model.TagsCondition;
import sallyport.model.TemporaryGrant;
import sallyport.model.TemporaryMode;
import sallyport.model.UniversalAuthLoginRequest;
import sallyport.model.UpdatePrivilegeRequest;

/** Uses a client that is generated with openapi-generator. Each field is assigned to a variable of its type, which would not compile with Object. */
public final class Privileges {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient().setBasePath(System.getenv("SALLYPORT_URL"));
    UniversalAuthLoginRequest credentials = new UniversalAuthLoginRequest().clientId(System.getenv("CLIENT_ID")).clientSecret(System.getenv("CLIENT_SECRET"));
    AccessToken login = new UniversalAuthApi(client).loginWithUniversalAuth(credentials);
    String accessToken = login.getAccessToken();
    int expiresIn = login.getExpiresIn();
    int maxTtl = login.getAccessTokenMaxTTL();
    expect(expiresIn > 0 && maxTtl > 0 && login.getTokenType() == AccessToken.TokenTypeEnum.BEARER, login);
    client.setBearerToken(accessToken);
    usePrivileges(new PrivilegesApi(client), System.getenv("IDENTITY_ID"), System.getenv("PROJECT_ID"));
  }

  private static void usePrivileges(PrivilegesApi privileges, String identityId, String projectId) throws Exception {
    CreatePrivilegeRequest request = new CreatePrivilegeRequest()
        .identityId(identityId)
        .projectId(projectId)
        .slug("from-java")
        .permissions(List.of(new ProjectPermission(newRule())))
        .type(new GrantType(new PermanentGrant().isTemporary(false)));
    Privilege created = privileges.createPrivilege(request).getPrivilege();
    UUID id = created.getId();
    String slug = created.getSlug();
    OffsetDateTime createdAt = created.getCreatedAt();
    OffsetDateTime updatedAt = created.getUpdatedAt();
    boolean isTemporary = created.getIsTemporary();
    String mode = created.getTemporaryMode();
    String range = created.getTemporaryRange();
    OffsetDateTime start = created.getTemporaryAccessStartTime();
    OffsetDateTime end = created.getTemporaryAccessEndTime();
    expect(slug.equals("from-java") && !isTemporary && mode == null && range == null && start == null && end == null && !updatedAt.isBefore(createdAt), created);

    List<ProjectRule> permissions = privileges.getPrivilege(id.toString()).getPrivilege().getPermissions();
    expect(permissions.size() == 1, permissions);
    ProjectRule stored = permissions.get(0);
    String subject = stored.getSubject();
    boolean inverted = stored.getInverted();
    List<String> actions = stored.getAction().getListString();
    expect(subject.equals("secrets") && inverted && actions.equals(List.of("describeSecret", "readValue")), stored);
    expect(stored.getConditions().keySet().equals(Set.of("environment", "secretPath", "secretName", "secretTags")), stored);

    List<PrivilegeSummary> list = privileges.listPrivileges(identityId, projectId).getPrivileges();
    expect(list.size() == 1, list);
    PrivilegeSummary summary = list.get(0);
    UUID listedId = summary.getId();
    slug = summary.getSlug();
    createdAt = summary.getCreatedAt();
    updatedAt = summary.getUpdatedAt();
    isTemporary = summary.getIsTemporary();
    mode = summary.getTemporaryMode();
    range = summary.getTemporaryRange();
    start = summary.getTemporaryAccessStartTime();
    end = summary.getTemporaryAccessEndTime();
    expect(listedId.equals(id) && slug.equals("from-java") && !isTemporary && mode == null && range == null && start == null && end == null && !updatedAt.isBefore(createdAt), summary);

    TemporaryGrant hour = new TemporaryGrant().isTemporary(true).temporaryMode(TemporaryMode.RELATIVE).temporaryRange("1h").temporaryAccessStartTime(OffsetDateTime.parse("2030-01-01T00:00:00Z"));
    Privilege updated = privileges.updatePrivilege(id.toString(), new UpdatePrivilegeRequest().slug("for-an-hour").type(new GrantType(hour))).getPrivilege();
    expect(updated.getSlug().equals("for-an-hour") && updated.getIsTemporary() && updated.getTemporaryMode().equals("relative") && updated.getTemporaryRange().equals("1h"), updated);
    expect(Duration.between(updated.getTemporaryAccessStartTime(), updated.getTemporaryAccessEndTime()).equals(Duration.ofHours(1)), updated);
    expect(updated.getPermissions().size() == 1, updated);

    expect(privileges.deletePrivilege(id.toString()).getPrivilege().getId().equals(id), id);
    expectMissing(privileges, id);
  }

  private static SecretsPermission newRule() {
    SecretsConditions conditions = new SecretsConditions()
        .environment(new PatternCondition("dev"))
        .secretPath(new PathCondition(new PathConditionOneOf().$glob("/build/**")))
        .secretName(new PatternCondition("TOKEN"))
        .secretTags(new TagsCondition().$in(List.of("ci")).$all(List.of("ci", "build")));
    return new SecretsPermission()
        .subject(SecretsPermission.SubjectEnum.SECRETS)
        .action(new SecretsActions(List.of(SecretsAction.DESCRIBE_SECRET, SecretsAction.READ_VALUE)))
        .inverted(true)
        .conditions(conditions);
  }

  private static void expectMissing(PrivilegesApi privileges, UUID id) throws Exception {
    try {
      privileges.getPrivilege(id.toString());
    } catch (ApiException exception) {
      sallyport.model.Error error = sallyport.model.Error.fromJson(exception.getResponseBody());
      String reqId = error.getReqId();
      int statusCode = error.getStatusCode();
      String name = error.getError();
      String message = error.getMessage();
      expect(exception.getCode() == 404 && !reqId.isEmpty() && statusCode == 404 && name.equals("NotFound") && message.equals("Privilege not found."), error);
      return;
    }
    throw new AssertionError("the deleted privilege still exists");
  }

  private static void expect(boolean isExpected, Object response) {
    if (!isExpected) throw new AssertionError("unexpected response: " + response);
  }
}
