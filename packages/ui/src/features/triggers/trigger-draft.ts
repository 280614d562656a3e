import type { Trigger, TriggerValues } from '@chatwright/contract'

import { readRhythm, type Every } from './rhythm.ts'
import { shownFields, storedFields, type SentField } from './sent-field.ts'

/** What stands in the fields of the dialog. */
export interface TriggerDraft {
  kind: 'webhook' | 'schedule'
  name: string
  question: string
  method: string
  contentType: string
  signature: string
  /** Empty where signatures hold no time. */
  goodForSeconds: string
  responseMode: string
  callbackUrl: string
  fields: SentField[]
  /** How often: picked, or written below. */
  every: Every
  cron: string
  timezone: string
  endDate: string
  missed: string
  overlap: string
  /** JSON, for a flow that begins with a form; empty for none. */
  form: string
}

export const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const
export const CONTENT_TYPES = ['application/json', 'application/x-www-form-urlencoded'] as const
export const SIGNATURES = ['v2', 'hmac-sha256', 'plain-token', 'none'] as const
/** Those that hold the time. */
export const TIMED: ReadonlySet<string> = new Set(['v2', 'hmac-sha256'])
export const RESPONSE_MODES = ['sync', 'stream', 'async'] as const
export const MISSED = ['once', 'skip', 'all'] as const
export const OVERLAPS = ['skip', 'allow'] as const
/** What the usual delivery calls it. */
const FIRST_QUESTION = '{{$webhook.body.question}}'

/** Where the reader is. */
export function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function newDraft(kind: TriggerDraft['kind'], timezone: string): TriggerDraft {
  return {
    kind,
    name: '',
    question: kind === 'webhook' ? FIRST_QUESTION : '',
    method: 'POST',
    contentType: 'application/json',
    signature: 'v2',
    goodForSeconds: '',
    responseMode: 'sync',
    callbackUrl: '',
    fields: [],
    every: 'day',
    cron: '0 9 * * *',
    timezone,
    endDate: '',
    missed: 'once',
    overlap: 'skip',
    form: '',
  }
}

export function draftOf({ kind, name, webhook, schedule }: Trigger): TriggerDraft {
  const blank = { ...newDraft(kind, 'UTC'), name }
  if (schedule) {
    const { cron, timezone = 'UTC', endDate, question = '', form, missed = 'once', overlap = 'skip' } = schedule
    const written = form ? JSON.stringify(form, null, 2) : ''
    const every = readRhythm(cron)?.every ?? 'cron'
    return { ...blank, every, cron, timezone, endDate: endDate ?? '', question, form: written, missed, overlap }
  }
  const { goodForSeconds, fields, ...rest } = webhook ?? {}
  return {
    ...blank,
    signature: 'none',
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => typeof value === 'string')),
    goodForSeconds: typeof goodForSeconds === 'number' ? String(goodForSeconds) : '',
    fields: shownFields(fields),
  }
}

/** What is saved, or which field cannot be. `before` holds what the dialog does not show. */
export function valuesOf(
  draft: TriggerDraft,
  before: Trigger | undefined,
): { values: TriggerValues } | { problem: 'name' | 'goodForSeconds' | 'fields' | 'form' } {
  const name = draft.name.trim()
  if (name === '') return { problem: 'name' }
  if (draft.kind === 'webhook') {
    const seconds = draft.goodForSeconds.trim()
    if (seconds !== '' && !(/^\d{1,5}$/.test(seconds) && Number(seconds) >= 1 && Number(seconds) <= 86_400)) {
      return { problem: 'goodForSeconds' }
    }
    if (draft.fields.some((field) => field.name.trim() === '')) return { problem: 'fields' }
    const webhook = {
      ...before?.webhook,
      method: oneOf(METHODS, draft.method),
      contentType: oneOf(CONTENT_TYPES, draft.contentType),
      question: draft.question,
      signature: oneOf(SIGNATURES, draft.signature),
      goodForSeconds: TIMED.has(draft.signature) && seconds !== '' ? Number(seconds) : null,
      responseMode: oneOf(RESPONSE_MODES, draft.responseMode),
      callbackUrl: draft.callbackUrl.trim(),
      fields: storedFields(draft.fields),
    }
    return { values: { kind: 'webhook', name, webhook } }
  }
  const form = readForm(draft.form)
  if (form === 'bad') return { problem: 'form' }
  return {
    values: {
      kind: 'schedule',
      name,
      schedule: {
        cron: draft.cron.trim(),
        timezone: draft.timezone.trim(),
        endDate: draft.endDate.trim() || null,
        question: draft.question,
        ...(form && { form }),
        missed: oneOf(MISSED, draft.missed),
        overlap: oneOf(OVERLAPS, draft.overlap),
      },
    },
  }
}

/** One of the choices there are, the first where it is none of them. */
export function oneOf<const Choice extends string>(choices: readonly [Choice, ...Choice[]], value: string): Choice {
  return choices.find((choice) => choice === value) ?? choices[0]
}

function readForm(text: string): Record<string, unknown> | undefined | 'bad' {
  if (text.trim() === '') return undefined
  try {
    const form: unknown = JSON.parse(text)
    return typeof form === 'object' && form !== null && !Array.isArray(form) ? { ...form } : 'bad'
  } catch {
    return 'bad'
  }
}
