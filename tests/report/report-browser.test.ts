// The page of `normalizer report` in a real Chromium: what people do with it, and what a hostile log cannot do.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Locator, Page, ViewportSize } from "playwright-core";
import { Processor } from "../../src/index.ts";
import { launchChromium, WHY_SKIPPED } from "../support/chromium.ts";
import { caseCount, shareOf, someOf } from "../support/property.ts";
import { HOSTILE, log, RELEASES, RULES, reportPage } from "../support/report-page.ts";
import { suite } from "../support/suite.ts";

/** So many lines that those with another output are more than a view shows at first. */
const LINES = 250;
const FILES = { "rules.yaml": RULES, "a.log": log(LINES), "b.log": log(40, "05") };
const EVERYTHING = ["-r", "rules.yaml", "--against", "b.log", "--by", "id", "a.log"];
/** More lines than a view shows at first, and no more: axe takes its time for each element. */
const FEW = { ...FILES, "a.log": log(120) };
const EDITED = RULES.replace('output: "{level} GET {path}"', 'output: "{path}"');
const BROKEN = RULES.replace('output: "idle"', 'output: "{sinse}"');
const VIEWPORT = { width: 1280, height: 800 };
/** A machine with other work may be slow. */
const PATIENCE = 60_000;

suite(
  "the page in Chromium",
  (test) => {
    let browser: Browser | undefined;
    const pages = new Map<string, Promise<string>>();
    test.before(async () => {
      browser = await launchChromium();
    });
    test.after(async () => {
      await browser?.close();
    });

    /** The address of a report. Those of the same files and arguments are written once. */
    const address = (args = EVERYTHING, files: Parameters<typeof reportPage>[0] = FILES): Promise<string> => {
      const key = JSON.stringify([args, files]);
      const known = pages.get(key) ?? reportPage(files, args).then(({ path }) => pathToFileURL(path).href);
      pages.set(key, known);
      return known;
    };

    /** Tests share a page for each set of options, because a new context takes longer than most of them. */
    const shared = new Map<string, Promise<Page>>();
    const pageWith = (options: BrowserContextOptions): Promise<Page> => {
      const key = JSON.stringify(options);
      const page = shared.get(key) ?? newPage(options);
      shared.set(key, page);
      return page;
    };
    const newPage = async (options: BrowserContextOptions): Promise<Page> => {
      const permissions = ["clipboard-read", "clipboard-write"];
      const context = await browser!.newContext({ permissions, ...options });
      context.setDefaultTimeout(PATIENCE);
      return context.newPage();
    };

    /** Loads the page anew and gives it to the test. No test may cause a request, a dialog or an error. */
    const opened = async (
      href: string,
      use: (page: Page) => Promise<void>,
      { viewport = VIEWPORT, ...options }: BrowserContextOptions & { readonly viewport?: ViewportSize } = {},
    ): Promise<void> => {
      const page = await pageWith(options);
      await page.setViewportSize(viewport);
      const faults: string[] = [];
      page.on("request", (request) => {
        if (request.url().replace(/#.*/, "") !== href && !/^(?:blob|data):/.test(request.url()))
          faults.push(`request ${request.url()}`);
      });
      page.on("dialog", (dialog) => {
        faults.push(`dialog ${dialog.message()}`);
        dialog.dismiss().catch(() => {});
      });
      page.on("pageerror", (error) => faults.push(`error ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(`console ${message.text()}`);
      });
      try {
        await page.goto(href);
        await use(page);
        assert.deepEqual(faults, []);
      } finally {
        for (const type of ["request", "dialog", "pageerror", "console"]) page.removeAllListeners(type);
      }
    };

    /** Tests of the page that none of the others needs: a browser takes long for each, and they are always the same. */
    const others: [name: string, handler: () => Promise<void>][] = [];
    const sometimes = (name: string, handler: () => Promise<void>): void => void others.push([name, handler]);

    test("leads to lines without a rule only if there are some", async () => {
      for (const [log, count] of [
        ["a b\n", 0],
        ["a b\nc\n", 1],
      ] as const) {
        const files = { "rules.yaml": 'rules: [{ name: a, pattern: "a {b}", output: a }]', "d.log": log };
        await opened(await address(["-r", "rules.yaml", "d.log"], files), async (page) => {
          await page.locator("main .rate").waitFor();
          assert.equal(await page.getByText("All lines without a rule").count(), count);
        });
      }
    });

    test("shows what an edit changes: the old and the new output of each line", async () => {
      const [old, next] = [new Processor({ rules: RULES }), new Processor({ rules: EDITED })];
      const changed = FILES["a.log"]
        .split("\n")
        .map((line) => [old.normalize(line)?.output, next.normalize(line)?.output])
        .filter(([a, b]) => a !== b);
      assert.ok(changed.length > 100);
      await opened(await address(), async (page) => {
        await edit(page, EDITED);
        await view(page, "Your changes").click();
        const pairs = page.locator("main .change");
        // On a busy machine the page takes a while to show them.
        await pairs.nth(Math.min(100, changed.length) - 1).waitFor({ state: "attached" });
        const shown = await pairs.evaluateAll((rows) =>
          rows.map((row) => [".old code", ".new code"].map((part) => row.querySelector(part)!.textContent)),
        );
        assert.ok(shown.length >= 100 || shown.length === changed.length, `${shown.length} of ${changed.length}`);
        assert.deepEqual(shown, changed.slice(0, shown.length));
        assert.match(
          (await page.locator("main").textContent())!,
          new RegExp(`${changed.length} of the ${LINES} lines`),
        );
        // All of them, on demand.
        while ((await page.locator("main .more").count()) > 0) await page.locator("main .more").first().click();
        assert.equal(await pairs.count(), changed.length);
      });
    });

    sometimes("shows question marks for pseudonyms, and says that they need a key", async () => {
      await opened(await address(), async (page) => {
        await view(page, /^idle\d?/).click();
        await edit(
          page,
          RULES.replace('"idle {since}"', '["idle ", { field: since, transform: pseudonym }]').replace(
            'output: "idle"',
            'output: "idle {since}"',
          ),
        );
        await page.getByText("pseudonyms need a key, which is not in this page").waitFor();
      });
    });

    sometimes("shows an edit in the view that is open, letter by letter", async () => {
      await opened(await address(), async (page) => {
        await view(page, /^request\d/).click();
        await page.locator("main h1", { hasText: "request" }).waitFor();
        const at = RULES.indexOf("{level} GET");
        await rules(page).evaluate((area, at) => {
          (area as HTMLTextAreaElement).focus();
          (area as HTMLTextAreaElement).setSelectionRange(at, at);
        }, at);
        await page.keyboard.type("now ");
        const row = page.locator("main details.row").first();
        await row.locator("summary .number").click();
        await row.locator(".output", { hasText: "now WARN GET /orders" }).waitFor();
      });
    });

    sometimes("shows mistakes with message and help, keeps the last result, and takes the edits back", async () => {
      await opened(await address(), async (page) => {
        await view(page, /^All lines/).click();
        const before = await page.locator("main .row summary").allTextContents();
        await edit(page, BROKEN);
        const mistakes = page.getByRole("list", { name: "Problems in the rules" });
        await mistakes.getByText("sinse").first().waitFor();
        const text = (await mistakes.textContent())!;
        assert.match(text, /Line 11, column \d+/);
        assert.match(text, /UNKNOWN_PLACEHOLDER/);
        assert.match(text, /since/);
        assert.deepEqual(await page.locator("main .row summary").allTextContents(), before);
        assert.ok(await page.getByText("The rules do not load as they are now").isVisible());
        await mistakes.getByRole("button").first().click();
        const selected = await rules(page).evaluate((area) => {
          const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement;
          return value.slice(selectionStart, selectionEnd);
        });
        assert.match(selected, /sinse/);
        await page.getByRole("button", { name: "Revert" }).click();
        // A page that takes long for an edit waits for the next one.
        await page.locator(".editor button:disabled", { hasText: "Revert" }).waitFor();
        assert.equal(await rules(page).inputValue(), RULES);
        assert.equal(await mistakes.locator("li").count(), 0);
        assert.equal(await view(page, "Your changes").count(), 0);
      });
    });

    sometimes("shows and edits each of several rules files", async () => {
      const more = 'rules:\n  - { name: greeting, pattern: "hello {name}", output: "{name}" }\n';
      const args = ["-r", "rules.yaml", "-r", "more.yaml", "a.log"];
      await opened(await address(args, { ...FILES, "more.yaml": more }), async (page) => {
        const [first, second] = [page.locator("#rules"), page.locator("#rules2")];
        const list = page.locator("section.editor select:visible");
        await first.waitFor();
        assert.equal(await second.isVisible(), false);
        await view(page, /^greeting/).click();
        await second.waitFor();
        assert.equal(await first.isVisible(), false);
        assert.match((await page.locator("main .sub").first().textContent())!, /in more\.yaml$/);
        await page.getByRole("button", { name: "Show in the rules" }).click();
        const selected = await second.evaluate((area) => {
          const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement;
          return value.slice(selectionStart, selectionEnd);
        });
        assert.match(selected, /^name: greeting/);

        await second.fill(more.replace('"{name}" }', '"{nmae}" }'));
        const mistakes = page.locator("section.editor:visible .problems");
        await mistakes.getByText("nmae").first().waitFor();
        assert.match((await mistakes.textContent())!, /^Line 2, column \d+/);
        await list.selectOption({ label: "rules.yaml" });
        await first.waitFor();
        await page.locator("section.editor:visible .status", { hasText: "more.yaml does not load" }).waitFor();
        assert.equal(await mistakes.locator("li").count(), 0);
        await list.selectOption({ label: "more.yaml" });
        await second.fill(more.replace('"{name}" }', '"dear {name}" }'));
        await page.locator("main .pattern", { hasText: "dear" }).waitFor();

        await go(page, "#unmatched");
        await page.locator("main .template").first().getByRole("button", { name: "Draft a rule" }).click();
        await page.waitForFunction(() => /^#rule/.test(location.hash));
        assert.equal(await first.inputValue(), RULES);
        assert.match(await second.inputValue(), /dear \{name\}" \}\n +- name: /);
        assert.equal(await page.locator("main .row").first().isVisible(), true);
      });
    });

    sometimes("copies the rules as they are, and saves them under their name", async () => {
      await opened(await address(), async (page) => {
        await edit(page, EDITED);
        await page.getByRole("button", { name: "Copy" }).click();
        await page.getByText("copied").waitFor();
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), EDITED);
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: "Download" }).click(),
        ]);
        assert.equal(download.suggestedFilename(), "rules.yaml");
        assert.equal(readFileSync(await download.path(), "utf8"), EDITED);
      });
    });

    sometimes("drafts a rule for lines without one, which wins them and can be undone", async () => {
      await opened(await address(), async (page) => {
        await go(page, "#unmatched");
        const template = page.locator("main .template").first();
        // A template that is seen gets its button when the draft is made.
        await template.getByRole("button", { name: "Draft a rule" }).waitFor();
        const count = Number(await template.locator(".number").first().textContent());
        await template.getByRole("button", { name: "Draft a rule" }).click();
        await page.waitForFunction(() => /^#rule/.test(location.hash));
        const drafted = await rules(page).inputValue();
        assert.ok(drafted.startsWith(RULES.trimEnd()) && drafted.length > RULES.length);
        await page.locator("main .row").first().waitFor();
        assert.match((await page.locator("main .sub").first().textContent())!, new RegExp(`^${count} lines? of`));
        assert.equal(await page.locator(".problems li").count(), 0);
        await rules(page).focus();
        await page.keyboard.press("Control+z");
        assert.equal(await rules(page).inputValue(), RULES);
      });
    });

    sometimes("offers no draft that would not win the line, and says why", async () => {
      const rows = ["== 17 ==", "idle hands", "disk is full", ""].map((line) => `${line}\n`).join("");
      await opened(await address(["-r", "rules.yaml", "c.log"], { ...FILES, "c.log": rows }), async (page) => {
        await go(page, "#unmatched");
        const card = (text: string) => page.locator("main .template", { hasText: text });
        await card("disk is full").getByRole("button", { name: "Draft a rule" }).waitFor();
        await card("==").getByText("No rule can be drafted").waitFor();
        assert.equal(await page.getByRole("button", { name: "Draft a rule" }).count(), 1);
        // Nor in a file that takes no rules.
        await edit(page, 'rules: [{ name: a, pattern: "a {b}", output: "{b}" }]\n');
        await card("disk is full").getByText("cannot be added to a list in brackets").waitFor();
        assert.equal(await page.getByRole("button", { name: "Draft a rule" }).count(), 0);
      });
    });

    sometimes("drafts rules with the header of the lines that are pasted", async () => {
      await opened(await address(["--playground"]), async (page) => {
        const lines = ["user 17 has left", "ready", "user 4 has left"].map((text, i) => {
          return `2025-05-04 10:00:0${i} INFO [io-${i}] ${text}\n`;
        });
        await page.getByLabel("Lines of a log", { exact: false }).fill(lines.join(""));
        await page.getByText(/of 3 lines matched/).waitFor();
        await go(page, "#unmatched");
        await page.locator("main .template", { hasText: "ready" }).getByRole("button").click();
        await page.waitForFunction(() => /^#rule/.test(location.hash));
        assert.match(
          await rules(page).inputValue(),
          /\{timestamp:timestamp\} \{level:word\} \[\{thread:word\}\] ready/,
        );
      });
    });

    test("shows the lines of a stack trace that a rule has follow, as they are", async () => {
      const lines = ["failed 17", "java.lang.Error: full", "\tat a.B.c(B.java:1)"];
      const files = {
        "rules.yaml": 'rules: [{ name: a, pattern: "failed {id}", output: "failed", sequence: stack_trace }]',
        "a.log": lines.map((line) => `${line}\n`).join(""),
      };
      await opened(await address(["-r", "rules.yaml", "a.log"], files), async (page) => {
        await go(page, "#lines");
        const rows = page.locator("main details.row");
        await openRows(page);
        await rows.nth(2).locator(".output").waitFor();
        assert.deepEqual(await rows.locator(".output code").allTextContents(), [
          "failed",
          "java.lang.Error: full",
          "\\tat a.B.c(B.java:1)",
        ]);
      });
    });

    sometimes("shows a stack trace as one difference, whose lines open", async () => {
      const trace = "java.lang.Error: <b>full\n\tat a.B.c(B.java:1)\nCaused by: a.B: disk\n\tat a.B.d(B.java:2)\n";
      const files = { "rules.yaml": RULES, "old.log": "idle 1\n", "new.log": `idle 1\n${trace}` };
      await opened(await address(["-r", "rules.yaml", "--against", "old.log", "new.log"], files), async (page) => {
        await go(page, "#differences");
        const change = page.locator("main .change");
        assert.equal(await change.count(), 1);
        assert.match(await change.innerText(), /Caused by: a\.B: disk\s+new\.log:4\s+all 4 lines/);
        await change.locator("summary").focus();
        await page.keyboard.press("Enter");
        await change.getByText("java.lang.Error: <b>full").waitFor();
        assert.deepEqual(await change.locator(".at .number").allTextContents(), ["2", "3", "4", "5"]);
      });
    });

    sometimes("single keys go from line to line and to views, unless something is typed", async () => {
      await opened(await address(), async (page) => {
        await go(page, "#lines");
        const textInFocus = (): Promise<string | null | undefined> =>
          page.evaluate(() => document.activeElement?.textContent);
        for (const key of ["j", "j", "k"]) await page.keyboard.press(key);
        assert.equal(await textInFocus(), await page.locator("main summary").first().textContent());
        await page.keyboard.press("/");
        await page.keyboard.type("juke");
        assert.equal(await page.locator("#filter").inputValue(), "juke");
        await page.locator("main h1").click();
        await page.keyboard.press("u");
        await page.locator("nav a[href='#unmatched'][aria-current]").waitFor();
        await page.keyboard.press("e");
        assert.ok(await rules(page).evaluate((element) => element === document.activeElement));
      });
    });

    sometimes("a playground shows what rules make of lines that are pasted", async () => {
      await opened(await address(["-r", "rules.yaml"]), async (page) => {
        const box = page.getByLabel("Lines of a log", { exact: false });
        await box.fill(FILES["b.log"]);
        const rows = page.locator("main details.row");
        await page.getByText(/90% of 40 lines matched/).waitFor();
        assert.equal(await rows.count(), 40);
        await box.pressSequentially("idle now");
        await page.getByText(/of 41 lines matched/).waitFor();
        assert.ok(await box.evaluate((element) => element === document.activeElement));
        await edit(page, EDITED);
        assert.equal(await box.inputValue(), `${FILES["b.log"]}idle now`);
        await view(page, "Your changes").click();
        await page
          .locator("main .change .new", { hasText: /^\+\/orders$/ })
          .first()
          .waitFor();
      });
      await opened(await address(["--playground"]), async (page) => {
        assert.match(await rules(page).inputValue(), /^rules:$/m);
        assert.match((await page.locator("header").textContent())!, /playground/);
      });
    });

    test("hostile logs and rules stay text: no request, no script, no dialog, no error", async () => {
      await opened(await address(["-r", "rules.yaml", "--by", "a", "a.log"], HOSTILE), async (page) => {
        for (const hash of await views(page)) {
          await go(page, hash);
          await openRows(page);
        }
        await edit(page, HOSTILE["rules.yaml"].replace("{a} <script>", "<img src=x onerror=hacked=1>{a} <script>"));
        await go(page, "#changes");
        await openRows(page);
        await edit(page, `${HOSTILE["rules.yaml"]}<script>hacked=1</script>`);
        const markup = "main script, main img, main b:not(:empty), nav script, nav img, .editor script, .editor img";
        assert.equal(await page.locator(markup).count(), 0);
        assert.equal(await page.evaluate(() => "hacked" in globalThis), false);
        const text = (await page.locator("body").innerText())!;
        assert.ok(!["\u202e", "\u200b", "\xad", "\x07", "\x1b"].some((sign) => text.includes(sign)));
      });
    });

    test("the policy refuses markup made of text, scripts and requests", async () => {
      const page = await pageWith({});
      await page.goto(await address());
      const refused = await page.evaluate(async () => {
        const fails = (action: () => unknown): boolean => {
          try {
            action();
            return false;
          } catch {
            return true;
          }
        };
        const script = document.createElement("script");
        const markup = fails(() => {
          document.body.innerHTML = "<b>no</b>";
        });
        const code = fails(() => {
          script.text = "globalThis.hacked = 1";
        });
        script.append("globalThis.hacked = 1");
        fails(() => document.body.append(script));
        const image = new Image();
        const loaded = new Promise((resolve) => {
          image.onload = () => resolve(true);
          image.onerror = () => resolve(false);
        });
        image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
        const fetched = await fetch("data:text/plain,x").then(
          () => true,
          () => false,
        );
        return { markup, code, ran: "hacked" in globalThis, loaded: await loaded, fetched };
      });
      assert.deepEqual(refused, { markup: true, code: true, ran: false, loaded: false, fetched: false });
    });

    sometimes("can be used with the keyboard alone", async () => {
      await opened(await address(), async (page) => {
        // A link of the page focuses what is behind it, the skip link first of all.
        await page.keyboard.press("Tab");
        assert.equal(await focused(page), "Skip to the report");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.activeElement?.id === "main");

        await page.goto(`${await address()}#lines`);
        await page.reload();
        const areas: string[] = [];
        for (let i = 0; i < 60 && areas.at(-1) !== "main"; i++) {
          await page.keyboard.press("Tab");
          const area = await page.evaluate(
            () => document.activeElement?.closest("nav, .editor, header, main, .skip")?.tagName.toLowerCase() ?? "",
          );
          // The text keeps Tab, unless Escape comes before it.
          if (await rules(page).evaluate((element) => element === document.activeElement)) {
            await page.keyboard.press("Escape");
          }
          if (area !== areas.at(-1)) areas.push(area);
        }
        assert.deepEqual(areas, ["a", "nav", "section", "main"]);

        const row = page.locator("main details.row").first();
        await row.locator("summary").focus();
        await page.keyboard.press("Enter");
        await row.locator(".details > *").first().waitFor();
        assert.ok(await row.evaluate((element) => (element as HTMLDetailsElement).open));

        await rules(page).focus();
        await page.keyboard.press("Control+Home");
        await page.keyboard.press("Tab");
        assert.equal(await rules(page).inputValue(), `  ${RULES}`);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Tab");
        assert.equal(await rules(page).evaluate((element) => element === document.activeElement), false);
        assert.equal(await rules(page).inputValue(), `  ${RULES}`);
      });
    });

    for (const colorScheme of someOf(["light", "dark"] as const, "colour schemes")) {
      sometimes(`axe finds nothing in any view, ${colorScheme}`, async () => {
        const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
        const found: string[] = [];
        const examine = async (page: Page, name: string, part = "html"): Promise<void> => {
          await openRows(page, 3);
          const violations = await page.evaluate(async (part) => {
            const { violations } = await (globalThis as unknown as { axe: typeof import("axe-core") }).axe.run(part, {
              resultTypes: ["violations"],
              preload: false,
            });
            return violations.map(
              ({ id, nodes }) =>
                `${id}: ${nodes
                  .slice(0, 3)
                  .map(({ html }) => html.slice(0, 150))
                  .join(" | ")}`,
            );
          }, part);
          found.push(...violations.map((violation) => `${name} ${violation}`));
        };
        let examined: string[] = [];
        await opened(
          await address(EVERYTHING, FEW),
          async (page) => {
            await page.emulateMedia({ colorScheme });
            await page.evaluate(axe);
            const hashes = await views(page);
            examined = someOf([...hashes, "#changes", "mistakes", "playground", "releases"], colorScheme);
            for (const hash of hashes.filter((hash) => examined.includes(hash))) {
              await go(page, hash);
              await examine(page, hash, "main");
            }
            if (examined.includes("#changes")) {
              await edit(page, EDITED);
              await go(page, "#changes");
              await examine(page, "#changes");
            }
            if (examined.includes("mistakes")) {
              await edit(page, BROKEN);
              await examine(page, "mistakes");
            }
          },
          { bypassCSP: true },
        );
        if (examined.includes("playground")) {
          await opened(
            await address(["--playground"]),
            async (page) => {
              await page.evaluate(axe);
              await page.getByLabel("Lines of a log", { exact: false }).fill("one line\nanother");
              await examine(page, "playground");
            },
            { bypassCSP: true },
          );
        }
        if (examined.includes("releases")) {
          await opened(
            await address(["-r", "rules.yaml", "--against", "old.log", "--by", "id", "new.log"], RELEASES),
            async (page) => {
              await page.emulateMedia({ colorScheme });
              await page.evaluate(axe);
              assert.ok(
                (await page.getByRole("img", { name: /^Distribution, ms of paid/ }).boundingBox())!.width > 200,
              );
              await examine(page, "releases", "#claimed");
            },
            { bypassCSP: true },
          );
        }
        assert.deepEqual(found, []);
      });
    }

    sometimes("the text area and the coloured text below it agree to the pixel", async () => {
      const more = RULES.replace(/^rules:\n/, "");
      const text = `${RULES}# ${"a comment, longer than the editor is wide, ".repeat(8)}\n${more.repeat(6)}`;
      await opened(
        await address(["-r", "rules.yaml"]),
        async (page) => {
          await page.emulateMedia({ colorScheme: "light" });
          await edit(page, text);
          const layers = (): Promise<object[]> =>
            page.locator(".editor .text > *").evaluateAll((layers) =>
              layers.map((layer) => {
                const { scrollTop, scrollLeft } = layer;
                const { x, y, width, height } = layer.getBoundingClientRect();
                const { font, tabSize, letterSpacing, paddingTop, paddingLeft } = getComputedStyle(layer);
                return {
                  scrollTop,
                  scrollLeft,
                  x,
                  y,
                  width,
                  height,
                  font,
                  tabSize,
                  letterSpacing,
                  paddingTop,
                  paddingLeft,
                };
              }),
            );
          const aligned = async (): Promise<{ scrollTop: number; scrollLeft: number }> => {
            const [below, area] = await layers();
            assert.deepEqual(below, area);
            return area as { scrollTop: number; scrollLeft: number };
          };
          await aligned();
          // As far as the text area goes, with its scroll bars, and to some place in between.
          for (const place of [100_000, 77]) {
            await rules(page).evaluate((element, place) => element.scrollTo(place, place), place);
            await page.waitForFunction(
              () =>
                document.querySelector(".editor pre")!.scrollTop ===
                document.querySelector(".editor textarea")!.scrollTop,
            );
            const { scrollTop, scrollLeft } = await aligned();
            assert.ok(scrollTop > 0 && scrollLeft > 0);
          }

          // Black letters of one layer, then of the other: the same picture.
          const plain =
            ".editor .text * { color: #000 !important; background: #fff !important; font-style: normal !important; outline: none !important } .coloured div::before { visibility: hidden } .editor .text textarea { caret-color: transparent }";
          await page.addStyleTag({ content: plain });
          const box = await page.locator(".editor .text").boundingBox();
          // Without the scroll bars, which only the text area has.
          const clip = { x: box!.x, y: box!.y, width: box!.width - 20, height: box!.height - 20 };
          const picture = async (style: string): Promise<string> =>
            (await page.screenshot({ clip, style })).toString("base64");
          const below = await picture(".editor .text > textarea { opacity: 0 }");
          const area = await picture(".editor .text > pre { opacity: 0 }");
          const moved = await picture(".editor .text > pre { opacity: 0 } .editor .text > textarea { left: 1px }");
          // Where colours begin and end, letters are rounded to parts of a pixel.
          assert.ok((await difference(page, below, area)) < 0.5);
          assert.ok((await difference(page, below, moved)) > 0.9);
        },
        { bypassCSP: true },
      );
    });

    sometimes("no view scrolls sideways on a phone", async () => {
      await opened(
        await address(),
        async (page) => {
          const wide: string[] = [];
          const examine = async (name: string): Promise<void> => {
            await openRows(page, 3);
            const width = await page.evaluate(() =>
              Math.max(...["html", "main", "nav"].map((part) => document.querySelector(part)!.scrollWidth)),
            );
            if (width > 390) wide.push(`${name}: ${width}`);
          };
          for (const hash of await views(page)) {
            await go(page, hash);
            await examine(hash);
          }
          await rules(page).evaluate((area, text) => {
            (area as HTMLTextAreaElement).value = text;
            area.dispatchEvent(new Event("input"));
          }, EDITED);
          await go(page, "#changes");
          await examine("#changes");
          await page.getByRole("button", { name: "Rules", exact: true }).click();
          assert.ok(await rules(page).isVisible());
          await examine("rules");
          assert.deepEqual(wide, []);
        },
        { viewport: { width: 390, height: 844 } },
      );
    });

    sometimes("on paper all rows are open", async () => {
      await opened(await address(), async (page) => {
        await go(page, "#requests");
        const rows = page.locator("main details.row");
        assert.ok((await rows.count()) > 5);
        await page.pdf();
        const opened = await page.evaluate(() => {
          dispatchEvent(new Event("beforeprint"));
          return [...document.querySelectorAll<HTMLDetailsElement>("main details.row")].map(
            (row) => row.open && row.querySelectorAll("li, p").length > 0,
          );
        });
        assert.ok(opened.every(Boolean), `${opened}`);
        await page.emulateMedia({ media: "print" });
        assert.equal(await page.locator("nav").isVisible(), false);
        assert.equal(await rules(page).isVisible(), false);
        await page.emulateMedia({ media: null });
      });
    });

    test("shows first what is new in a failed run, and what is folded on a click", async () => {
      const step = (i: number): string => `step ${String.fromCharCode(97 + (i % 26), 97 + i / 26)} is done\n`;
      const steps = (from: number, to: number): string =>
        Array.from({ length: to - from }, (_, i) => step(from + i)).join("");
      const frames = Array.from(
        { length: 20 },
        (_, i) => `    at Pool${String.fromCharCode(97 + i)}.get (pool.js:${i})\n`,
      );
      const attack = "error: <img src=x onerror=hacked=1></script><script>hacked=1</script>\n";
      const files = {
        "good.log": steps(0, 60),
        "bad.log": `${steps(0, 30)}${attack}${frames.join("")}${steps(30, 50)}`,
      };
      await opened(await address(["--good", "good.log", "bad.log"], files), async (page) => {
        assert.equal(await page.getByRole("link", { name: "Overview" }).getAttribute("aria-current"), "page");
        assert.equal(await page.locator("main h1").innerText(), "21 lines are worth reading: start with line 31.");
        await page.getByRole("img", { name: /^The lines of bad\.log .*: 71 lines, 21 new$/ }).waitFor();
        assert.match(await page.locator("main .told").innerText(), /error: <img src=x .*\s+line 31: 21 lines/);
        await page.locator("main .stretch .fresh", { hasText: "error: <img" }).waitFor();
        assert.equal(await page.locator("main img, main script").count(), 0);
        await page.getByRole("link", { name: "All that is new" }).click();
        await page.locator("main h1", { hasText: "21 lines to read, in 1 block" }).waitFor();
        const rows = page.locator("main .stretch > .at");
        const numbers = async (): Promise<string[]> => page.locator("main .stretch .at .number").allTextContents();
        assert.equal((await numbers())[0], "28");
        assert.match((await rows.nth(3).textContent())!, /^31\+error: <img/);
        const before = (await numbers()).length;
        await page.locator("main .stretch summary", { hasText: /more lines, \d+–51/ }).click();
        await page.waitForFunction(
          (count) => document.querySelectorAll("main .stretch .at .number").length > count,
          before,
        );
        assert.deepEqual(
          await numbers(),
          Array.from({ length: 27 }, (_, i) => String(28 + i)),
        );
        assert.equal(await page.locator("main img, main script").count(), 0);
        await page.getByText("It ends early").waitFor();
        await page.locator("main h2", { hasText: "Not reached" }).waitFor();
        assert.equal(await rules(page).isVisible(), false);
        await page.locator("button.toggle.rules").click();
        assert.equal(await rules(page).isVisible(), true);
      });
    });

    test("says the main figures where scripts are forbidden, and shows the picture", async () => {
      await opened(
        await address(),
        async (page) => {
          const text = await page.locator("body").innerText();
          assert.match(text, /lines are new and \d+ gone: start with /);
          const picture = page.getByRole("img", { name: /^The lines of a\.log over time/ });
          assert.ok((await picture.boundingBox())!.width > 300);
          assert.match(text, new RegExp(`Lines\\s+${LINES}\\b`));
          assert.match(text, new RegExp(`Lines matched\\s+${LINES - Math.floor(LINES / 9)}\\b`));
          assert.match(text, /NOTICE disk # at # %/);
          assert.equal(await page.locator("textarea").count(), 0);
        },
        { javaScriptEnabled: false },
      );
    });

    sometimes("answers a keystroke soon", async () => {
      const rule = (i: number): string =>
        `  - { name: rule ${i}, pattern: "{timestamp} {level:INFO|WARN} [{id}] task ${i} of {user} took {ms:number} ms", output: "{level} task ${i}" }\n`;
      const lines = shareOf(1000);
      const files = {
        "rules.yaml": `rules:\n${Array.from({ length: 30 }, (_, i) => rule(i)).join("")}`,
        "long.log": Array.from(
          { length: lines },
          (_, i) => `2026-05-04 10:00:00 INFO [r${i}] task ${i % 31} of ann took ${i % 90} ms\n`,
        ).join(""),
      };
      await opened(await address(["-r", "rules.yaml", "long.log"], files), async (page) => {
        for (const hash of ["#overview", "#rule/3", "#lines"]) {
          await go(page, hash);
          const times = await rules(page).evaluate(async (element, count) => {
            const area = element as HTMLTextAreaElement;
            const times: number[] = [];
            for (let i = 0; i < count; i++) {
              const shown = new Promise<void>((resolve) => {
                const observer = new MutationObserver(() => {
                  observer.disconnect();
                  requestAnimationFrame(() => setTimeout(resolve));
                });
                observer.observe(document.getElementById("main")!, { childList: true });
              });
              const begin = performance.now();
              const at = area.value.lastIndexOf('"');
              area.setRangeText("x", at, at, "end");
              area.dispatchEvent(new Event("input"));
              await shown;
              times.push(performance.now() - begin);
            }
            return times.sort((a, b) => a - b);
          }, caseCount(8));
          const [median, most] = [times[times.length >> 1]!, times.at(-1)!].map((ms) => ms.toFixed(0));
          console.log(`a keystroke in ${hash}, 30 rules, ${lines} lines: median ${median} ms, at most ${most} ms`);
        }
        assert.match(await page.locator(".status").innerText(), /edited/);
      });
    });

    for (const [name, handler] of someOf(others, "the page")) test(name, handler);
  },
  WHY_SKIPPED,
);

/** The rules in the editor. */
function rules(page: Page): Locator {
  return page.getByLabel("Rules", { exact: true });
}

/** Replaces the rules, and waits until the page shows what became of them. */
async function edit(page: Page, text: string): Promise<void> {
  // What the page says of an earlier edit is not what this one waits for.
  await page.locator(".status").evaluate((status) => status.replaceChildren());
  await rules(page).fill(text);
  await page.waitForFunction(() => /edited|does not load/.test(document.querySelector(".status")!.textContent!));
}

/** The link to a view. */
function view(page: Page, name: string | RegExp): Locator {
  return page.locator("nav a", { hasText: name });
}

/** The links to all views. */
function views(page: Page): Promise<string[]> {
  return page
    .locator("nav a[href^='#']")
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href")!))]);
}

async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, hash);
  await page.waitForFunction(
    (hash) => document.querySelector("nav [aria-current]")?.getAttribute("href") === hash,
    hash,
  );
}

/** Opens the first rows of the view. */
async function openRows(page: Page, limit = 20): Promise<void> {
  await page.evaluate(async (limit) => {
    for (const row of [...document.querySelectorAll<HTMLDetailsElement>("main details")].slice(0, limit))
      row.open = true;
    await new Promise((resolve) => setTimeout(resolve));
  }, limit);
}

/** The greatest difference between two pictures of one size in any pixel, from 0 to 1. */
function difference(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (base64) => {
          const image = new Image();
          image.src = `data:image/png;base64,${base64}`;
          await image.decode();
          const { width, height } = image;
          const drawing = new OffscreenCanvas(width, height).getContext("2d")!;
          drawing.drawImage(image, 0, 0);
          return drawing.getImageData(0, 0, width, height).data;
        }),
      );
      return a!.reduce((most, value, i) => Math.max(most, Math.abs(value - b![i]!)), 0) / 255;
    },
    [one, other],
  );
}

/** The text of what is focused. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? "");
}
