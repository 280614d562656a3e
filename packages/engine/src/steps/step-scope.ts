import { parseJson, type StepReference, type StepRequestName, type StepTemplate } from '@chatwright/core'
import { fillJsonText } from '../json-text.ts'
import type { ValueTree } from './step-flow.ts'

/** What texts of one execution can refer to. */
export interface StepScope {
  readonly request: Readonly<Record<StepRequestName, () => unknown>>
  readonly variables: Readonly<Record<string, string>>
  /** Without those the request brought. */
  readonly ownVariables: Readonly<Record<string, string>>
  readonly flow: Readonly<Record<string, unknown>>
  readonly form: Readonly<Record<string, unknown>> | undefined
  readonly webhook: Readonly<Record<string, unknown>> | undefined
  /** The item that a container works on. */
  readonly item: { readonly value: unknown } | undefined
  /** What a step gave last. */
  outputOf(nodeId: string): Readonly<Record<string, unknown>> | undefined
  /** What the step itself came to, for the rows that change the state. */
  readonly output?: Readonly<Record<string, unknown>>
}

export function fillStepTree(tree: ValueTree, scope: StepScope): unknown {
  if (tree.type === 'leaf') return tree.value
  if (tree.type === 'text') return fillStepTemplate(tree, scope)
  if (tree.type === 'list') return tree.items.map((item) => fillStepTree(item, scope))
  return Object.fromEntries(tree.entries.map(([key, item]) => [key, fillStepTree(item, scope)]))
}

/** A text that is one reference gives the value itself. What stands for nothing is left as it was written. */
function fillStepTemplate({ template, isJson }: { template: StepTemplate; isJson?: true }, scope: StepScope): unknown {
  const [only] = template
  if (template.length === 1 && typeof only === 'object') return lookUp(only, scope) ?? only.source
  const write = (part: StepReference): string => textOf(lookUp(part, scope), part.source)
  if (isJson) return fillJsonText(template, write)
  return template.map((part) => (typeof part === 'string' ? part : write(part))).join('')
}

function lookUp(reference: StepReference, scope: StepScope): unknown {
  switch (reference.type) {
    case 'request':
      return scope.request[reference.name]()
    case 'variable':
      return Object.hasOwn(scope.variables, reference.name) ? scope.variables[reference.name] : undefined
    case 'step': {
      const output = scope.outputOf(reference.nodeId)
      return (
        output &&
        (reference.path ? (valueAt(output, reference.path) ?? insideText(output, reference.path)) : contentOf(output))
      )
    }
    case 'iteration': {
      const { item } = scope
      return item && (typeof item.value === 'string' ? item.value : valueAt(item.value, reference.path))
    }
    case 'output':
      return (
        scope.output && (reference.path.length === 0 ? contentOf(scope.output) : valueAt(scope.output, reference.path))
      )
    default:
      return valueAt(scope[reference.type], reference.path)
  }
}

/** What a step said: its text, or what an HTTP step got. */
export function contentOf(output: Readonly<Record<string, unknown>>): unknown {
  return output['content'] ?? valueAt(output, ['http', 'data'])
}

/** Follows a path through own properties only: `constructor` and its like are never there. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let current = value
  for (const part of path) {
    const key = Array.isArray(current) ? placeIn(current, part) : part
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Record<string, unknown>)[key]
  }
  return current ?? undefined
}

/** `-1` is the last of a list. */
function placeIn(list: readonly unknown[], part: string): string {
  return /^-\d+$/.test(part) ? String(list.length + Number(part)) : part
}

/** What is longer is text: nobody reaches into megabytes for a word. */
const LONGEST_JSON = 1_000_000

/** A step of code gives its result as text of JSON, and a model may answer in it: a path reaches into that, too. */
function insideText(output: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  for (let cut = 1; cut < path.length; cut += 1) {
    const held = valueAt(output, path.slice(0, cut))
    if (typeof held !== 'string') continue
    const value = parsedText(held)
    return value === undefined ? undefined : valueAt(value, path.slice(cut))
  }
  return undefined
}

function parsedText(text: string): unknown {
  const json = text
    .trim()
    .replace(/^```(?:json)?/, '')
    .replace(/```$/, '')
    .trim()
  if (json.length > LONGEST_JSON || !/^[[{]/.test(json)) return undefined
  try {
    return parseJson(json)
  } catch {
    return undefined
  }
}

export function textOf(value: unknown, source: string): string {
  if (typeof value === 'string') return value
  return value === undefined ? source : (JSON.stringify(value) ?? source)
}
