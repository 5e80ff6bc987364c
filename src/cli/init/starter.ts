import { TYPE_NAMES } from "../../matcher/types/registry.ts";

/** A rules file to begin from: it is complete, and its examples hold. */
export const STARTER = `# Rules for normalizer. Each describes one whole line of a log, from its first character to its last, and what is
# written in its place. A line that no rule matches passes unchanged. The rule that says most of a line wins; the order
# of the rules decides only between equals.
#
#   normalizer --rules rules.yaml app.log         rewrite a log
#   normalizer check rules.yaml app.log           run the examples below; what the rules make of the log
#   normalizer why --rules rules.yaml app.log     why a line matches, or what it lacks

fields: # what fields of these names are, in all rules
  level: { values: [DEBUG, INFO, WARN, ERROR], transform: lowercase }

rules:
  # 2025-05-04 10:00:02 INFO GET /orders took 12 ms
  - name: request
    # {name} is a field: it captures anything, up to the next text. {name:type} has a type: ${TYPE_NAMES.slice(0, 5).join(", ")},
    # ${TYPE_NAMES.slice(5).join(", ")}; {name:GET|PUT} is one of these texts. A field named timestamp prefers a date and time.
    # All other text is literal. Blanks count, so use quotes.
    pattern: "{timestamp} {level} {method:word} {path} took {ms:number} ms"
    # Fields that the output does not mention are dropped: here what differs from run to run, the time and the duration.
    output: "{level} {method} {path}"
    examples: # lines that this rule must win, and what must come of them
      - line: 2025-05-04 10:00:02 INFO GET /orders took 12 ms
        output: info GET /orders
    not: # lines that it must not win
      - 2025-05-04 10:00:02 INFO ready

  # 2025-05-04 10:00:02 ERROR [worker-1] no connection, and the stack trace below it
  - name: error
    # A pattern can be a list of texts and elements. What is optional may be missing.
    pattern: ["{timestamp} ERROR ", { optional: "[{thread}] " }, "{message}"]
    output: "error {message}"
    sequence:
      followers: # lines that belong to the one before
        - pattern: "    at {frame}"
          output: "    at {frame}"
    examples:
      - line: 2025-05-04 10:00:02 ERROR [worker-1] no connection
        fields: { thread: worker-1, message: no connection }
      - line: 2025-05-04 10:00:02 ERROR no connection
`;
