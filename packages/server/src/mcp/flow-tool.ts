import { AppError } from '@chatwright/contract'
import { listOf, type Flow } from '@chatwright/core'
import { startStep } from '../flows/start-step.ts'
import { isRecord } from './mcp-message.ts'
import type { McpTool } from './mcp-offer.ts'

export type FlowInput = { question: string } | { form: Record<string, unknown> }

const MOST_FIELDS = 100
/** Longer ones are no questions; what models are to read is loaded. */
const LONGEST_QUESTION = 100_000

/** What a tool for a flow takes: a question, or the fields of the form that the flow begins with. */
export function flowInputSchema(flow: Pick<Flow, 'nodes'>): McpTool['inputSchema'] {
  const fields = formFields(flow)
  if (!fields) {
    return {
      type: 'object',
      properties: { question: { type: 'string', description: 'What to ask, with all that is needed to answer it.' } },
      required: ['question'],
    }
  }
  const form = {
    type: 'object',
    description: 'The fields of the form.',
    properties: Object.fromEntries(fields.map(({ name, label, ...field }) => [name, { ...field, title: label }])),
    required: fields.map(({ name }) => name),
  }
  return { type: 'object', properties: { form }, required: ['form'] }
}

/** What was given to such a tool. Throws what does not fit, in words that a model can mend it by. */
export function readFlowInput(flow: Pick<Flow, 'nodes'>, input: Readonly<Record<string, unknown>>): FlowInput {
  const fields = formFields(flow)
  if (!fields) {
    const { question } = input
    if (typeof question === 'string' && question.trim() !== '' && question.length <= LONGEST_QUESTION) {
      return { question }
    }
    throw refused('question', `Give a text of at most ${LONGEST_QUESTION} characters.`)
  }
  const { form } = input
  if (!isRecord(form)) throw refused('form', 'Give an object with the fields of the form.')
  return { form: Object.fromEntries(fields.map((field) => [field.name, valueOf(field, form[field.name])])) }
}

interface FormField {
  name: string
  label: string
  type: 'string' | 'number' | 'boolean'
  enum?: string[]
}

/** The fields of the form that a flow begins with; nothing where it begins with a question. */
function formFields(flow: Pick<Flow, 'nodes'>): FormField[] | undefined {
  const inputs = startStep(flow)?.data.inputs
  if (inputs?.['startInputType'] !== 'formInput') return undefined
  return listOf(inputs['formInputTypes'])
    .slice(0, MOST_FIELDS)
    .flatMap((row): FormField[] => {
      if (!isRecord(row) || typeof row['name'] !== 'string' || row['name'].trim() === '') return []
      const { name, label, type, addOptions } = row
      const choices = listOf(addOptions).flatMap((each) =>
        isRecord(each) && typeof each['option'] === 'string' ? [each['option']] : [],
      )
      return [
        {
          name: name.trim(),
          label: typeof label === 'string' && label !== '' ? label : name.trim(),
          type: type === 'number' || type === 'boolean' ? type : 'string',
          ...(type === 'options' && choices.length > 0 && { enum: choices }),
        },
      ]
    })
}

function valueOf({ name, type, enum: choices }: FormField, value: unknown): unknown {
  if (typeof value !== type) throw refused(`form.${name}`, `Give a ${type}.`)
  if (choices && !choices.some((choice) => choice === value)) {
    throw refused(`form.${name}`, `Give one of: ${choices.join(', ')}.`)
  }
  return value
}

function refused(path: string, message: string): AppError {
  return new AppError('invalid-request', { issues: [{ path, message }] }, { message: `${path}: ${message}` })
}
