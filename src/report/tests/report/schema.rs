//! `docs/summary.schema.json`: the layout of `summary.json`, generated from the structures that it is serialised
//! from, with the doc comment of each field. `UPDATE_GOLDEN=1` rewrites it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use study::Summary;

use super::fixture;

/// The sources of the structures of a summary.
const SOURCES: [&str; 12] = [
    "lab/facts.rs",
    "lab/influence.rs",
    "lab/worlds/mod.rs",
    "study/facts.rs",
    "study/worlds.rs",
    "study/summary.rs",
    "study/ground.rs",
    "study/suspense.rs",
    "study/luck.rs",
    "engine/chronicle.rs",
    "engine/side.rs",
    "engine/hex.rs",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A structure as in its source, in rustfmt's layout.
#[derive(Clone, Debug)]
struct Item {
    words: String,
    /// The `serde` attribute, e.g. `rename_all = "kebab-case"`.
    told: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Fields: name, doc comment, `serde` attribute, type.
    Structure(Vec<(String, String, String, String)>),
    /// Variants: name and doc comment.
    Choice(Vec<(String, String)>),
    /// A type alias, or a structure with one field, which is serialised as that field.
    Same(String),
}

/// Lines of a doc comment as one text, in terms of JSON.
fn joined(words: &[&str]) -> String {
    words.join(" ").replace("`None`", "`null`")
}

fn items() -> BTreeMap<String, Item> {
    let mut items = BTreeMap::new();
    for source in SOURCES {
        let text = fs::read_to_string(root().join("src").join(source)).unwrap();
        read(&text, &mut items);
    }
    items
}

fn read(text: &str, items: &mut BTreeMap<String, Item>) {
    let mut lines = text.lines();
    let (mut words, mut told) = (Vec::new(), String::new());
    while let Some(line) = lines.next() {
        if let Some(word) = line.strip_prefix("/// ") {
            words.push(word);
            continue;
        }
        if let Some(rest) = line.strip_prefix("#[serde(") {
            rest.trim_end_matches(")]").clone_into(&mut told);
        }
        if line.starts_with("#[") {
            continue;
        }
        let of = |word: &str| line.strip_prefix("pub ")?.strip_prefix(word)?.strip_prefix(' ');
        let name = |rest: &str| {
            let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            rest[..end].to_owned()
        };
        let mut body = || -> Vec<String> {
            lines
                .by_ref()
                .take_while(|line| *line != "}")
                .map(|line| line.trim().to_owned())
                .collect()
        };
        let found = match (of("struct"), of("enum"), of("type")) {
            (Some(rest), ..) if rest.ends_with('{') => {
                Some((rest, Kind::Structure(fields(&body()))))
            }
            (Some(rest), ..) => rest
                .split_once("(pub ")
                .map(|(_, inner)| (rest, Kind::Same(inner.trim_end_matches(");").to_owned()))),
            (_, Some(rest), _) => Some((rest, Kind::Choice(variants(&body())))),
            (.., Some(rest)) => rest
                .split_once(" = ")
                .map(|(_, kind)| (rest, Kind::Same(kind.trim_end_matches(';').to_owned()))),
            _ => None,
        };
        if let Some((rest, kind)) = found {
            let item = Item { words: joined(&words), told: told.clone(), kind };
            items.insert(name(rest), item);
        }
        words.clear();
        told.clear();
    }
}

fn fields(body: &[String]) -> Vec<(String, String, String, String)> {
    let mut fields = Vec::new();
    let (mut words, mut told) = (Vec::new(), "");
    for line in body {
        if let Some(word) = line.strip_prefix("/// ") {
            words.push(word);
        } else if let Some(rest) = line.strip_prefix("#[serde(") {
            told = rest.trim_end_matches(")]");
        } else if let Some((name, kind)) = line.trim_end_matches(',').split_once(": ") {
            let name = name.trim_start_matches("pub ").to_owned();
            fields.push((name, joined(&words), told.to_owned(), kind.to_owned()));
            words.clear();
            told = "";
        }
    }
    fields
}

fn variants(body: &[String]) -> Vec<(String, String)> {
    let mut variants = Vec::new();
    let mut words = Vec::new();
    for line in body {
        if let Some(word) = line.strip_prefix("/// ") {
            words.push(word);
        } else if !line.starts_with("#[") {
            variants.push((line.trim_end_matches(',').to_owned(), joined(&words)));
            words.clear();
        }
    }
    variants
}

/// Splits a list of types at the top-level commas.
fn parts(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[from..].trim());
    parts
}

