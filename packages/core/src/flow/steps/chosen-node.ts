import type { NodeDescription } from '../../node/definition.ts'
import type { InputDescription } from '../document.ts'
import { isParam } from '../handles.ts'
import { defaultValues } from './input-forms.ts'
import type { Row } from './read-rows.ts'
import { isRecord } from './read-rows.ts'

/** Under which settings name the credential of a node that is chosen inside another one. */
export const CREDENTIAL_KEY = 'FLOWISE_CREDENTIAL_ID'

/** Under which key settings say of which version of the node they are; today's, where they do not. */
export const VERSION_KEY = 'CHATWRIGHT_NODE_VERSION'

/** A node chosen inside a step. */
export interface ChosenNode {
  name: string
  /** Its own inputs; empty where what is stored belongs to another choice. */
  settings: Row
  credential: string | undefined
}

/** Under which key the settings of a chosen node stand. */
export function settingsKey(input: Pick<InputDescription, 'name'>): string {
  return `${input.name}Config`
}

/** The node that an input chooses, with its settings; those of another choice are left over from before. */
export function readChosenNode(input: Pick<InputDescription, 'name' | 'default'>, values: Row): ChosenNode | undefined {
  const chosen = values[input.name] || input.default
  if (typeof chosen !== 'string' || chosen === '') return undefined
  const stored = values[settingsKey(input)]
  const isFitting = isRecord(stored) && (!stored[input.name] || stored[input.name] === chosen)
  const { [CREDENTIAL_KEY]: credential, [input.name]: _, ...settings } = isFitting ? stored : {}
  return {
    name: chosen,
    settings,
    credential: typeof credential === 'string' && credential !== '' ? credential : undefined,
  }
}

/** What an input and its settings hold once a node is chosen, each of that node's inputs at its default. */
export function chooseNode(input: InputDescription, chosen: NodeDescription | undefined): Record<string, unknown> {
  if (!chosen) return { [input.name]: '', [settingsKey(input)]: '' }
  const own = defaultValues(chosen.inputs.filter((each) => isParam(each)))
  return { [input.name]: chosen.name, [settingsKey(input)]: { ...own, [input.name]: chosen.name } }
}

/** The settings of a chosen node with some of them changed. */
export function changeChosenNode(input: InputDescription, values: Row, changes: Row): Record<string, unknown> {
  const before = readChosenNode(input, values)
  if (!before) return {}
  const credential = before.credential === undefined ? {} : { [CREDENTIAL_KEY]: before.credential }
  return { [settingsKey(input)]: { ...before.settings, ...credential, ...changes, [input.name]: before.name } }
}

/** The same with another credential, or none. */
export function changeChosenCredential(
  input: InputDescription,
  values: Row,
  credential: string | undefined,
): Record<string, unknown> {
  return changeChosenNode(input, values, { [CREDENTIAL_KEY]: credential ?? '' })
}

const TOOL_CATEGORIES: ReadonlySet<string> = new Set(['Tools', 'Tools (MCP)'])

/** Whether a node can be chosen where an input asks for this class: it gives it, and nothing need be connected to it. */
export function canBeChosen(node: NodeDescription, input: Pick<InputDescription, 'component' | 'connects'>): boolean {
  const { component } = input
  if (component === undefined || node.traits?.step || node.badge === 'deprecated') return false
  const filled = new Set(Object.keys(input.connects ?? {}))
  if (node.inputs.some((each) => !isParam(each) && !each.optional && !filled.has(each.name))) return false
  if (component === 'Tool') return TOOL_CATEGORIES.has(node.category)
  const classes = [node.baseClasses, ...(node.outputs ?? []).map((output) => output.baseClasses)].flat()
  return classes.includes(component)
}
