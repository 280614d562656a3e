import type { AskedQuestion, GivenDecision } from '@chatwright/contract'

/** What is asked, as far as the form goes. */
export type AskedParts = Pick<AskedQuestion, 'buttons' | 'takesFeedback' | 'isButtonsOnly' | 'calls' | 'fields'>

/** What a person has typed so far. */
export interface DecisionDraft {
  feedback: string
  /** By the names of the fields: text as typed, or a switch. */
  values: Readonly<Record<string, string | boolean>>
  /** By the ids of calls that need approval. */
  calls: Readonly<Record<string, CallDraft>>
}

export interface CallDraft {
  isAllowed: boolean
  /** The arguments, as JSON text. */
  input: string
}

/** What is wrong, by the name of the field or the id of the call. */
export type DraftFaults = Readonly<Record<string, 'required' | 'number' | 'object'>>

export function emptyDraft({ calls, fields }: AskedParts): DecisionDraft {
  return {
    feedback: '',
    values: Object.fromEntries(fields.map(({ name, type }) => [name, type === 'boolean' ? false : ''])),
    calls: Object.fromEntries(
      calls
        .filter(({ isFree }) => !isFree)
        .map(({ id, input }) => [id, { isAllowed: true, input: JSON.stringify(input, null, 2) }]),
    ),
  }
}

type Read = { decision: GivenDecision } | { faults: DraftFaults }

/** The decision that a draft comes to when a button is pressed. Whoever rejects need fill in nothing. */
export function readDraft(asked: AskedParts, draft: DecisionDraft, type: string): Read {
  const isRejected = type === 'reject'
  const faults: Record<string, DraftFaults[string]> = {}
  const form: Record<string, unknown> = {}
  for (const { name, type: kind, isRequired } of asked.fields) {
    const typed = draft.values[name] ?? ''
    const value = kind === 'number' && typed !== '' ? Number(typed) : typed
    if (value === '') {
      if (isRequired && !isRejected) faults[name] = 'required'
    } else if (typeof value === 'number' && !Number.isFinite(value)) faults[name] = 'number'
    else form[name] = value
  }
  const calls: NonNullable<GivenDecision['calls']> = {}
  for (const { id, input, isFree } of isRejected ? [] : asked.calls) {
    const given = draft.calls[id]
    if (isFree || !given) continue
    const changed = given.input === JSON.stringify(input, null, 2) ? undefined : readObject(given.input)
    if (changed === null) faults[id] = 'object'
    else if (!given.isAllowed) calls[id] = { type: 'reject' }
    else if (changed) calls[id] = { type: 'proceed', input: changed }
  }
  if (Object.keys(faults).length > 0) return { faults }
  const feedback = draft.feedback.trim()
  return {
    decision: {
      type,
      ...(feedback !== '' && { feedback }),
      ...(Object.keys(form).length > 0 && { form }),
      ...(Object.keys(calls).length > 0 && { calls }),
    },
  }
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
