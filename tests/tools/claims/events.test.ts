import assert from "node:assert/strict";

import { rulebookOf } from "../../../src/run/rulebook.ts";
import { Profiles } from "../../../src/tools/claims/profiles.ts";
import { parseRules } from "../../support/parsed-rules.ts";
import { suite } from "../../support/suite.ts";

const RULES = `fields:
  user: { transform: pseudonym }
rules:
  - name: login
    pattern: "{timestamp} {request} {user} from {host} with {key:uuid}"
    output: "{user} from {host}"
`;

suite("what is compared of lines", (test) => {
  test("is neither a time, an id, a unique value nor what a pseudonym stands for", () => {
    const profiles = new Profiles(rulebookOf(parseRules(Buffer.from(RULES), "rules.yaml")), ["request"]);
    assert.deepEqual(
      profiles.events.at(0).fields.map(({ name }) => name),
      ["host"],
    );
  });
});
