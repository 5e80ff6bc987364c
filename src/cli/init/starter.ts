import { TYPE_NAMES } from "../../matcher/types/registry.ts";

/** The rules file that `init` writes. It is complete, and its examples pass. */
export const STARTER = `# Rules for normalizer. Each rule describes a whole line of a log, from its first character to its last, and the output
# that replaces it. A line that no rule matches passes unchanged. If several rules match a line, the most specific one
# wins. The order of the rules decides only between equally specific ones.
#
#   normalizer --rules rules.yaml app.log         rewrite a log
#   normalizer check rules.yaml app.log           run the examples below, and match the log
#   normalizer why --rules rules.yaml app.log     explain why each line matches or does not

rules:
  # 2025-05-04 10:00:02 INFO GET /orders took 12 ms
  - name: request
    pattern:
      - field: timestamp # a date and time, which may contain a space
      - text: " " # exactly as in the line; quotes keep the spaces
      - field: level
        values: [DEBUG, INFO, WARN, ERROR]
        transform: lowercase
      - text: " "
      - field: method
        parser: word
      - text: " "
      - field: path # any text, up to the next element
      - text: " took "
      - field: ms
        parser: number # or ${TYPE_NAMES.slice(1).join(", ")}
      - text: " ms"
    # Fields that are not mentioned here are dropped. The time and the duration differ from run to run.
    output: "{level} {method} {path}"
    examples: # lines that this rule must win, with the expected output
      - line: 2025-05-04 10:00:02 INFO GET /orders took 12 ms
        output: info GET /orders
    not: # lines that it must not win
      - 2025-05-04 10:00:02 INFO ready

  # 2025-05-04 10:00:02 ERROR [worker-1] no connection, and the stack trace below it
  - name: error
    pattern:
      - field: timestamp
      - text: " ERROR "
      - optional: # may be missing
          - text: "["
          - field: thread
          - text: "] "
      - field: message
    output: "error {message}"
    sequence:
      followers: # lines that belong to the line before them
        - pattern:
            - text: "    at "
            - field: frame
          output: "    at {frame}"
    examples:
      - line: 2025-05-04 10:00:02 ERROR [worker-1] no connection
        fields: { thread: worker-1, message: no connection }
      - line: 2025-05-04 10:00:02 ERROR no connection
`;
