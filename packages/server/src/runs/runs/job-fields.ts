import type { Session } from '@chatwright/core'
import { z } from 'zod'

/** What the fields of jobs are made of, as their rows hold them. */
export const text = z.string()

export const list = <Item>() => z.custom<Item[]>(Array.isArray)

export const record = <Value extends object>() =>
  z.custom<Value>((value) => typeof value === 'object' && value !== null)

/** Stands there or not. */
export const mark = z.literal(true).exactOptional()

/** Which run it is, of what, for whom: every job has these. */
export const ranBy = {
  runId: text,
  flowId: text,
  flowName: text,
  flowVersion: z.number(),
  /** The hash of the graph it began with, whatever is saved meanwhile. Missing in jobs of before. */
  graph: text.exactOptional(),
  session: record<Session>(),
}
