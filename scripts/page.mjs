// Makes the file from which `normalizer report` makes its pages. Comments mark where the command inserts what it knows.
import { createHash } from "node:crypto";

const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * The page with its one script and its one style. The policy allows these two and nothing else: no other script, no
 * request, no form; and it has the browser refuse all ways to make markup of text.
 */
export function pageFile({ script, style }) {
  // What ends an element in HTML would end it inside a string, too.
  const code = script.replaceAll("</script", "<\\/script");
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(code)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><!--title--></title>
<style>${style}</style>
</head>
<body>
<section id="summary"><!--summary--></section>
<noscript><!--figures--></noscript>
<script type="application/json" id="data"><!--data--></script>
<script>${code}</script>
</body>
</html>
`;
}
