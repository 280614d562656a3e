import {
  isNodeValue,
  NodeError,
  aKind,
  wholeReference,
  type Message,
  type Reference,
  type Run,
  type Template,
} from '@chatwright/core'
import { readForFlow } from './calls.ts'
import { fillJsonText } from './json-text.ts'
import type { ValuePlan, TemplateTree } from './plan.ts'
import type { Effects, RunRequest } from './request.ts'

/** What texts of one request can refer to. */
export interface Scope {
  question: string
  chatHistory: string
  fileAttachment: string
  variables: Readonly<Record<string, string>>
  /** Without those a request brought. */
  ownVariables: Readonly<Record<string, string>>
  /** Gathered when a text asks: nodes write the state while others are being built. */
  flow: () => Readonly<Record<string, unknown>>
  /** The value of a node, or `missing` when the flow has no such node. */
  nodeValue(nodeId: string): { value: unknown } | 'missing'
}

type RequestScope = Omit<Scope, 'nodeValue'>

/** Gathers what the plan's texts want of the request, and reads from outside only what some text really wants. */
export async function requestScope(
  plan: ValuePlan,
  request: RunRequest,
  { run, effects: { context } }: { run: Run; effects: Effects },
): Promise<RequestScope> {
  const { session } = request
  const isKnown = !plan.usesHistory || session.isNew === true || run.history.length > 0
  const messages = isKnown ? run.history : await readForFlow(run, 'history', () => context.history.load(session))
  const variables = plan.usesVariables ? await readForFlow(run, 'variables', () => context.variables()) : {}
  return {
    question: request.question,
    chatHistory: plan.usesHistory ? historyText(messages) : '',
    fileAttachment: request.fileAttachment ?? '',
    variables: { ...variables, ...request.overrides?.variables },
    ownVariables: variables,
    flow: () => ({
      chatId: session.chatId,
      sessionId: session.sessionName ?? session.sessionId,
      chatflowId: session.flowId,
      chatHistory: messages.map(({ role, content }) => ({ role, content })),
      ...request.flowValues,
      state: Object.fromEntries(run.state),
    }),
  }
}

/** The same where the text is JSON. */
export function fillJsonTemplate(template: Template, scope: Scope): unknown {
  const whole = wholeReference(template)
  return whole ? lookUp(whole, scope) : fillJsonText(template, (part) => toText(lookUp(part, scope), part))
}

/** A whole reference gives the value itself; anything else is text, each value in it as `write` writes it. */
export function fillTemplate(template: Template, scope: Scope, write?: (text: string) => string): unknown {
  const whole = wholeReference(template)
  if (whole && !write) return lookUp(whole, scope)
  let text = ''
  for (const part of template) {
    if (typeof part === 'string') text += part
    else {
      const value = toText(lookUp(part, scope), part)
      // What stands for nothing is left as it was written.
      text += write && value !== part.source ? write(value) : value
    }
  }
  return text
}

export function fillTree(tree: TemplateTree, scope: Scope): unknown {
  if (tree.type === 'leaf') return tree.value
  if (tree.type === 'text') return fillTemplate(tree.template, scope)
  if (tree.type === 'list') return tree.items.map((item) => fillTree(item, scope))
  return Object.fromEntries(tree.entries.map(([key, item]) => [key, fillTree(item, scope)]))
}

function lookUp(reference: Reference, scope: Scope): unknown {
  switch (reference.type) {
    case 'request':
      if (reference.name === 'question') return scope.question
      return reference.name === 'chat_history' ? scope.chatHistory : scope.fileAttachment
    case 'variable':
      return Object.hasOwn(scope.variables, reference.name) ? scope.variables[reference.name] : reference.source
    case 'flow':
      return valueAt(scope.flow(), reference.path) ?? ''
    default: {
      const found = scope.nodeValue(reference.nodeId)
      return found === 'missing' ? reference.source : valueAt(found.value, reference.path)
    }
  }
}

/** Follows a path through own properties only: `constructor` and its like are never there. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  let current = value
  for (const part of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined
    current = (current as Record<string, unknown>)[part]
  }
  return current
}

function toText(value: unknown, reference: Reference): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  if (isNodeValue(value)) {
    throw new NodeError(`${reference.source} is ${aKind(value.kind)}, so it can't be used as text.`, {
      code: 'bad-input',
      hint: 'Choose a text output of that node, or remove the reference.',
    })
  }
  return JSON.stringify(value) ?? ''
}

export function historyText(messages: readonly Message[]): string {
  return messages
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map(({ role, content }) => `${role === 'user' ? 'Human' : 'Assistant'}: ${contentText(content)}`)
    .join('\n')
}

function contentText(content: Message['content']): string {
  if (typeof content === 'string') return content
  return content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')
}
