/** What is wrong with the code of a flow, and where: a code with its values, so that each reader gets it in their own language. */
export interface CodeProblem {
  code: ProblemCode
  params: Readonly<Record<string, string>>
  file: string
  /** Counted from 1, as editors do. */
  line: number
  column: number
  /** Where it stands in the file's text. */
  from: number
  to: number
  /** In English: what is wrong, then what to write. */
  message: string
}

export type ProblemCode = keyof typeof PROBLEMS

/** Every problem in English: what is wrong, then what to write. `{name}` stands for a value. */
export const PROBLEMS = {
  'file-missing': '"{file}" isn\'t there. Create it, or write the text here.',
  'file-outside': '"{file}" isn\'t a file of this folder. Write a path such as prompts/answer.md.',
  'file-unreadable': '"{file}" isn\'t JSON of the expected shape: {reason}. Restore it, or delete it.',
  'merge-conflict': 'A merge conflict starts here ({ours} and {theirs}). Choose one version and delete the markers.',
  'sign-hidden': 'Here is an invisible character ({sign}). Delete it, or write {escape} inside a text.',
  'letter-foreign': '"{letter}" ({sign}) isn\'t one of the letters a to z. Write names in plain letters, digits and _.',
  'sign-unexpected': '"{found}" doesn\'t belong here. Write {expected}.',
  'text-open': 'This text has no end. Close it with {quote}.',
  'comment-open': 'This comment has no end. Close it with */.',
  'escape-wrong': '"{escape}" isn\'t an escape. Write \\\\ for a backslash.',
  'template-hole': "A text can't contain ${…}. Write a node's output as {{id}}, or the value itself.",
  'number-wrong': '"{found}" isn\'t a number a flow can store. Write digits, such as 0.7.',
  'too-large': 'Consts stand for more than {most} values. Write fewer of them.',
  'too-deep': 'This is nested deeper than {most} levels. Put the value into fewer lists and objects.',
  'statement-unknown': '"{found}" can\'t stand in a flow. Write const name = node.v1({ … }), one for each node.',
  'value-unknown':
    '"{found}" isn\'t a value. Write a text, a number, true, false, null, a list, an object or the name of a const.',
  'key-unknown': '"{found}" can\'t name an input. Write a name, or a text in quotes.',
  'key-proto': "__proto__ would change the object. Write ['__proto__'].",
  'key-twice': '"{name}" is written twice. Delete one of the two.',
  'name-twice': 'There are two consts called "{name}". Rename one of them.',
  'id-twice': 'Two nodes have the id "{id}". Give one of them another.',
  'name-unknown': 'There is no const "{name}". {hint}',
  'name-circle': '"{name}" is made of itself. Write the value.',
  'header-missing':
    "The flow has no name. Write export default chatFlow('Name') or agentFlow('Name') as the first line.",
  'header-twice': 'The flow has its name already. Delete this line.',
  'header-wrong': "This isn't a flow's name. Write export default {kind}('Name').",
  'kind-other': '"{name}" belongs in {kind} flows. Write export default {call}(…), or remove the node.',
  'call-wrong': '{call} takes a label, an object of inputs and raw({ … }), in this order.',
  'call-unknown': '"{call}" can\'t be called here. Write {expected}.',
  'node-unknown': 'The catalogue has no node "{name}". {hint}',
  'version-other':
    'The catalogue has version {current} of "{name}". Write {call}, or node(\'{name}@{version}\', { … }) with all its inputs.',
  'input-unknown': '"{node}" has no input "{input}". {hint}',
  'node-as-value': '"{name}" is a node. Only an input that takes a connection can hold it.',
  'value-as-node': '"{name}" isn\'t a node. Write the name of one.',
  'output-unknown': '"{name}" has no output "{output}". It has: {outputs}.',
  'branch-missing': '"{name}" has several outputs: {outputs}. Write {name}.branch(…).',
  'setting-wrong': '"{setting}" takes {expected}.',
  'raw-wrong': "raw can't hold this. Write {expected}.",
  'cannot-connect': '{reason}',
  'raw-edge-unknown': 'No connection leads from "{from}" to "{to}" here. Delete it.',
  circle: 'These nodes form a circle: {nodes}. Remove one of the connections between them.',
} as const

export function problemText(code: ProblemCode, params: Readonly<Record<string, string>>): string {
  return PROBLEMS[code].replaceAll(/\{(\w+)\}/g, (hole, name: string) => params[name] ?? hole).trim()
}

/** Thrown where a file can't be read on; caught where reading goes on. */
export class CodeFault extends Error {
  readonly code: ProblemCode
  readonly params: Readonly<Record<string, string>>
  readonly from: number
  readonly to: number

  constructor(code: ProblemCode, { from, to }: { from: number; to?: number }, params: Record<string, string> = {}) {
    super(code)
    this.code = code
    this.params = params
    this.from = from
    this.to = to ?? from + 1
  }
}

/** More than these are not listed: whoever has that many looks at the first. */
const MOST_PROBLEMS = 100

/** Collects problems, each with its line and column. */
export class Problems {
  readonly list: CodeProblem[] = []
  readonly #texts = new Map<string, { text: string; starts?: number[] }>()

  addText(file: string, text: string): void {
    this.#texts.set(file, { text })
  }

  add(file: string, { code, params, from, to }: Pick<CodeFault, 'code' | 'params' | 'from' | 'to'>): void {
    if (this.list.length >= MOST_PROBLEMS) return
    const { line, column } = this.#placeOf(file, from)
    this.list.push({ code, params, file, line, column, from, to, message: problemText(code, params) })
  }

  #placeOf(file: string, at: number): { line: number; column: number } {
    const known = this.#texts.get(file)
    if (!known) return { line: 1, column: 1 }
    const starts = (known.starts ??= lineStarts(known.text))
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 }
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length)
  return starts
}
