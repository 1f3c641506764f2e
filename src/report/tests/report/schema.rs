//! `docs/summary.schema.json`: the layout of `summary.json`, generated from the structures that it is serialised
//! from, with the doc comment of each field. `UPDATE_GOLDEN=1` rewrites it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Value, json};
use study::Summary;

use super::fixture;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Says the doc comments in terms of JSON, and that an object has no other fields than those it lists.
fn in_terms_of_json(schema: &mut Schema) {
    if let Some(words) = schema.get("description").and_then(Value::as_str) {
        let words = words.replace('\n', " ").replace("`None`", "`null`");
        schema.insert("description".into(), words.into());
    }
    if schema.get("properties").is_some() && schema.get("additionalProperties").is_none() {
        schema.insert("additionalProperties".into(), false.into());
    }
}

fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with_transform(RecursiveTransform(in_terms_of_json));
    let mut top = settings.into_generator().into_root_schema_for::<Summary>().to_value();
    top["title"] = "summary.json of a Dropzone run".into();
    let version = &top["properties"]["schema"]["description"];
    top["properties"]["schema"] = json!({ "description": version, "const": Summary::SCHEMA });
    top
}

/// The fields that nothing is said of.
fn silent(schema: &Value, at: &str, found: &mut Vec<String>) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let at = format!("{at}.{name}");
        if field["description"].as_str().is_none_or(str::is_empty) {
            found.push(at.clone());
        }
        silent(field, &at, found);
    }
    for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
        silent(definition, name, found);
    }
}

/// The place of each value that does not match its schema. Supports only the part of JSON Schema that
/// [`schema`] writes.
fn faults(value: &Value, schema: &Value, top: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.trim_start_matches("#/$defs/");
        return faults(value, &top["$defs"][name], top, at, found);
    }
    if let Some(choices) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        let fits = |choice: &Value| {
            let mut faulty = Vec::new();
            faults(value, choice, top, at, &mut faulty);
            faulty
        };
        let all: Vec<Vec<String>> = choices.iter().map(fits).collect();
        if !all.iter().any(Vec::is_empty) {
            found.extend(all.into_iter().next().unwrap_or_default());
        }
        return;
    }
    if let Some(only) = schema.get("const") {
        if value != only {
            found.push(format!("{at}: {value} is not {only}"));
        }
        return;
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => panic!("{at}: no type in {schema}"),
    };
    let right = kinds.iter().any(|&kind| match kind {
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64() && schema.get("minimum").is_none(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{at}: {other}"),
    });
    if !right {
        found.push(format!("{at}: {value} is no {}", kinds.join(" or ")));
        return;
    }
    if let Some(list) = value.as_array() {
        let size = list.len() as u64;
        let bound = |name: &str| schema[name].as_u64();
        if bound("minItems").is_some_and(|least| size < least)
            || bound("maxItems").is_some_and(|most| size > most)
        {
            found.push(format!("{at}: {size} entries"));
        }
        for (i, entry) in list.iter().enumerate() {
            let of = schema["prefixItems"].get(i).unwrap_or(&schema["items"]);
            faults(entry, of, top, &format!("{at}[{i}]"), found);
        }
    }
    if let Some(fields) = value.as_object() {
        for (name, field) in fields {
            let known = schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
            let at = format!("{at}.{name}");
            if known.is_object() {
                faults(field, known, top, &at, found);
            } else {
                found.push(format!("{at}: unknown"));
            }
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            if !fields.contains_key(name.as_str().unwrap()) {
                found.push(format!("{at}: no {name}"));
            }
        }
    }
}

fn all_faults(value: &Value) -> Vec<String> {
    let schema = schema();
    let mut found = Vec::new();
    faults(value, &schema, &schema, "summary", &mut found);
    found
}

fn as_json(summary: &Summary) -> Value {
    serde_json::from_str(&summary.to_json()).unwrap()
}

#[test]
fn the_document_is_the_layout() {
    let path = root().join("docs/summary.schema.json");
    let schema = schema();
    let mut unsaid = Vec::new();
    silent(&schema, "summary", &mut unsaid);
    assert_eq!(unsaid, Vec::<String>::new(), "fields that nothing is said of");
    let mut text = serde_json::to_string_pretty(&schema).unwrap();
    text.push('\n');
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "docs/summary.schema.json is not what the structures say: UPDATE_GOLDEN=1 writes it anew"
    );
}

/// Every kind of summary in the fixtures, and every one in `reports/examples/`.
#[test]
fn summaries_are_what_the_document_says() {
    let each: [fn() -> Summary; 3] = [fixture::kastelli, fixture::descent, fixture::hostile];
    for make in each {
        let summary = make();
        assert_eq!(
            all_faults(&as_json(&summary)),
            Vec::<String>::new(),
            "{}",
            summary.run.scenario
        );
    }
    for folder in fs::read_dir(root().join("reports/examples")).into_iter().flatten().flatten() {
        if let Ok(text) = fs::read_to_string(folder.path().join(Summary::FILE)) {
            let kept: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(all_faults(&kept), Vec::<String>::new(), "{}", folder.path().display());
        }
    }
}

/// Each of these would be visible to a reader of the schema.
#[test]
fn what_is_wrong_is_seen() {
    let right = as_json(&fixture::descent());
    let wrong = |change: fn(&mut Value)| {
        let mut value = right.clone();
        change(&mut value);
        all_faults(&value)
    };
    let found: BTreeSet<String> = [
        wrong(|value| value["schema"] = 0.into()),
        wrong(|value| value["draws"]["value"] = "often".into()),
        wrong(|value| value["draws"]["method"] = "guess".into()),
        wrong(|value| value["draws"]["odds"] = 1.into()),
        wrong(|value| drop(value.as_object_mut().unwrap().remove("verdict"))),
        wrong(|value| value["turns"][3]["steps"]["german"] = json!([1.0, 2.0])),
    ]
    .into_iter()
    .map(|faults| faults.first().cloned().unwrap_or_default())
    .collect();
    let expected = [
        "summary.draws.method: \"guess\" is not \"wilson\"",
        "summary.draws.odds: unknown",
        "summary.draws.value: \"often\" is no number",
        "summary.schema: 0 is not 1",
        "summary.turns[3].steps.german: 2 entries",
        "summary: no \"verdict\"",
    ];
    assert_eq!(found, expected.map(str::to_owned).into());
}
