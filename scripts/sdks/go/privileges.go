// Uses a client that is generated with oapi-codegen. Each field is assigned to a variable of its type, which would not compile with interface{}.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"time"

	"example.com/client/sallyport"
	"github.com/google/uuid"
)

func main() {
	ctx := context.Background()
	identityID, projectID := os.Getenv("IDENTITY_ID"), os.Getenv("PROJECT_ID")

	client, err := sallyport.NewClientWithResponses(os.Getenv("SALLYPORT_URL"))
	must(err)
	login, err := client.LoginWithUniversalAuthWithResponse(ctx, sallyport.UniversalAuthLoginRequest{ClientId: os.Getenv("CLIENT_ID"), ClientSecret: os.Getenv("CLIENT_SECRET")})
	must(err)
	expect(login.JSON200 != nil, login.Body)
	var accessToken string = login.JSON200.AccessToken
	var expiresIn, maxTTL int = login.JSON200.ExpiresIn, login.JSON200.AccessTokenMaxTTL
	expect(expiresIn > 0 && maxTTL > 0 && login.JSON200.TokenType == sallyport.AccessTokenTokenTypeBearer, login.Body)
	client, err = sallyport.NewClientWithResponses(os.Getenv("SALLYPORT_URL"), sallyport.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+accessToken)
		return nil
	}))
	must(err)

	rule := newRule()
	var permission sallyport.ProjectPermission
	must(permission.FromSecretsPermission(rule))
	var permanent sallyport.GrantType
	must(permanent.FromPermanentGrant(sallyport.PermanentGrant{IsTemporary: sallyport.PermanentGrantIsTemporaryFalse}))
	var slug string = "from-go"
	created, err := client.CreatePrivilegeWithResponse(ctx, sallyport.CreatePrivilegeRequest{IdentityId: identityID, ProjectId: projectID, Slug: &slug, Permissions: []sallyport.ProjectPermission{permission}, Type: permanent})
	must(err)
	expect(created.JSON200 != nil, created.Body)
	privilege := created.JSON200.Privilege
	var id uuid.UUID = privilege.Id
	var createdAt, updatedAt time.Time = privilege.CreatedAt, privilege.UpdatedAt
	var isTemporary bool = privilege.IsTemporary
	var mode, period *string = privilege.TemporaryMode, privilege.TemporaryRange
	var start, end *time.Time = privilege.TemporaryAccessStartTime, privilege.TemporaryAccessEndTime
	slug = privilege.Slug
	expect(slug == "from-go" && !isTemporary && mode == nil && period == nil && start == nil && end == nil && !updatedAt.Before(createdAt), created.Body)

	read, err := client.GetPrivilegeWithResponse(ctx, id.String())
	must(err)
	expect(read.JSON200 != nil && len(read.JSON200.Privilege.Permissions) == 1, read.Body)
	stored := read.JSON200.Privilege.Permissions[0]
	var subject string = stored.Subject
	var inverted bool = stored.Inverted
	var actions []string
	actions, err = stored.Action.AsProjectRuleAction1()
	must(err)
	expect(subject == "secrets" && inverted && reflect.DeepEqual(actions, []string{"describeSecret", "readValue"}), read.Body)
	expect(reflect.DeepEqual(plain(stored), plain(rule)), read.Body)

	list, err := client.ListPrivilegesWithResponse(ctx, &sallyport.ListPrivilegesParams{IdentityId: identityID, ProjectId: projectID})
	must(err)
	expect(list.JSON200 != nil && len(list.JSON200.Privileges) == 1, list.Body)
	summary := list.JSON200.Privileges[0]
	createdAt, updatedAt, isTemporary, slug = summary.CreatedAt, summary.UpdatedAt, summary.IsTemporary, summary.Slug
	mode, period, start, end = summary.TemporaryMode, summary.TemporaryRange, summary.TemporaryAccessStartTime, summary.TemporaryAccessEndTime
	expect(summary.Id == id && slug == "from-go" && !isTemporary && mode == nil && period == nil && start == nil && end == nil && !updatedAt.Before(createdAt), list.Body)

	var forAnHour sallyport.GrantType
	must(forAnHour.FromTemporaryGrant(sallyport.TemporaryGrant{
		IsTemporary:              sallyport.TemporaryGrantIsTemporaryTrue,
		TemporaryMode:            sallyport.TemporaryModeRelative,
		TemporaryRange:           "1h",
		TemporaryAccessStartTime: time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC),
	}))
	slug = "for-an-hour"
	updated, err := client.UpdatePrivilegeWithResponse(ctx, id.String(), sallyport.UpdatePrivilegeRequest{Slug: &slug, Type: &forAnHour})
	must(err)
	expect(updated.JSON200 != nil, updated.Body)
	privilege = updated.JSON200.Privilege
	expect(privilege.Slug == "for-an-hour" && privilege.IsTemporary && *privilege.TemporaryMode == "relative" && *privilege.TemporaryRange == "1h", updated.Body)
	expect(privilege.TemporaryAccessEndTime.Sub(*privilege.TemporaryAccessStartTime) == time.Hour, updated.Body)

	deleted, err := client.DeletePrivilegeWithResponse(ctx, id.String())
	must(err)
	expect(deleted.JSON200 != nil && deleted.JSON200.Privilege.Id == id, deleted.Body)

	missing, err := client.GetPrivilegeWithResponse(ctx, id.String())
	must(err)
	expect(missing.StatusCode() == http.StatusNotFound && missing.JSON404 != nil, missing.Body)
	var reqID, name, message string = missing.JSON404.ReqId, missing.JSON404.Error, missing.JSON404.Message
	var statusCode int = missing.JSON404.StatusCode
	expect(reqID != "" && statusCode == 404 && name == "NotFound" && message == "Privilege not found.", missing.Body)
}

func newRule() sallyport.SecretsPermission {
	var action sallyport.SecretsActions
	must(action.FromSecretsActions1([]sallyport.SecretsAction{sallyport.SecretsActionDescribeSecret, sallyport.SecretsActionReadValue}))
	var environment, secretName sallyport.PatternCondition
	must(environment.FromConditionText("dev"))
	must(secretName.FromConditionText("TOKEN"))
	var glob string = "/build/**"
	var secretPath sallyport.PathCondition
	must(secretPath.FromPathCondition1(sallyport.PathCondition1{Glob: &glob}))
	var inverted bool = true
	return sallyport.SecretsPermission{
		Subject:  sallyport.SecretsPermissionSubjectSecrets,
		Action:   action,
		Inverted: &inverted,
		Conditions: &sallyport.SecretsConditions{
			Environment: &environment,
			SecretPath:  &secretPath,
			SecretName:  &secretName,
			SecretTags:  &sallyport.TagsCondition{In: &[]string{"ci"}, All: &[]string{"ci", "build"}},
		},
	}
}

// plain converts a value to JSON and back.
func plain(value any) (parsed any) {
	text, err := json.Marshal(value)
	must(err)
	must(json.Unmarshal(text, &parsed))
	return parsed
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func expect(isExpected bool, response []byte) {
	if !isExpected {
		panic(fmt.Sprintf("unexpected response: %s", response))
	}
}
