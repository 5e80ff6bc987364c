import { CHANGE_ROWS } from "./support/fault-changes.ts";
import { COMPRESSED_ROWS } from "./support/fault-compressed.ts";
import { INPUT_ROWS } from "./support/fault-inputs.ts";
import { RULES_ROWS } from "./support/fault-rules.ts";
import { faultTests } from "./support/fault-tests.ts";
import { suite } from "./support/suite.ts";

suite("docs/reference/faults.md: What is read", (test) =>
  faultTests(test, "What is read", [...INPUT_ROWS, ...CHANGE_ROWS]));
suite("docs/reference/faults.md: What is compressed", (test) =>
  faultTests(test, "What is compressed", COMPRESSED_ROWS));
suite("docs/reference/faults.md: The rules", (test) => faultTests(test, "The rules", RULES_ROWS));
