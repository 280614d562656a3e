import { listOf, type Flow } from '@chatwright/core'
import { startStep } from './start-step.ts'

/** The form that an agent flow begins with. */
export interface StartForm {
  title: string
  description: string
  fields: StartField[]
}

export interface StartField {
  name: string
  label: string
  type: 'string' | 'number' | 'boolean' | 'options'
  /** What can be chosen, for `options`. */
  options?: string[]
}

const MOST_FIELDS = 100

/** Reads the form off the Start step; nothing where the flow begins with something else. */
export function startForm(flow: Pick<Flow, 'nodes'>): StartForm | undefined {
  const inputs = startStep(flow)?.data.inputs
  if (inputs?.['startInputType'] !== 'formInput') return undefined
  return {
    title: textOf(inputs['formTitle']),
    description: textOf(inputs['formDescription']),
    fields: listOf(inputs['formInputTypes']).slice(0, MOST_FIELDS).flatMap(readField),
  }
}

function readField(row: unknown): StartField[] {
  if (!isRecord(row)) return []
  const name = textOf(row['name']).trim()
  if (name === '') return []
  const label = textOf(row['label']) || name
  const { type } = row
  if (type === 'number' || type === 'boolean') return [{ name, label, type }]
  const options = listOf(row['addOptions']).flatMap((each) =>
    isRecord(each) && typeof each['option'] === 'string' ? [each['option']] : [],
  )
  return type === 'options' && options.length > 0 ? [{ name, label, type, options }] : [{ name, label, type: 'string' }]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
