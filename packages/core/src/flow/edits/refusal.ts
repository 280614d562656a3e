import { splitTypes } from '../handles.ts'
import { wordsForGiven, wordsForTaken } from '../type-words.ts'

/** Why an edit cannot be applied: a code with its values, so that each reader gets it in their own language. */
export interface EditRefusal {
  code: RefusalCode
  params: Readonly<Record<string, string>>
}

export type RefusalCode = keyof typeof REFUSALS

/** Why two ends can't be connected. */
export const CONNECTION_REFUSALS = {
  'ends-missing': 'One of the two nodes is no longer on the canvas.',
  'own-input': "{target} can't connect to itself.",
  'source-output-missing': "{source} doesn't have this output.",
  'target-input-missing': "{target} doesn't have this input.",
  'input-typed': '"{input}" of {target} is typed in, not connected.',
  'types-differ': '"{input}" of {target} takes {takes}; {source} gives {gives}.',
  'connected-already': '{source} is already connected to "{input}" of {target}.',
  'input-full': '"{input}" of {target} takes only one connection. Remove the existing one first.',
  circle: '{target} already leads to {source}. Connecting them would form a circle.',
  'step-itself': "{target} can't follow itself. To repeat steps, add a Loop.",
  'note-connected': "A note can't be connected.",
  'step-start': 'Nothing can lead to {target}: runs start there.',
  'step-end': 'Nothing can follow {source}: its path ends there.',
  'other-container': "{source} and {target} aren't in the same container.",
  'step-connected': '{source} is already connected to {target}.',
  'step-circle': '{target} already leads to {source}. To repeat steps, add a Loop.',
} as const

/** Every refusal in English. `{name}` stands for a value. */
export const REFUSALS = {
  'node-unknown': 'The node "{node}" doesn\'t exist.',
  'node-missing': 'The flow has no node "{id}". It has: {ids}.',
  'id-taken': 'The flow already has a node "{id}".',
  'id-invalid': '"{id}" can\'t be an ID. Use letters, digits and underscores.',
  'container-missing': 'The flow has no container "{id}".',
  'cannot-contain': '"{label}" can\'t be placed in "{container}".',
  'input-unknown': '{label} has no input "{input}". It has: {inputs}.',
  'input-connected': '"{input}" of {label} is connected, not typed in.',
  'path-invalid': '"{path}" isn\'t a place inside the inputs of {label}.',
  'label-empty': 'Enter a name.',
  'output-unknown': '{label} has no output "{output}". It has: {outputs}.',
  'list-unknown': '{label} has no list "{list}".',
  'row-missing': 'The list "{list}" of {label} doesn\'t have this row.',
  'not-connected': '"{from}" and "{to}" aren\'t connected.',
  'connection-ambiguous': '"{from}" can connect to "{to}" in more than one way. Name the input and the output.',
  ...CONNECTION_REFUSALS,
  'nothing-to-paste': 'The clipboard has nothing that fits this flow.',
  'flow-changed': 'The flow has changed. Read it again.',
} as const

export function refuse(code: RefusalCode, params: Readonly<Record<string, string>> = {}): { refusal: EditRefusal } {
  return { refusal: { code, params } }
}

/** A refusal as an English sentence. */
export function refusalText({ code, params }: EditRefusal): string {
  const { takes, gives } = params
  const values: EditRefusal['params'] = {
    ...params,
    ...(takes !== undefined && { takes: wordsForTaken(splitTypes(takes)) }),
    ...(gives !== undefined && { gives: wordsForGiven(gives.split(', ')) }),
  }
  return REFUSALS[code].replaceAll(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)
}
