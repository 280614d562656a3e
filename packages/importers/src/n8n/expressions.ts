/** A piece of a value of n8n: text, or an expression between braces. */
export type Part = { readonly text: string } | { readonly expression: string }

/** Cuts a value of n8n. Only one that starts with `=` holds expressions. */
export function cutExpression(value: string): Part[] {
  if (!value.startsWith('=')) return value === '' ? [] : [{ text: value }]
  const source = value.slice(1)
  const parts: Part[] = []
  let end = 0
  for (let start = source.indexOf('{{'); start !== -1; start = source.indexOf('{{', end)) {
    const stop = closing(source, start + 2)
    if (stop === -1) break
    if (start > end) parts.push({ text: source.slice(end, start) })
    parts.push({ expression: source.slice(start + 2, stop).trim() })
    end = stop + 2
  }
  if (end < source.length) parts.push({ text: source.slice(end) })
  return parts
}

/** Where `}}` ends an expression: not inside a text, nor inside an object of its own. */
function closing(source: string, from: number): number {
  let depth = 0
  let quote = ''
  for (let at = from; at < source.length; at += 1) {
    const sign = source.charAt(at)
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
      continue
    }
    if (sign === '"' || sign === "'" || sign === '`') quote = isApostrophe(source, at) ? '' : sign
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      if (depth === 0 && source.charAt(at + 1) === '}') return at
      depth = Math.max(0, depth - 1)
    }
  }
  return source.indexOf('}}', from)
}

/** A comment in words may hold one. */
function isApostrophe(source: string, at: number): boolean {
  return source.charAt(at) === "'" && /[a-z]/i.test(source.charAt(at - 1)) && /[a-z]/i.test(source.charAt(at + 1))
}

/** What an expression reads, where it is nothing but a path. */
export type Reading =
  | { readonly from: 'input'; readonly path: readonly string[] }
  | { readonly from: 'node'; readonly node: string; readonly path: readonly string[] }
  | { readonly from: 'now' }

const NODE = /^\$(?:\(|items\(|node\[)\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*(?:,\s*0\s*)?[)\]]/
const DOTTED_NODE = /^\$node\.([A-Za-z_$][\w$]*)/

/** A path such as `$json.a[0].b` or `$('Node').item.json.a`; nothing for what computes. */
export function readPath(expression: string): Reading | undefined {
  const source = wrapped(expression.trim().replace(/;$/, ''))
  if (source === '$now' || source === '$now.toISO()' || source === '$now.toString()') return { from: 'now' }
  const input = /^(?:\$json|\$input\.(?:item|first\(\)|last\(\))\.json|\$input\.params|\$data)/.exec(source)
  if (input) {
    const path = pathIn(source.slice(input[0].length))
    return path && { from: 'input', path }
  }
  const node = NODE.exec(source)
  const name = node ? unescape(node[2] ?? '') : DOTTED_NODE.exec(source)?.[1]
  if (name === undefined) return undefined
  const rest = source.slice((node ?? DOTTED_NODE.exec(source))?.[0].length ?? 0)
  const access = /^(?:\[0\])?(?:\.(?:item|first\(\)|last\(\)|pairedItem\(\)))?\.json/.exec(rest)
  const path = access && pathIn(rest.slice(access[0].length))
  return path ? { from: 'node', node: name, path } : undefined
}

/** `JSON.stringify(x)` of a path is what the path gives in a text anyway. */
function wrapped(source: string): string {
  const ending = ['.toJsonString()', '.toString()'].find((end) => source.endsWith(end))
  if (ending !== undefined) return source.slice(0, -ending.length)
  if (!source.startsWith('JSON.stringify(') || !source.endsWith(')')) return source
  const inner = source.slice('JSON.stringify('.length, -1)
  const comma = inner.indexOf(',')
  return (comma === -1 || !/^,[ \dnul,]{0,20}$/.test(inner.slice(comma)) ? inner : inner.slice(0, comma)).trim()
}

/** `.a["b c"][0]?.d` as names; nothing where anything else stands there. */
function pathIn(source: string): string[] | undefined {
  const path: string[] = []
  const part = /\??\.([A-Za-z_$][\w$]*)|(?:\?\.)?\[\s*(?:(\d+)|(['"`])((?:\\.|(?!\3)[^\\])*)\3)\s*\]/y
  let at = 0
  while (at < source.length) {
    part.lastIndex = at
    const found = part.exec(source)
    if (!found) return undefined
    path.push(found[1] ?? found[2] ?? unescape(found[4] ?? ''))
    at = part.lastIndex
  }
  // A name that the grammar of references can't hold.
  return path.every((name) => !/[.[\]{}\\]/.test(name) && name.trim() !== '') ? path : undefined
}

function unescape(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1')
}

/** The nodes that code or an expression speaks of. */
export function nodesIn(source: string): string[] {
  const names = new Set<string>()
  for (const [, , name = ''] of source.matchAll(/\$(?:\(|items\(|node\[)\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g))
    names.add(unescape(name))
  for (const [, name = ''] of source.matchAll(/\$node\.([A-Za-z_$][\w$]*)/g)) names.add(name)
  return [...names]
}

/** Whether brackets and quotes are closed: what is not can't run. */
export function isBalanced(source: string): boolean {
  const open: string[] = []
  let quote = ''
  for (let at = 0; at < source.length; at += 1) {
    const sign = source.charAt(at)
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
      else if (quote === '/' && sign === '\n') return true
      continue
    }
    if (sign === '/' && source.charAt(at + 1) === '/') at = lineEnd(source, at)
    else if (sign === '/' && source.charAt(at + 1) === '*') at = Math.max(at, source.indexOf('*/', at + 2) + 1)
    // Whether a slash divides or begins a pattern takes a whole parser: code with patterns is taken at its word.
    else if (sign === '/' && /[(=,:[!&|?{};\n\s]/.test(source.charAt(at - 1))) return true
    else if (sign === '"' || sign === "'" || sign === '`') quote = sign
    else if (sign === '(' || sign === '[' || sign === '{') open.push(sign)
    else if (sign === ')' || sign === ']' || sign === '}') {
      if (`${open.pop() ?? ''}${sign}`.search(/^(?:\(\)|\[\]|\{\})$/) === -1) return false
    }
  }
  return open.length === 0 && quote === ''
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at)
  return end === -1 ? source.length : end
}
