/** Why an edit cannot be applied: a code with its values, so that each reader hears it in their own language. */
export interface EditRefusal {
  code: RefusalCode
  params: Readonly<Record<string, string>>
}

export type RefusalCode = keyof typeof REFUSALS

/** Every refusal in English. `{name}` stands for a value. */
export const REFUSALS = {
  'node-unknown': 'The catalogue has no node "{node}".',
  'node-missing': 'The flow has no node "{id}". It has: {ids}.',
  'id-taken': 'The flow already has a node "{id}".',
  'id-invalid': '"{id}" can\'t be an id. Use letters, digits and underscores.',
  'container-missing': 'The flow has no container "{id}".',
  'cannot-contain': '"{label}" can\'t be placed in "{container}".',
  'input-unknown': '{label} has no input "{input}". It has: {inputs}.',
  'input-connected': '"{input}" of {label} is connected, not typed in.',
  'path-invalid': '"{path}" isn\'t a place inside the inputs of {label}.',
  'label-empty': 'Enter a name.',
  'output-unknown': '{label} has no output "{output}". It has: {outputs}.',
  'list-unknown': '{label} has no list "{list}".',
  'row-missing': 'The list "{list}" of {label} has no such row.',
  'not-connected': 'No connection leads from "{from}" to "{to}".',
  'connection-ambiguous': '"{from}" can connect to "{to}" in more than one way. Name the input and the output.',
  'connection-refused': '{reason}',
  'nothing-to-paste': 'There is nothing here that fits this flow.',
  'flow-changed': 'The flow has changed since. Read it again.',
} as const

export function refuse(code: RefusalCode, params: Readonly<Record<string, string>> = {}): { refusal: EditRefusal } {
  return { refusal: { code, params } }
}

/** A refusal as an English sentence. */
export function refusalText({ code, params }: EditRefusal): string {
  return REFUSALS[code].replaceAll(/\{(\w+)\}/g, (hole, name: string) => params[name] ?? hole)
}
