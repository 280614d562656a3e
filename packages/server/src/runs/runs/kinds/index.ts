import type { ValueKind } from '@chatwright/core'
import type { Job } from '../job.ts'
import { createAnswerWork } from './answer-work.ts'
import { createFlowWork, flowRule, type FlowDependencies } from './flow.ts'
import type { JobRule, Work } from './job-kind.ts'
import { knowledgeRule, type KnowledgeJob } from './knowledge.ts'
import { createLoadWork, loadRule, type LoadDependencies } from './load.ts'
import { questionRule } from './question.ts'

type JobOf<Kind, Of = Job> = Of extends { kind: infer Known } ? (Kind extends Known ? Of : never) : never

/** The one table of kinds: a new one is a file beside this, a line here and a line in `createWork`. */
const rules: { [Kind in Job['kind']]: JobRule<JobOf<Kind>> } = {
  question: questionRule,
  continue: questionRule,
  flow: flowRule,
  load: loadRule,
  knowledge: knowledgeRule,
}

export function ruleOf<Of extends Job>(job: Of): JobRule<Of> {
  return rules[job.kind] as unknown as JobRule<Of>
}

/** Whether a job needs no reader: it goes on until it is done or cancelled, whichever process ends meanwhile. */
export function goesOn(job: Job): boolean {
  return ruleOf(job).unreadMs(job, 0) === Infinity
}

/** Loads a store of documents. */
interface KnowledgeDependencies {
  loadKnowledge: Work<KnowledgeJob, 'documents'>
}

export function createWork(
  dependencies: FlowDependencies & LoadDependencies & KnowledgeDependencies,
): Work<Job, ValueKind> {
  const answer = createAnswerWork(dependencies)
  const works = {
    question: answer,
    continue: answer,
    flow: createFlowWork(dependencies),
    load: createLoadWork(dependencies),
    knowledge: dependencies.loadKnowledge,
  }
  return (job, options) => (works[job.kind] as unknown as Work<Job, ValueKind>)(job, options)
}
