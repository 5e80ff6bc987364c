// A real Chromium for tests, where there is one.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

const path = (process.env.PATH ?? "")
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find(existsSync);

/** Why tests in a browser are skipped; undefined if they run. With REQUIRE_CHROMIUM they fail where there is none. */
export const WHY_SKIPPED =
  path === undefined && process.env.REQUIRE_CHROMIUM === undefined
    ? `there is no Chromium in the PATH (${NAMES.join(", ")})`
    : undefined;

/** Starts the browser. Without a sandbox, in which it does not run as root. */
export function launchChromium(): Promise<Browser> {
  if (path === undefined) throw new Error(`no Chromium in the PATH: ${NAMES.join(", ")}`);
  // With the scroll bars that people have.
  const options = { chromiumSandbox: false, ignoreDefaultArgs: ["--hide-scrollbars"] };
  return chromium.launch({ executablePath: path, ...options });
}
