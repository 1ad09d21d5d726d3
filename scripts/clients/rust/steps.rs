//! Reports each operation as one line of JSON on standard output, as scripts/clients/steps.mjs does.
use std::error::Error;
use std::fmt::Debug;

pub type Outcome = Result<(), Box<dyn Error>>;

/// Reports one operation of the client.
pub fn step(operation: &str, outcome: Outcome) {
    report(operation, outcome, true);
}

/// Reports an operation of a feature that the server does not have: the client must report that it was not found.
pub fn not_offered(operation: &str, outcome: Outcome) {
    report(operation, outcome, false);
}

fn report(operation: &str, outcome: Outcome, is_offered: bool) {
    let name = serde_json::json!(operation);
    match outcome {
        Ok(()) => println!("{{\"operation\":{name}}}"),
        Err(error) => println!("{{\"operation\":{name},\"error\":{},\"isOffered\":{is_offered}}}", serde_json::json!(error.to_string())),
    }
}

pub fn equal<T: PartialEq + Debug>(actual: T, expected: T) -> Outcome {
    if actual == expected {
        return Ok(());
    }
    Err(format!("got {actual:?} instead of {expected:?}").into())
}

/// Expects the client to fail with a message that contains this part.
pub fn fails<T>(result: Result<T, impl Error + 'static>, part: &str) -> Outcome {
    match result {
        Ok(_) => Err("succeeded, but should have failed".into()),
        Err(error) if error.to_string().contains(part) => Ok(()),
        Err(error) => Err(Box::new(error)),
    }
}
