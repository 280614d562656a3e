import { InternalPredictionBody, PredictionBody } from '@chatwright/contract'
import { parse } from '../../door/http/register-routes.ts'

/** A question as JSON. Clients in languages without `undefined` send null for whatever they leave out. */
export function readJsonBody(body: unknown): PredictionBody {
  return readWith(PredictionBody, body) as PredictionBody
}

/** The same from the canvas, where a drawing may come along that answers instead of the saved flow. */
export function readInternalBody(body: unknown): { body: PredictionBody; drawing: string | undefined } {
  const { draft: drawing, ...asked } = readWith(InternalPredictionBody, body) as InternalPredictionBody
  return { body: asked, drawing }
}

function readWith(schema: typeof PredictionBody, body: unknown): unknown {
  if (!isRecord(body)) return parse(schema, body, 'body')
  const { history, uploads } = body
  const given = history || uploads ? Object.assign({}, body, { history: each(history), uploads: each(uploads) }) : body
  return parse(schema, withoutNulls(given), 'body')
}

function each(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  return list.map((item: unknown) => (isRecord(item) ? withoutNulls(item) : item))
}

/** Most requests leave out what they do not say, and are read as they are. */
function withoutNulls(record: Record<string, unknown>): Record<string, unknown> {
  const isGiven = (value: unknown): boolean => value !== null && value !== undefined
  if (Object.values(record).every(isGiven)) return record
  return Object.fromEntries(Object.entries(record).filter(([, value]) => isGiven(value)))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