/// `StudentT` as `student-t` or `studentt`.
fn renamed(variant: &str, told: &str) -> String {
    if !told.contains("kebab-case") {
        return variant.to_lowercase();
    }
    let mut name = String::new();
    for letter in variant.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

/// The schemas of the types that the summary needs, by name.
#[derive(Default)]
struct Book {
    items: BTreeMap<String, Item>,
    definitions: BTreeMap<String, Value>,
    /// Fields without a doc comment.
    silent: Vec<String>,
}

impl Book {
    fn define(&mut self, name: &str) {
        if self.definitions.contains_key(name) {
            return;
        }
        self.definitions.insert(name.to_owned(), Value::Null);
        let item = self.items.get(name).unwrap_or_else(|| panic!("no source of {name}")).clone();
        let definition = match &item.kind {
            Kind::Structure(_) => self.object(name, &item, &BTreeMap::new()),
            Kind::Choice(variants) => {
                let variants: Vec<Value> = variants
                    .iter()
                    .map(|(variant, words)| {
                        json!({ "const": renamed(variant, &item.told), "description": words })
                    })
                    .collect();
                json!({ "description": item.words, "oneOf": variants })
            }
            Kind::Same(kind) => described(self.of(kind, &BTreeMap::new()), &item.words),
        };
        self.definitions.insert(name.to_owned(), definition);
    }

    fn object(&mut self, name: &str, item: &Item, arguments: &BTreeMap<String, Value>) -> Value {
        let Kind::Structure(fields) = &item.kind else { panic!("{name} has no fields") };
        let (mut properties, mut required) = (Map::new(), Vec::new());
        // What the game names itself: any other field.
        let mut others = Vec::new();
        for (id, meaning, told, kind) in fields {
            if told == "skip" {
                continue;
            }
            if meaning.is_empty() {
                self.silent.push(format!("{name}.{id}"));
            }
            if told.starts_with("flatten") {
                let each = self.of(kind, arguments)["additionalProperties"].clone();
                others.push(described(each, meaning));
                continue;
            }
            let kind = self.of(kind, arguments);
            properties.insert(id.clone(), described(kind, meaning));
            if !told.contains("default") {
                required.push(id.clone());
            }
        }
        let others = match others.len() {
            0 => false.into(),
            1 => others.remove(0),
            _ => json!({ "anyOf": others }),
        };
        json!({
            "description": item.words, "type": "object", "properties": properties, "required": required,
            "additionalProperties": others,
        })
    }

    fn of(&mut self, kind: &str, arguments: &BTreeMap<String, Value>) -> Value {
        let inside = |open: &str, close: char| kind.strip_prefix(open)?.strip_suffix(close);
        if let Some((item, length)) = inside("[", ']').and_then(|array| array.split_once("; ")) {
            let length: usize = length.parse().unwrap();
            let items = self.of(item, arguments);
            return json!({ "type": "array", "items": items, "minItems": length, "maxItems": length });
        }
        if let Some(tuple) = inside("(", ')') {
            let items: Vec<Value> =
                parts(tuple).into_iter().map(|part| self.of(part, arguments)).collect();
            let length = items.len();
            return json!({
                "type": "array", "prefixItems": items, "minItems": length, "maxItems": length
            });
        }
        let (name, given) = match kind.split_once('<') {
            Some((name, rest)) => (name, rest.strip_suffix('>').map_or_else(Vec::new, parts)),
            None => (kind, Vec::new()),
        };
        let given: Vec<Value> = given.into_iter().map(|part| self.of(part, arguments)).collect();
        self.named(name, &given, arguments)
    }

    fn named(&mut self, name: &str, parts: &[Value], arguments: &BTreeMap<String, Value>) -> Value {
        if let Some(given) = arguments.get(name) {
            return given.clone();
        }
        match name {
            "f64" => json!({ "type": "number" }),
            "u8" | "u16" | "u32" | "u64" => json!({ "type": "integer", "minimum": 0 }),
            "i32" | "i64" => json!({ "type": "integer" }),
            "bool" => json!({ "type": "boolean" }),
            "String" => json!({ "type": "string" }),
            "Vec" => json!({ "type": "array", "items": parts[0] }),
            "Option" => json!({ "anyOf": [parts[0], { "type": "null" }] }),
            // Keys are strings in every map of a summary.
            "BTreeMap" => json!({ "type": "object", "additionalProperties": parts[1] }),
            "Named" => json!({ "type": "object", "additionalProperties": parts[0] }),
            "BySide" => {
                let item = self.items[name].clone();
                let given = BTreeMap::from([("T".to_owned(), parts[0].clone())]);
                self.object(name, &item, &given)
            }
            _ => {
                self.define(name);
                json!({ "$ref": format!("#/$defs/{name}") })
            }
        }
    }
}

/// A schema with the doc comment of its field.
fn described(mut schema: Value, meaning: &str) -> Value {
    if let Some(object) = schema.as_object_mut()
        && !meaning.is_empty()
    {
        object.insert("description".to_owned(), meaning.into());
    }
    schema
}

fn schema() -> (Value, Vec<String>) {
    let mut book = Book { items: items(), ..Book::default() };
    book.define("Summary");
    let mut top = book.definitions.remove("Summary").expect("it was defined");
    let version = json!({
        "description": top["properties"]["schema"]["description"], "const": Summary::SCHEMA
    });
    top["properties"]["schema"] = version;
    top["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    top["title"] = "summary.json of a Dropzone run".into();
    top["$defs"] = serde_json::to_value(&book.definitions).unwrap();
    (top, book.silent)
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
    let kind = schema["type"].as_str().unwrap_or_else(|| panic!("{at}: no type in {schema}"));
    let right = match kind {
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64() && schema.get("minimum").is_none(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{at}: {other}"),
    };
    if !right {
        found.push(format!("{at}: {value} is no {kind}"));
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
    let (schema, _) = schema();
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
    let (schema, silent) = schema();
    assert_eq!(silent, Vec::<String>::new(), "fields that nothing is said of");
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
