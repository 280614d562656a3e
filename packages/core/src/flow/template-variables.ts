/** The names a text leaves open, each once, in the order they appear. */
export interface TemplateVariables {
  /** `{name}`: filled by the chain that uses the prompt. */
  prompt: string[]
  /** `{{name}}`: filled by the flow, with the question, the history or another node's value. */
  flow: string[]
}

const PROMPT_NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u
const FLOW_NAME = /^[\p{L}_$][\p{L}\p{N}_.$[\]-]*$/u

/**
 * The variables between the braces of a text. Braces that hold no name, as in a JSON example, are text, and so are
 * braces after a backslash; names inside such braces still count.
 */
export function templateVariables(text: string): TemplateVariables {
  const prompt = new Set<string>()
  const flow = new Set<string>()
  let at = 0
  while (at < text.length) {
    if (text[at] === '\\' && isBrace(text[at + 1])) {
      at += 2
    } else if (text[at] !== '{') {
      at += 1
    } else if (text[at + 1] === '{') {
      const end = nextBrace(text, at + 2)
      const name = text.startsWith('}}', end) ? text.slice(at + 2, end).trim() : ''
      const isVariable = FLOW_NAME.test(name)
      if (isVariable) flow.add(name)
      at = isVariable ? end + 2 : at + 2
    } else {
      const end = nextBrace(text, at + 1)
      const name = text[end] === '}' ? text.slice(at + 1, end).trim() : ''
      const isVariable = PROMPT_NAME.test(name)
      if (isVariable) prompt.add(name)
      at = isVariable ? end + 1 : at + 1
    }
  }
  return { prompt: [...prompt], flow: [...flow] }
}

function isBrace(character: string | undefined): boolean {
  return character === '{' || character === '}'
}

function nextBrace(text: string, from: number): number {
  let at = from
  while (at < text.length && !isBrace(text[at])) at++
  return at
}
