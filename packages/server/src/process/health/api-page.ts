import { errorTable, type ErrorCode, type Route } from '@chatwright/contract'

/** The API as a page a person can read: plain HTML, no script, so that the strictest policy allows it. */
export function apiPage(routes: readonly Route[], version: string): string {
  const groups = new Map<string, Route[]>()
  for (const route of routes) groups.set(route.tag, [...(groups.get(route.tag) ?? []), route])
  const sections = [...groups].sort(([a], [b]) => a.localeCompare(b)).map(([tag, members]) => section(tag, members))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Chatwright API</title>
<style>
  body { font: 15px/1.6 Roboto, system-ui, sans-serif; max-width: 960px; margin: 0 auto; padding: 24px 16px 64px }
  h1 { font-size: 24px; font-weight: 500 } h2 { font-size: 18px; font-weight: 500; margin: 32px 0 8px }
  details { border: 1px solid #8884; border-radius: 12px; margin: 8px 0; padding: 8px 16px }
  summary { cursor: pointer } code { font: 13px/1.5 "Roboto Mono", ui-monospace, monospace }
  .method { display: inline-block; min-width: 64px; font-weight: 700 } .access { float: right; opacity: .75; font-size: 13px }
  table { border-collapse: collapse; width: 100% } td { padding: 4px 8px 4px 0; vertical-align: top }
  pre { overflow: auto; background: #8881; border-radius: 8px; padding: 12px }
</style>
<h1>Chatwright API <small>${escape(version)}</small></h1>
<p>Machine-readable: <a href="openapi.json">openapi.json</a>. <em>owner</em> routes need the login or an API key that may manage
the server; <em>flow</em> routes obey the flow's own key, origins and rate limit; <em>public</em> ones are open.</p>
${sections.join('\n')}
</html>`
}

function section(tag: string, routes: readonly Route[]): string {
  return `<h2>${escape(tag)}</h2>\n${routes.map(entry).join('\n')}`
}

function entry(route: Route): string {
  const path = `${route.base}${route.path}`
  return `<details><summary><span class="access">${route.access}</span><span class="method">${route.method}</span> <code>${escape(path)}</code></summary>
<p>${escape(route.summary)}</p>
<pre><code>${escape(example(route, path))}</code></pre>
${route.errors.length === 0 ? '' : `<table>${route.errors.map(errorRow).join('')}</table>`}</details>`
}

function example(route: Route, path: string): string {
  const lines = [`curl${route.method === 'GET' ? '' : ` -X ${route.method}`} "$CHATWRIGHT${path}"`]
  if (route.access === 'owner') lines.push(`  -H "Authorization: Bearer $API_KEY"`)
  if (route.body && route.consumes !== 'multipart') lines.push(`  -H "Content-Type: application/json"`, `  -d '{…}'`)
  if (route.consumes === 'multipart') lines.push(`  -F "files=@document.pdf"`)
  return lines.join(' \\\n')
}

function errorRow(code: ErrorCode): string {
  return `<tr><td>${errorTable[code].status}</td><td><code>${code}</code></td><td>${escape(errorTable[code].message)}</td></tr>`
}

function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
