import type { Session, Way } from '@chatwright/core'
import { z } from 'zod'
import type { RunAsker } from '../../door/askers/asker-of.ts'
import type { PlannedFlow } from '../../flows/flows/flow-library.ts'
import { unpackJson } from '../questions/repeated-texts.ts'
import { comparedShape, comparisonShape, type ComparedJob, type ComparisonJob } from './kinds/comparison-job.ts'
import { dryReplayShape, type DryReplayJob } from './kinds/dry-replay.ts'
import { knowledgeShape, type KnowledgeJob } from './kinds/knowledge.ts'
import { loadShape, type LoadJob } from './kinds/load.ts'
import { testShape, type TestJob } from './kinds/test.ts'
import { continueShape, questionShape, stepsShape, type RunJob } from './run-job.ts'

/** Anything that is done with a lease, told in events and kept as a run: an answer, or work nobody waits for. */
export type Job = RunJob | LoadJob | KnowledgeJob | ComparisonJob | ComparedJob | DryReplayJob | TestJob

/** Jobs as rows hold them. What a later release may add stays with them. */
const Jobs: z.ZodType<Job> = z.discriminatedUnion('kind', [
  questionShape.loose(),
  continueShape.loose(),
  stepsShape.loose(),
  loadShape.loose(),
  knowledgeShape.loose(),
  comparisonShape.loose(),
  comparedShape.loose(),
  dryReplayShape.loose(),
  testShape.loose(),
])

/** The plan that a job is done by, for whoever begins it where it is done: made to check it, and not made again. */
export type PlannedJob<Of extends Job> = PlannedFlow<Of extends LoadJob ? 'vector-store' : 'chat'>

/** A job as its row holds it: what was asked stands in it once. */
export function jobInRow(job: object): object {
  if (!('question' in job && 'message' in job) || job.question !== job.message) return job
  const { question: _, ...rest } = job
  return rest
}

/** A job out of its row. */
export function readJob(request: string): Job {
  return Jobs.parse(named(unpackJson(request) as Record<string, unknown>))
}

/**
 * Under the names of today. In rows of earlier releases a message was called `question`, and its question `prompt`; the first
 * knew one kind alone, and did not say so.
 */
function named(row: Record<string, unknown>): object {
  const asked = 'keyId' in row || 'network' in row || 'isUnattended' in row ? withAsker(row) : row
  if (!('prompt' in asked))
    return 'message' in asked ? { ...asked, question: asked['question'] ?? asked['message'] } : asked
  const { question: message, prompt: question, ...rest } = asked
  return { kind: 'question', ...rest, message, question }
}

/** Rows of earlier releases say of who asked no more than the key or the network, and whether somebody waited. */
function withAsker({ keyId, network, isUnattended, ...row }: Record<string, unknown>): Record<string, unknown> {
  const session = row['session'] as Partial<Session> | undefined
  const unattended: Way = 'webhook' in row ? 'webhook' : 'schedule'
  const way: Way = isUnattended === true ? unattended : session?.origin === 'internal' ? 'canvas' : 'chat'
  const key = typeof keyId === 'string' ? ({ kind: 'api-key', id: keyId } as const) : undefined
  const asker: RunAsker = {
    ...(isUnattended === true
      ? { actor: { kind: unattended }, ...(key && { onBehalfOf: key }) }
      : { actor: key ?? { kind: way === 'canvas' ? 'person' : 'visitor' } }),
    way,
    ...(typeof network === 'string' && { network }),
  }
  return { ...row, asker }
}
