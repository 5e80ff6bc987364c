import { CHANGE_ROWS } from "./support/fault-changes.ts";
import { GZIP_ROWS } from "./support/fault-gzip.ts";
import { INPUT_ROWS } from "./support/fault-inputs.ts";
import { RULES_ROWS } from "./support/fault-rules.ts";
import { faultTests } from "./support/fault-tests.ts";
import { suite } from "./support/suite.ts";

suite("when something goes wrong: What is read", (test) =>
  faultTests(test, "What is read", [...INPUT_ROWS, ...CHANGE_ROWS]));
suite("when something goes wrong: What is compressed", (test) => faultTests(test, "What is compressed", GZIP_ROWS));
suite("when something goes wrong: The rules", (test) => faultTests(test, "The rules", RULES_ROWS));
