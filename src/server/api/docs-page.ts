import { REJECTIONS } from '#src/domain/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { codesOf } from './openapi.ts';
import { messageOf, PROBLEM_CODES, statusOf } from './problem.ts';

/** The page about the API, from the table of its endpoints. It has no script, and loads nothing. */
export function docsPage(endpoints: readonly Endpoint[], publicUrl: string): string {
  const base = `${publicUrl}/api/v1`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sunglow API</title></head>
<body>
<main>
<h1>Sunglow API</h1>
<p>Programs read and change tasks at <code>${escaped(base)}</code>. Add an access token on the
<a href="/app/account">account page</a>, and send it with each request: <code>Authorization: Bearer sgt_...</code>.
Every schema is in <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<pre><code>curl -H "Authorization: Bearer $TOKEN" -G ${escaped(base)}/tasks --data-urlencode "query=today"</code></pre>
<p>A write takes an <code>Idempotency-Key</code>: repeated, it is done once and answers the same.</p>
<h2>Routes</h2>
<table>
<thead><tr><th scope="col">Route</th><th scope="col">Does</th><th scope="col">Scope</th><th scope="col">Codes</th></tr></thead>
<tbody>
${endpoints.map(rowOf).join('\n')}
</tbody>
</table>
<h2>Codes</h2>
<p>A rejected request has a body in the form of RFC 9457, with one of these codes.</p>
<dl>
${PROBLEM_CODES.map(entryOf).join('\n')}
</dl>
</main>
</body>
</html>
`;
}

function rowOf(endpoint: Endpoint): string {
  const { method, path, summary, scope } = endpoint;
  // Every route has the other codes of these kinds.
  const codes = codesOf(endpoint).filter((code) => code in REJECTIONS);
  return `<tr><td><code>${method} ${escaped(path)}</code></td><td>${escaped(summary)}</td><td>${scope}</td><td>${codes.join(', ')}</td></tr>`;
}

function entryOf(code: (typeof PROBLEM_CODES)[number]): string {
  return `<dt id="${code}"><code>${code}</code> (${statusOf(code)})</dt><dd>${escaped(messageOf(code))}</dd>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
