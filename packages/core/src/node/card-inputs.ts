import type { InputDescription } from '../flow/document.ts'

/** More rows than this hide the flow behind its forms. */
export const MOST_CARD_INPUTS = 3

const MODELS = new Set(['modelName', 'model', 'modelId', 'deploymentName'])
const MODEL_CLASSES = new Set(['BaseChatModel', 'BaseLanguageModel'])
const INSTRUCTIONS = /system|prompt|instruction|messages?$/i
const PLACE = /url|link|path$/i

/** Places in the order of a card: what matters most is first. */
const RANK = { declared: 0, model: 10, content: 20, instructions: 21, needed: 30, credential: 40, given: 50, rest: 60 }
const LAST = { optionalCredential: 70, data: 71, switch: 80, additional: 90 }
/** From here on an input only stands on a card that would have nothing else to say. */
const FILLER = LAST.switch
const MOST_FILLERS = 2

/**
 * The inputs that a node's card shows, of those that are visible: first what its declaration says `matters`, then the model,
 * its instructions, its file or address, what must be filled in, the credential, and the rest in order.
 */
export function cardInputs<Input extends InputDescription>(visible: readonly Input[]): Input[] {
  const ranked = visible.map((input) => ({ input, rank: rankOf(input) })).toSorted((a, b) => a.rank - b.rank)
  const telling = ranked.filter(({ rank }) => rank < FILLER)
  const chosen = telling.length > 0 ? telling : ranked.slice(0, MOST_FILLERS)
  return chosen.slice(0, MOST_CARD_INPUTS).map(({ input }) => input)
}

/** Whether an input is a text that tells a model what to do. */
export function isPromptInput({ name, type, rows = 1 }: InputDescription): boolean {
  return type === 'string' && rows > 1 && INSTRUCTIONS.test(name)
}

/** All of a form's inputs: those of the card first, and behind the others what is seldom needed. */
export function sortInputs<Input extends InputDescription>(
  visible: readonly Input[],
): { usual: Input[]; more: Input[] } {
  const first = cardInputs(visible)
  const rest = visible.filter((input) => !first.includes(input))
  return {
    usual: [...first, ...rest.filter((input) => !input.additionalParams)],
    more: rest.filter((input) => input.additionalParams),
  }
}

function rankOf(input: InputDescription): number {
  const { name, type, optional, additionalParams, matters, component } = input
  if (matters !== undefined) return RANK.declared + matters
  const isText = type === 'string' && (input.rows ?? 1) > 1
  const isInstructions = isPromptInput(input) || (type === 'array' && INSTRUCTIONS.test(name))
  if (additionalParams) return isInstructions && isText ? RANK.instructions : LAST.additional
  if (type === 'credential') return optional ? LAST.optionalCredential : RANK.credential
  if (MODELS.has(name) || MODEL_CLASSES.has(component ?? '')) return RANK.model
  if (isInstructions) return RANK.content
  const isNeeded = !optional
  if (isNeeded && (isText || type === 'file' || type === 'folder' || type === 'code' || PLACE.test(name))) {
    return RANK.content
  }
  if (type === 'json' || type === 'code' || type === 'datagrid') return LAST.data
  if (type === 'boolean') return LAST.switch
  if (isNeeded) return input.default === undefined ? RANK.needed : RANK.given
  return RANK.rest
}
