import { findSchemaFault } from '../checks/check-schema.ts'
import type { JsonSchema } from '../values/json-schema.ts'
import type { Decision, WaitField, WaitQuestion } from '../values/step-data.ts'

/** What is wrong with a decision: where in it, and a sentence for people. */
export interface DecisionIssue {
  path: string
  message: string
}

/** The type of the button that fills nothing in. */
const REJECT = 'reject'

/** Finds what a decision holds that was not asked for, and what it lacks. None: the step can go on with it. */
export function checkDecision(question: WaitQuestion, decision: Decision): DecisionIssue[] {
  return [...checkButton(question, decision), ...checkCalls(question, decision), ...checkForm(question, decision)]
}

/**
 * Finds what was filled into a form that is not of the type its field has. Pages and programs send what they read as text: a text that
 * reads as a number is one, and a number can be written. Nothing has to be filled in, and what no field asks for is passed over, as clients send more.
 */
export function checkFormValues(
  fields: readonly WaitField[],
  form: Readonly<Record<string, unknown>>,
): DecisionIssue[] {
  return fields.flatMap((field) => {
    const value = Object.hasOwn(form, field.name) ? form[field.name] : undefined
    const message = faultOf(field, readAs(field.type, value), { isNeeded: false })
    return message === undefined ? [] : [{ path: `form.${field.name}`, message }]
  })
}

function readAs(type: WaitField['type'], value: unknown): unknown {
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  if (typeof value !== 'string') return value
  if (type === 'boolean' && /^(true|false)$/i.test(value.trim())) return value.trim().toLowerCase() === 'true'
  return type === 'number' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
}

function checkButton({ buttons }: WaitQuestion, { type }: Decision): DecisionIssue[] {
  if (buttons.some((button) => button.type === type)) return []
  const choices = buttons.map((button) => `"${button.type}"`).join(', ')
  const message =
    choices === ''
      ? 'This needs no decision: the run continues by itself.'
      : `"${type}" isn't a choice here. Choose ${choices}.`
  return [{ path: 'type', message }]
}

function checkCalls({ calls = [] }: WaitQuestion, { calls: decided = {} }: Decision): DecisionIssue[] {
  const known = new Map(calls.flatMap((call) => (call.isFree ? [] : [[call.id, call] as const])))
  return Object.entries(decided).flatMap(([id, { input }]) => {
    const call = known.get(id)
    if (!call) return [{ path: `calls.${id}`, message: `No call "${id}" is waiting for a decision.` }]
    const fault = input && argumentFault(input, call.parameters)
    return fault === undefined
      ? []
      : [{ path: `calls.${id}.input`, message: `"${call.tool}" doesn't accept these arguments: ${fault}.` }]
  })
}

/** What about changed arguments is not as their tool takes them. */
export function argumentFault(
  input: Readonly<Record<string, unknown>>,
  parameters: JsonSchema | undefined,
): string | undefined {
  return findSchemaFault(input, parameters)?.replaceAll(/\$\.?/g, '').trim()
}

function checkForm({ fields = [] }: WaitQuestion, { type, form = {} }: Decision): DecisionIssue[] {
  const known = new Map(fields.map((field) => [field.name, field]))
  const unknown = Object.keys(form).flatMap((name) =>
    known.has(name) ? [] : [{ path: `form.${name}`, message: `This form has no field "${name}".` }],
  )
  const wrong = fields.flatMap((field) => {
    const value = Object.hasOwn(form, field.name) ? form[field.name] : undefined
    const message = faultOf(field, value, { isNeeded: type !== REJECT })
    return message === undefined ? [] : [{ path: `form.${field.name}`, message }]
  })
  return [...unknown, ...wrong]
}

function faultOf(field: WaitField, value: unknown, { isNeeded }: { isNeeded: boolean }): string | undefined {
  const { label, type, options = [], isRequired } = field
  if (value === undefined || value === null || value === '') {
    return isRequired && isNeeded ? `Fill in "${label}".` : undefined
  }
  if (type === 'options') {
    const choices = options.map((option) => `"${option}"`).join(', ')
    return options.some((option) => option === value) ? undefined : `"${label}" must be one of ${choices}.`
  }
  if (typeof value === type && (type !== 'number' || Number.isFinite(value))) return undefined
  return `"${label}" must be ${NOUNS[type]}, not ${describe(value)}.`
}

const NOUNS = { string: 'a text', number: 'a number', boolean: 'true or false' } as const

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : JSON.stringify(value)
}
