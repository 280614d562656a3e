import { PredictionBody } from '@chatwright/contract'
import { parse } from '../http/register-routes.ts'

/** A question as JSON. Clients in languages without `undefined` send null for whatever they leave out. */
export function readJsonBody(body: unknown): PredictionBody {
  if (!isRecord(body)) return parse(PredictionBody, body, 'body') as PredictionBody
  const { history, uploads, ...rest } = body
  const given = withoutNulls({ ...rest, history: eachWithoutNulls(history), uploads: eachWithoutNulls(uploads) })
  return parse(PredictionBody, given, 'body') as PredictionBody
}

function eachWithoutNulls(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  return list.map((item: unknown) => (isRecord(item) ? withoutNulls(item) : item))
}

function withoutNulls(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
