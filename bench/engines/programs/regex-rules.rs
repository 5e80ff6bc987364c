// The rules as expressions of Rust's `regex` crate: `regex-rules RULES LOG`. RULES is what
// converters/rust-rules.ts writes. An expression is tried only if a set of all of them says that it may match, if that
// is faster on the first lines; otherwise one after the other. Lines are bytes, and captures are read into one place.
use memchr::memchr;
use regex::bytes::{CaptureLocations, Regex, RegexBuilder, RegexSet, RegexSetBuilder};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::time::{Duration, Instant};

/// Both ways are tried on so many lines each.
const TRIAL_LINES: usize = 1000;
const BLOCK_BYTES: usize = 1 << 20;
/// Memory for the states of an automaton. The usual limit is too small for a set of hundreds.
const STATES_BYTES: usize = 256 << 20;

enum Piece {
    Text(Vec<u8>),
    Field {
        groups: Vec<usize>,
        transforms: Vec<String>,
        name: String,
    },
}

struct Rule {
    expression: Regex,
    captures: CaptureLocations,
    output: Vec<Piece>,
}

struct Rules {
    rules: Vec<Rule>,
    set: RegexSet,
    by_set: bool,
    aliases: HashMap<String, HashMap<Vec<u8>, usize>>,
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let mut rules = read_rules(&fs::read(&arguments[1])?);
    rules.choose(&first_lines(&arguments[2])?);
    let mut output = BufWriter::with_capacity(BLOCK_BYTES, io::stdout().lock());
    each_line(&arguments[2], |line| rules.write(line, &mut output))?;
    output.flush()
}

