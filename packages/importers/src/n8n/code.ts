import { quoted } from '../shared/values.ts'
import { cutExpression, isBalanced, nodesIn, type Part } from './expressions.ts'
import { withShim } from './shim.ts'
import type { Source, Use } from './sources.ts'

/** The variables of a step of code. */
export class Variables {
  readonly rows: { variableName: string; variableValue: string }[] = []

  readonly use: Use = (template) => {
    const known = this.rows.find(({ variableValue }) => variableValue === template)
    if (known) return `$${known.variableName}`
    const variableName = `in${this.rows.length}`
    this.rows.push({ variableName, variableValue: template })
    return `$${variableName}`
  }
}

export interface CodeParts {
  /** What the step gets: the first input's items, and those of others. */
  inputs: readonly Source[]
  /** Of a node by its name; nothing for one that has not run by then. */
  sourceOf(node: string): Source | undefined
  workflow: string
}

/** What n8n offers everywhere: each is there only where the code names it. */
const GLOBALS: readonly (readonly [name: string, declaration: string])[] = [
  ['$now', 'const $now = DateTime.now()'],
  ['$today', "const $today = DateTime.now().startOf('day')"],
  ['$runIndex', 'const $runIndex = 0'],
  ['$binary', 'const $binary = {}'],
  ['$env', 'const $env = {}'],
  [
    '$execution',
    "const $execution = { id: $flow.chatId, mode: 'production', resumeUrl: '', customData: { set() {}, get() {} } }",
  ],
  ['$prevNode', "const $prevNode = { name: '', outputIndex: 0, runIndex: 0 }"],
  ['$if', 'const $if = (condition, one, other) => (condition ? one : other)'],
  [
    '$ifEmpty',
    "const $ifEmpty = (value, other) => (value === undefined || value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0) ? other : value)",
  ],
  ['$max', 'const $max = Math.max'],
  ['$min', 'const $min = Math.min'],
  ['$getWorkflowStaticData', 'const $getWorkflowStaticData = () => ({})'],
]

/** The body of a step of code: `work` finds `items`, `inputs` and all that n8n offers to it. */
export function writeCode(work: string, { inputs, sourceOf, workflow }: CodeParts, variables: Variables): string {
  const lines: string[] = [
    `const inputs = [${inputs.map((input) => input.items(variables.use)).join(', ') || '[{}]'}]`,
    'const items = inputs[0]',
  ]
  const names = nodesIn(work)
  if (names.length > 0 || /\$node\b|\$items\(|\$\(/.test(work)) {
    const known = names.map((name) => `${quoted(name)}: ${sourceOf(name)?.items(variables.use) ?? '[]'}`)
    lines.push(`const nodes = { ${known.join(', ')} }`)
  }
  for (const [name, declaration] of GLOBALS) if (work.includes(name)) lines.push(declaration)
  if (work.includes('$workflow'))
    lines.push(`const $workflow = { id: ${quoted(workflow)}, name: ${quoted(workflow)}, active: true }`)
  return withShim([...lines, work].join('\n'))
}

/** What an expression finds about the item it is read for. */
export function itemScope(work: string): string {
  return [
    /\$\(/.test(work) && 'const $ = (name) => accessTo(nodes[name] ?? [], $itemIndex)',
    /\$items\(/.test(work) &&
      'const $items = (name) => (name === undefined ? items : (nodes[name] ?? [])).map((json) => ({ json }))',
    /\$node\b/.test(work) &&
      'const $node = new Proxy({}, { get: (_, name) => accessTo(nodes[name] ?? [], $itemIndex) })',
    /\$input\b/.test(work) && 'const $input = accessTo(items, $itemIndex)',
    /\$data\b/.test(work) && 'const $data = $json',
    /\$position\b/.test(work) && 'const $position = $itemIndex',
  ]
    .filter(Boolean)
    .join('\n')
}

/** A value that code works out of others. */
export class Computed {
  readonly #write: (code: (value: unknown) => string) => string

  constructor(write: (code: (value: unknown) => string) => string) {
    this.#write = write
  }

  /** Nothing where an expression in it is not whole. */
  get code(): string | undefined {
    let isWhole = true
    const code = this.#write((value) => {
      const written = valueCode(value)
      isWhole &&= written !== undefined
      return written ?? "''"
    })
    return isWhole ? code : undefined
  }

  /** So that whoever looks for expressions finds one. */
  toJSON(): string {
    return '={{ }}'
  }
}

/** A value of n8n as JavaScript. Nothing where an expression in it is not whole. */
export function valueCode(value: unknown): string | undefined {
  if (typeof value !== 'string') return quoted(value)
  const parts = cutExpression(value)
  if (parts.some((part) => 'expression' in part && !isBalanced(part.expression))) return undefined
  const [only] = parts
  if (parts.length === 1 && only) return 'text' in only ? quoted(only.text) : `(${cleaned(only.expression)})`
  return parts.length === 0 ? "''" : `[${parts.map(partCode).join(', ')}].join('')`
}

function partCode(part: Part): string {
  if ('text' in part) return quoted(part.text)
  return `[${cleaned(part.expression)}].map((value) => (typeof value === 'object' && value !== null && typeof value.toISO !== 'function' ? JSON.stringify(value) : value))[0]`
}

function cleaned(expression: string): string {
  const plain = expression.replace(/;\s*$/, '')
  return plain === '' ? 'undefined' : plain.includes('//') ? `${plain}\n` : plain
}

/** A value that holds expressions anywhere inside. */
export function deepCode(value: unknown): string | undefined {
  if (value instanceof Computed) return value.code
  if (Array.isArray(value)) {
    const all = value.map((each) => deepCode(each))
    return all.includes(undefined) ? undefined : `[${all.join(', ')}]`
  }
  if (typeof value === 'object' && value !== null) {
    const all = Object.entries(value).map(([key, each]) => [key, deepCode(each)] as const)
    return all.some(([, code]) => code === undefined)
      ? undefined
      : `{ ${all.map(([key, code]) => `[${quoted(key)}]: ${code}`).join(', ')} }`
  }
  return valueCode(value)
}
