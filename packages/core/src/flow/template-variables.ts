import { bracedAt, doublyBracedAt } from './holes.ts'
import type { BracedName } from './holes.ts'

/** The names a text leaves open, each once, in the order they appear. */
export interface TemplateVariables {
  /** `{name}`: filled by the chain that uses the prompt. */
  prompt: string[]
  /** `{{name}}`: filled by the flow, with the question, the history or another node's value. */
  flow: string[]
  /** `{a name}`: reads like one, but is none, and no value has it. The text stays as it is written. */
  unread: string[]
}

const PROMPT_NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u
/** Words, as against JSON, code and marks. */
const WORDS = /^[\p{L}\p{N}_][^":;{}[\]\\<>=()\n]*$/u
const FLOW_NAME = /^[\p{L}_$][\p{L}\p{N}_.$[\]-]*$/u

/**
 * The variables between the braces of a text. Braces that hold no name, as in a JSON example, are text, and so are
 * braces after a backslash; names inside such braces still count. Any text is a name that a stored value has.
 */
export function templateVariables(text: string, given: ReadonlySet<string> = NONE): TemplateVariables {
  const prompt = new Set<string>()
  const flow = new Set<string>()
  const unread = new Set<string>()
  let at = 0
  while (at < text.length) {
    if (text[at] === '\\' && isBrace(text[at + 1])) {
      at += 2
    } else if (text[at] !== '{') {
      at += 1
    } else if (text[at + 1] === '{') {
      const variable = variableOf(doublyBracedAt(text, at), FLOW_NAME)
      if (variable) flow.add(variable.name)
      at = variable?.end ?? at + 2
    } else {
      const found = bracedAt(text, at)
      const variable = found && given.has(found.name) ? found : variableOf(found, PROMPT_NAME)
      if (variable) prompt.add(variable.name)
      else if (found && WORDS.test(found.name)) unread.add(found.name)
      at = variable?.end ?? at + 1
    }
  }
  return { prompt: [...prompt], flow: [...flow], unread: [...unread] }
}

const NONE: ReadonlySet<string> = new Set()

function isBrace(character: string | undefined): boolean {
  return character === '{' || character === '}'
}

function variableOf(found: BracedName | undefined, names: RegExp): BracedName | undefined {
  return found && names.test(found.name) ? found : undefined
}