/// The lines of a log without their terminators, until the work returns an error.
fn each_line(path: &str, mut work: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut log = File::open(path)?;
    let mut buffer = vec![0; BLOCK_BYTES];
    let mut length = 0;
    loop {
        if length == buffer.len() {
            buffer.resize(2 * length, 0);
        }
        let count = log.read(&mut buffer[length..])?;
        length += count;
        let mut start = 0;
        while let Some(offset) = memchr(b'\n', &buffer[start..length]) {
            work(without_return(&buffer[start..start + offset]))?;
            start += offset + 1;
        }
        if count == 0 {
            return if start < length {
                work(&buffer[start..length])
            } else {
                Ok(())
            };
        }
        buffer.copy_within(start..length, 0);
        length -= start;
    }
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn first_lines(path: &str) -> io::Result<Vec<Vec<u8>>> {
    let mut start = Vec::new();
    File::open(path)?
        .take(BLOCK_BYTES as u64)
        .read_to_end(&mut start)?;
    let lines = start
        .split(|&byte| byte == b'\n')
        .map(|line| without_return(line).to_vec());
    Ok(lines.take(2 * TRIAL_LINES).collect())
}

fn builder_failed(error: regex::Error) -> ! {
    panic!("{error}")
}

fn read_rules(text: &[u8]) -> Rules {
    let text = std::str::from_utf8(text).expect("rules are UTF-8");
    let mut expressions: Vec<&str> = Vec::new();
    let mut rules: Vec<Rule> = Vec::new();
    for line in text.lines() {
        let (kind, rest) = line.split_at(1);
        match kind {
            "R" => {
                let mut builder = RegexBuilder::new(rest);
                let expression = builder
                    .unicode(false)
                    .dot_matches_new_line(true)
                    .build()
                    .unwrap_or_else(|error| builder_failed(error));
                let captures = expression.capture_locations();
                expressions.push(rest);
                rules.push(Rule {
                    expression,
                    captures,
                    output: Vec::new(),
                });
            }
            "T" => rules
                .last_mut()
                .unwrap()
                .output
                .push(Piece::Text(rest.as_bytes().to_vec())),
            _ => rules.last_mut().unwrap().output.push(read_field(rest)),
        }
    }
    let mut builder = RegexSetBuilder::new(expressions);
    builder
        .unicode(false)
        .dot_matches_new_line(true)
        .size_limit(STATES_BYTES)
        .dfa_size_limit(STATES_BYTES);
    let set = builder
        .build()
        .unwrap_or_else(|error| builder_failed(error));
    Rules {
        rules,
        set,
        by_set: false,
        aliases: HashMap::new(),
    }
}

/// `groups,… transforms,… name`
fn read_field(text: &str) -> Piece {
    let parts: Vec<&str> = text.splitn(3, ' ').collect();
    Piece::Field {
        groups: parts[0]
            .split(',')
            .map(|group| group.parse().unwrap())
            .collect(),
        transforms: parts[1]
            .split(',')
            .filter(|name| !name.is_empty())
            .map(String::from)
            .collect(),
        name: parts[2].to_string(),
    }
}

impl Rules {
    /// Chooses the faster way to find the rule of a line. The first half of the lines warms both up.
    fn choose(&mut self, lines: &[Vec<u8>]) {
        let (warm_up, trial) = lines.split_at(lines.len() / 2);
        let mut times = [Duration::ZERO; 2];
        for by_set in [false, true] {
            self.by_set = by_set;
            for line in warm_up {
                self.find(line);
            }
            let before = Instant::now();
            for line in trial {
                self.find(line);
            }
            times[by_set as usize] = before.elapsed();
        }
        self.by_set = times[1] < times[0];
    }

    /// The first rule that matches, with its captures.
    fn find(&mut self, line: &[u8]) -> Option<usize> {
        if self.by_set {
            let first = self.set.matches(line).into_iter().next()?;
            let Rule {
                expression,
                captures,
                ..
            } = &mut self.rules[first];
            expression.captures_read(captures, line);
            return Some(first);
        }
        let matches = |rule: &mut Rule| {
            rule.expression
                .captures_read(&mut rule.captures, line)
                .is_some()
        };
        self.rules.iter_mut().position(matches)
    }

    fn write(&mut self, line: &[u8], output: &mut impl Write) -> io::Result<()> {
        let Some(found) = self.find(line) else {
            output.write_all(line)?;
            return output.write_all(b"\n");
        };
        let Rule {
            captures,
            output: pieces,
            ..
        } = &self.rules[found];
        for piece in pieces {
            match piece {
                Piece::Text(text) => output.write_all(text)?,
                Piece::Field {
                    groups,
                    transforms,
                    name,
                } => {
                    let captured = groups.iter().find_map(|&group| captures.get(group));
                    let text = captured.map_or(&line[..0], |(from, to)| &line[from..to]);
                    if transforms.is_empty() {
                        output.write_all(text)?;
                    } else {
                        output.write_all(&transformed(
                            text,
                            transforms,
                            name,
                            &mut self.aliases,
                        ))?;
                    }
                }
            }
        }
        output.write_all(b"\n")
    }
}

fn transformed(
    text: &[u8],
    transforms: &[String],
    name: &str,
    aliases: &mut HashMap<String, HashMap<Vec<u8>, usize>>,
) -> Vec<u8> {
    let mut text = text.to_vec();
    for transform in transforms {
        text = match transform.as_str() {
            "lowercase" => text.to_ascii_lowercase(),
            "uppercase" => text.to_ascii_uppercase(),
            "trim" => text.trim_ascii().to_vec(),
            "digits_to_n" => digits_to_n(&text),
            "alias" if text.is_empty() => text,
            "alias" => {
                if !aliases.contains_key(name) {
                    aliases.insert(name.to_string(), HashMap::new());
                }
                let known = aliases.get_mut(name).unwrap();
                let next = known.len() + 1;
                format!("{name}#{}", known.entry(text).or_insert(next)).into_bytes()
            }
            unknown => panic!("no code for the transform {unknown}"),
        }
    }
    text
}

fn digits_to_n(text: &[u8]) -> Vec<u8> {
    let mut changed = Vec::with_capacity(text.len());
    let mut in_digits = false;
    for &byte in text {
        let is_digit = byte.is_ascii_digit();
        if !is_digit {
            changed.push(byte);
        } else if !in_digits {
            changed.push(b'N');
        }
        in_digits = is_digit;
    }
    changed
}
