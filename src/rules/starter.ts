import { LAW } from "../matcher/precedence.ts";
import { TYPE_NAMES } from "../matcher/types/type-registry.ts";
import { SCHEMA_LINE } from "./write-rule.ts";

/** The rules file that `init` writes. It is complete, and its examples pass. */
export const STARTER = `${SCHEMA_LINE}
# Rules for normalizer. Each rule describes a whole line of a log, from its first character to its last, and the output
# that replaces it. A line that no rule matches passes unchanged. If several rules match a line,
# ${LAW}.
#
#   normalizer --rules rules.yaml app.log         rewrite a log
#   normalizer check rules.yaml app.log           run the examples below, and match the log
#   normalizer why --rules rules.yaml app.log     explain why each line matches or does not
#   normalizer suggest app.log                    write rules like these for a log

fields: # describes fields once for all rules
  level: { values: [DEBUG, INFO, WARN, ERROR], transform: lowercase }

rules:
  # 2025-05-04 10:00:02 INFO GET /orders took 12 ms
  - name: request
    # {name} is a field: it captures any text, up to the next literal. {name:type} has a type:
    # ${TYPE_NAMES.join(", ")}.
    # {name:GET|PUT} is one of these texts. A field named timestamp prefers a date and time. All other text is literal.
    # Quotes keep its spaces.
    pattern: "{timestamp} {level} {method:word} {path} took {ms:number} ms"
    # Fields that are not mentioned here are dropped. The time and the duration differ from run to run.
    output: "{level} {method} {path}"
    examples: # lines that this rule must win, with the expected output
      - line: 2025-05-04 10:00:02 INFO GET /orders took 12 ms
        output: info GET /orders
    not: # lines that it must not win
      - 2025-05-04 10:00:02 INFO ready

  # 2025-05-04 10:00:02 ERROR [worker-1] no connection, and the stack trace below it
  - name: error
    # A pattern can also be a list of texts and elements. An optional element may be missing.
    pattern: ["{timestamp} ERROR ", { optional: "[{thread}] " }, "{message}"]
    output: "error {message}"
    sequence:
      followers: # lines that belong to the line before them
        - pattern: "    at {frame}"
          output: "    at {frame}"
    examples:
      - line: 2025-05-04 10:00:02 ERROR [worker-1] no connection
        fields: { thread: worker-1, message: no connection }
      - line: 2025-05-04 10:00:02 ERROR no connection
`;
