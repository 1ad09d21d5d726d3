//! Uses the operations of the Rust SDK.
mod steps;

use std::env::var;

use infisical::kms::CreateKmsKeyRequest;
use infisical::secrets::{CreateSecretRequest, DeleteSecretRequest, GetSecretRequest, ListSecretsRequest, Secret, UpdateSecretRequest};
use infisical::{AuthMethod, Client, InfisicalError};
use steps::{equal, fails, not_offered, step, Outcome};

fn setting(name: &str) -> String {
    var(name).unwrap_or_default()
}

fn names(secrets: &[Secret]) -> Vec<&str> {
    let mut names: Vec<&str> = secrets.iter().map(|secret| secret.secret_key.as_str()).collect();
    names.sort_unstable();
    names
}

async fn new_client() -> Result<Client, InfisicalError> {
    Client::builder().base_url(setting("SITE_URL")).build().await
}

async fn get(client: &Client, name: &str, expand: bool) -> Result<Secret, InfisicalError> {
    let request = GetSecretRequest::builder(name, setting("PROJECT_ID"), "dev").path("/").r#type("shared").expand_secret_references(expand);
    client.secrets().get(request.build()).await
}

async fn list(client: &Client, recursive: bool) -> Result<Vec<Secret>, InfisicalError> {
    client.secrets().list(ListSecretsRequest::builder(setting("PROJECT_ID"), "dev").path("/").recursive(recursive).build()).await
}

async fn create(client: &Client, value: &str) -> Result<Secret, InfisicalError> {
    let request = CreateSecretRequest::builder("KEY", value, setting("PROJECT_ID"), "dev").path("/").r#type("shared").secret_comment("Why").skip_multiline_encoding(true);
    client.secrets().create(request.build()).await
}

async fn references(client: &Client) -> Outcome {
    equal(get(client, "URL", true).await?.secret_value.as_str(), "https://example.com/")?;
    equal(get(client, "URL", false).await?.secret_value.as_str(), "https://${HOST}/")
}

async fn attach(client: &Client) -> Outcome {
    client.secrets().list(ListSecretsRequest::builder(setting("PROJECT_ID"), "dev").path("/app").attach_to_process_env(true).build()).await?;
    equal(setting("PORT"), "8080".to_string())
}

async fn update(client: &Client) -> Outcome {
    let request = UpdateSecretRequest::builder("KEY", setting("PROJECT_ID"), "dev").path("/").secret_value("second").secret_comment("Since");
    equal(client.secrets().update(request.build()).await?.secret_value.as_str(), "second")
}

async fn rename(client: &Client) -> Outcome {
    let request = UpdateSecretRequest::builder("KEY", setting("PROJECT_ID"), "dev").path("/").new_secret_name("RENAMED");
    equal(client.secrets().update(request.build()).await?.secret_key.as_str(), "RENAMED")
}

async fn delete(client: &Client) -> Outcome {
    let request = DeleteSecretRequest::builder("RENAMED", setting("PROJECT_ID"), "dev").path("/").r#type("shared");
    equal(client.secrets().delete(request.build()).await?.secret_key.as_str(), "RENAMED")?;
    fails(get(client, "RENAMED", true).await, "404")
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), InfisicalError> {
    let mut client = new_client().await?;
    step("log in with a wrong secret", fails(client.login(AuthMethod::new_universal_auth(setting("CLIENT_ID"), "wrong")).await, "401"));
    step("log in with universal auth", client.login(AuthMethod::new_universal_auth(setting("CLIENT_ID"), setting("CLIENT_SECRET"))).await.map_err(Into::into));
    step("create a secret", create(&client, "first").await.map_err(Into::into).and_then(|secret| equal(secret.secret_value.as_str(), "first")));
    step("create a secret that exists", fails(create(&client, "again").await, "400"));
    step("get a secret", get(&client, "KEY", true).await.map_err(Into::into).and_then(|secret| equal(secret.secret_value.as_str(), "first")));
    step("get a secret with a reference", references(&client).await);
    step("get an unknown secret", fails(get(&client, "NONE", true).await, "404"));
    step("list secrets with imports", list(&client, false).await.map_err(Into::into).and_then(|found| equal(names(&found), vec!["HOST", "KEY", "SHARED", "URL"])));
    step("list secrets of all folders", list(&client, true).await.map_err(Into::into).and_then(|found| equal(names(&found), vec!["HOST", "KEY", "PORT", "SHARED", "URL"])));
    step("list secrets into the environment", attach(&client).await);
    step("update a secret", update(&client).await);
    step("rename a secret", rename(&client).await);
    step("delete a secret", delete(&client).await);
    not_offered("create a KMS key", client.kms().create(CreateKmsKeyRequest::builder(setting("PROJECT_ID"), "key").build()).await.map(|_| ()).map_err(Into::into));
    Ok(())
}
