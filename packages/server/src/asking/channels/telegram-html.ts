const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]{0,30})/
const DEEPEST = 4

/** Markdown in the few marks that Telegram knows. What it has no mark for stays readable as it stands. */
export function telegramHtml(markdown: string): string {
  const shown: string[] = []
  let code: { mark: string; language: string; lines: string[] } | undefined
  for (const line of markdown.split('\n')) {
    const [, mark, language = ''] = FENCE.exec(line) ?? []
    if (code) {
      if (mark !== undefined && line.trim() === mark && mark.startsWith(code.mark)) {
        shown.push(block(code))
        code = undefined
      } else code.lines.push(line)
    } else if (mark === undefined) shown.push(lineHtml(line))
    else code = { mark, language, lines: [] }
  }
  if (code) shown.push(block(code))
  return shown.join('\n')
}

function block({ language, lines }: { language: string; lines: string[] }): string {
  const text = escapeHtml(lines.join('\n'))
  return language === '' ? `<pre>${text}</pre>` : `<pre><code class="language-${language}">${text}</code></pre>`
}

function lineHtml(line: string): string {
  const [, heading] = /^#{1,6} (.*)$/.exec(line) ?? []
  if (heading !== undefined) return `<b>${inlineHtml(heading.trim(), 1)}</b>`
  const [, indent, item] = /^( *)[-*+] (.*)$/.exec(line) ?? []
  if (indent !== undefined && item !== undefined) return `${indent}• ${inlineHtml(item.trimStart(), 0)}`
  return inlineHtml(line, 0)
}

const PAIRS: readonly { mark: string; tag: string }[] = [
  { mark: '**', tag: 'b' },
  { mark: '__', tag: 'b' },
  { mark: '~~', tag: 's' },
  { mark: '*', tag: 'i' },
  { mark: '_', tag: 'i' },
]

function inlineHtml(text: string, depth: number): string {
  let shown = ''
  for (let at = 0; at < text.length;) {
    const found = markedAt(text, at, depth)
    shown += found ? found.html : escapeHtml(text.charAt(at))
    at = found ? found.end : at + 1
  }
  return shown
}

function markedAt(text: string, at: number, depth: number): { html: string; end: number } | undefined {
  const first = text.charAt(at)
  if (first === '\\' && /[\\`*_~[\]()#+.!-]/.test(text.charAt(at + 1))) {
    return { html: escapeHtml(text.charAt(at + 1)), end: at + 2 }
  }
  if (first === '`') {
    const end = text.indexOf('`', at + 1)
    return end < 0 ? undefined : { html: `<code>${escapeHtml(text.slice(at + 1, end))}</code>`, end: end + 1 }
  }
  if (depth >= DEEPEST) return undefined
  if (first === '[') return linkAt(text, at, depth)
  const pair = PAIRS.find(({ mark }) => text.startsWith(mark, at))
  return pair && pairAt(text, at, { ...pair, depth })
}

function pairAt(
  text: string,
  at: number,
  { mark, tag, depth }: { mark: string; tag: string; depth: number },
): { html: string; end: number } | undefined {
  const begin = at + mark.length
  // Within a word an underscore is a part of it, and before a blank a star is one of its own.
  if (/\s/.test(text.charAt(begin)) || (mark.startsWith('_') && isWord(text.charAt(at - 1)))) return undefined
  const end = text.indexOf(mark, begin + 1)
  if (end < 0 || /\s/.test(text.charAt(end - 1))) return undefined
  if (mark.startsWith('_') && isWord(text.charAt(end + mark.length))) return undefined
  return { html: `<${tag}>${inlineHtml(text.slice(begin, end), depth + 1)}</${tag}>`, end: end + mark.length }
}

function linkAt(text: string, at: number, depth: number): { html: string; end: number } | undefined {
  const middle = text.indexOf('](', at + 1)
  const end = middle < 0 ? -1 : text.indexOf(')', middle + 2)
  if (end < 0) return undefined
  const address = text.slice(middle + 2, end).trim()
  if (!/^https?:\/\/[^\s<>]+$/i.test(address)) return undefined
  const words = inlineHtml(text.slice(at + 1, middle), depth + 1)
  return { html: `<a href="${escapeHtml(address).replaceAll('"', '&quot;')}">${words}</a>`, end: end + 1 }
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character)
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
