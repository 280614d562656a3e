import type { ValueKind } from '@chatwright/core'
import type { BatchedWrites } from '../../../ground/db/batched-writes.ts'
import type { Database } from '../../../ground/db/database.ts'
import type { AnswerKind } from '../../../ground/db/run-tables.ts'
import { readJob, type Job } from '../job.ts'
import type { RunJob, StepsJob } from '../run-job.ts'
import { createAnswerWork } from './answer-work.ts'
import type { ComparedJob, ComparisonJob } from './comparison-job.ts'
import { createComparedRows, createComparisonRows } from './comparison-rows.ts'
import { comparisonRule } from './comparison.ts'
import { dryReplayRule, type DryReplayJob } from './dry-replay.ts'
import { createDryReplayRows } from './dry-replay-rows.ts'
import { createFlowRows } from './flow-rows.ts'
import { createFlowWork, flowRule, type FlowDependencies } from './flow.ts'
import type { JobKind, JobRows, JobRule, Work } from './job-kind.ts'
import { createKnowledgeRows } from './knowledge-rows.ts'
import { knowledgeRule, type KnowledgeJob } from './knowledge.ts'
import { createLoadRows } from './load-rows.ts'
import { createLoadWork, loadRule, type LoadDependencies } from './load.ts'
import { createQuestionRows } from './question-rows.ts'
import { questionRule } from './question.ts'
import { testRule, type TestJob } from './test.ts'
import { createTestRows } from './test-rows.ts'

type Kind = Job['kind']
type JobOf<Named extends Kind> = Extract<Job, { kind: Named }>

/** What a job wants of its flow. */
interface Wants extends Record<Kind, ValueKind> {
  question: 'chat'
  continue: 'chat'
  flow: 'chat'
  load: 'vector-store'
  knowledge: 'documents'
  comparison: 'chat'
  compared: 'chat'
  'dry-replay': 'chat'
  test: 'chat'
}

export interface WorkDependencies extends FlowDependencies, LoadDependencies {
  secrets: FlowDependencies['secrets'] & LoadDependencies['secrets']
  /** Loads a store of documents. */
  loadKnowledge: Work<KnowledgeJob, 'documents'>
  /** Compares two versions of a flow, case by case. */
  compareVersions: Work<ComparisonJob, 'chat'>
  compareCase: Work<ComparedJob, 'chat'>
  /** Replays what was recorded, and asks nobody. */
  replayDry: Work<DryReplayJob, 'chat'>
  /** Runs a case of a set of tests. */
  runTest: Work<TestJob, 'chat'>
}

type Kinds = {
  [Named in Kind]: JobKind<JobOf<Named>, Wants[Named], WorkDependencies> & {
    isAnswer: Named extends AnswerKind ? true : false
  }
}

type AnyKind = JobKind<Job, ValueKind, WorkDependencies>

const question = {
  rule: questionRule,
  work: (dependencies: WorkDependencies) => createAnswerWork(dependencies),
  rows: createQuestionRows,
  subject: 'flow',
  isAnswer: true,
} as const

/** The one table of kinds: a new one is a line here, a file beside this, and its shape in the union of jobs. */
const kinds: Kinds = {
  question,
  continue: question,
  flow: { rule: flowRule, work: createFlowWork, rows: createFlowRows, subject: 'flow', isAnswer: true },
  load: { rule: loadRule, work: createLoadWork, rows: createLoadRows, subject: 'flow', isAnswer: false },
  knowledge: {
    rule: knowledgeRule,
    work: ({ loadKnowledge }) => loadKnowledge,
    rows: createKnowledgeRows,
    subject: 'store',
    isAnswer: false,
  },
  comparison: {
    rule: comparisonRule,
    work: ({ compareVersions }) => compareVersions,
    rows: createComparisonRows,
    subject: 'flow',
    isAnswer: false,
  },
  compared: {
    rule: comparisonRule,
    work: ({ compareCase }) => compareCase,
    rows: createComparedRows,
    subject: 'flow',
    isAnswer: false,
  },
  'dry-replay': {
    rule: dryReplayRule,
    work: ({ replayDry }) => replayDry,
    rows: createDryReplayRows,
    subject: 'flow',
    isAnswer: false,
  },
  test: {
    rule: testRule,
    work: ({ runTest }) => runTest,
    rows: createTestRows,
    subject: 'flow',
    isAnswer: false,
  },
}

/** Of the kind that the job says it is: what the table holds under a name is of the jobs of that name. */
function kindOf(job: Job): AnyKind {
  return kinds[job.kind] as AnyKind
}

export function ruleOf(job: Job): JobRule<Job> {
  return kindOf(job).rule
}

/** What its run belongs to. */
export function subjectOf(job: Job): 'flow' | 'store' {
  return kinds[job.kind].subject
}

/** Whether runs of a kind answer a question, or another's. */
export function isAnswerKind(kind: Kind): kind is AnswerKind {
  return kinds[kind].isAnswer
}

export function isAnswering(job: Job): job is RunJob {
  return isAnswerKind(job.kind)
}

/** Whether an agent flow is run, step by step. */
export function isBySteps(job: Job): job is StepsJob {
  return job.kind === 'flow'
}

/** Whether a chat flow is asked what takes the place of no other question. */
export function isAskedFirst(job: Job): boolean {
  return job.kind === 'question' && !job.replaces
}

/** The job of a run that answers, out of its row. */
export function readQuestion(request: string): RunJob {
  const job = readJob(request)
  if (!isAnswering(job)) throw new Error('This run answers no question')
  return job
}

/** Whether a job needs no reader: it goes on until it is done or cancelled, whichever process ends meanwhile. */
export function goesOn(job: Job): boolean {
  return ruleOf(job).unreadMs(job, 0) === Infinity
}

export function createWork(dependencies: WorkDependencies): Work<Job, ValueKind> {
  const works = each((kind) => kind.work(dependencies))
  return (job, options) => works[job.kind](job, options)
}

/** The rows of each kind of job. */
export function createJobRows(database: Database, write: BatchedWrites['write']): (job: Job) => JobRows<Job> {
  const rows = each((kind) => kind.rows(database, write))
  return (job) => rows[job.kind]
}

function each<Made>(make: (kind: AnyKind) => Made): Record<Kind, Made> {
  const entries = Object.entries(kinds) as [Kind, AnyKind][]
  return Object.fromEntries(entries.map(([name, kind]) => [name, make(kind)])) as Record<Kind, Made>
}
