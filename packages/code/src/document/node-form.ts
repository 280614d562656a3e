import type { NodeData } from '@chatwright/core'
import { isRecord } from './is-same.ts'

/** What each node says for itself; all else of its data is its form, which nodes of the same kind share. */
const OWN: ReadonlySet<string> = new Set('id label version name inputs credential code formerIds'.split(' '))

/** Whether a key of a node's data is part of its form: how its inputs and outputs are called, and which there are. */
export function isFormKey(key: string): boolean {
  return !OWN.has(key)
}

/** The form of a node of which nothing is known. */
export function emptyForm(name: string): Record<string, unknown> {
  return {
    type: name,
    baseClasses: [],
    category: '',
    inputParams: [],
    inputAnchors: [],
    outputAnchors: [],
    outputs: {},
    selected: false,
  }
}

const HERE = '{id}-'

/** Forms hold the node's id in the ids of their inputs and outputs; without it nodes can share them. */
export function withoutId(form: Record<string, unknown>, id: string): Record<string, unknown> {
  return mapIds(form, (text) => (text.startsWith(`${id}-`) ? HERE + text.slice(id.length + 1) : text))
}

export function withId(form: Record<string, unknown>, id: string): Record<string, unknown> {
  return mapIds(form, (text) => (text.startsWith(HERE) ? `${id}-${text.slice(HERE.length)}` : text))
}

function mapIds(form: Record<string, unknown>, change: (id: string) => string): Record<string, unknown> {
  const changeEach = (list: unknown): unknown =>
    Array.isArray(list) ? list.map((part: unknown) => (isRecord(part) ? changePart(part) : part)) : list
  const changePart = (part: Record<string, unknown>): Record<string, unknown> => ({
    ...part,
    ...(typeof part['id'] === 'string' && { id: change(part['id']) }),
  })
  const lists = ['inputParams', 'inputAnchors', 'outputAnchors'].filter((key) => Object.hasOwn(form, key))
  return {
    ...form,
    ...Object.fromEntries(lists.map((key) => [key, changeEach(form[key])])),
    ...(Array.isArray(form['outputAnchors']) && {
      outputAnchors: form['outputAnchors'].map((anchor: unknown) =>
        isRecord(anchor)
          ? { ...changePart(anchor), ...('options' in anchor && { options: changeEach(anchor['options']) }) }
          : anchor,
      ),
    }),
  }
}

/** The output a node was told to hand on, where its data says it in the usual way. */
export function chosenOutput(outputs: NodeData['outputs']): string | undefined {
  const { output, ...others } = outputs ?? {}
  return typeof output === 'string' && output !== '' && Object.keys(others).length === 0 ? output : undefined
}
