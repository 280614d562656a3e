import { z } from 'zod'
import { Deletion, Id, IdParams, IsoDate } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Schedules'

/** When a flow runs by itself, as its Start step says, or a trigger beside it. */
export const ScheduleRecord = z.object({
  id: z.string(),
  /** Empty for the one of a Start step. */
  name: z.string(),
  triggerType: z.enum(['AGENTFLOW', 'TRIGGER']),
  targetId: z.string(),
  nodeId: z.string().nullable(),
  cronExpression: z.string(),
  timezone: z.string(),
  enabled: z.boolean(),
  scheduleInputMode: z.enum(['text', 'form', 'none']),
  defaultInput: z.string().nullable(),
  /** JSON text, as existing clients read it. */
  defaultForm: z.string().nullable(),
  missed: z.enum(['skip', 'once', 'all']),
  overlap: z.enum(['skip', 'allow']),
  lastRunAt: IsoDate.nullable(),
  nextRunAt: IsoDate.nullable(),
  endDate: z.string().nullable(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
})
export type ScheduleRecord = z.infer<typeof ScheduleRecord>

export const ScheduleStatus = z.object({
  /** Null where the flow does not begin with a schedule. */
  record: ScheduleRecord.nullable(),
  canEnable: z.boolean(),
  /** Why it cannot run. */
  reason: z.string().optional(),
  /** The next five times. */
  nextRuns: z.array(IsoDate),
})
export type ScheduleStatus = z.infer<typeof ScheduleStatus>

export const ScheduleLogState = z.enum(['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'SKIPPED'])

export const ScheduleLog = z.object({
  id: z.string(),
  scheduleRecordId: z.string(),
  triggerType: z.enum(['AGENTFLOW', 'TRIGGER']),
  targetId: z.string(),
  executionId: z.string().nullable(),
  status: ScheduleLogState,
  error: z.string().nullable(),
  elapsedTimeMs: z.number().int().nullable(),
  scheduledAt: IsoDate,
  createdDate: IsoDate,
})
export type ScheduleLog = z.infer<typeof ScheduleLog>

export const listSchedules = defineRoute({
  method: 'GET',
  path: '/schedules',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List schedules, next run first.',
  query: z.strictObject({ flowId: Id.optional() }),
  response: z.array(ScheduleRecord.extend({ flowName: z.string(), reason: z.string().nullable() })),
})

export const getSchedule = defineRoute({
  method: 'GET',
  path: '/chatflows/:id/schedule/status',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: "Get a flow's schedule and its next five times.",
  params: IdParams,
  response: ScheduleStatus,
  errors: ['chatflow-not-found'],
})

export const enableSchedule = defineRoute({
  method: 'PATCH',
  path: '/chatflows/:id/schedule/enabled',
  access: 'owner',
  right: 'flow.publish',
  tag,
  summary: "Pause or resume a schedule. Missed times aren't made up for.",
  params: IdParams,
  body: z.strictObject({ enabled: z.boolean() }),
  response: ScheduleStatus,
  errors: ['chatflow-not-found', 'schedule-unusable'],
})

export const listScheduleLogs = defineRoute({
  method: 'GET',
  path: '/chatflows/:id/schedule/trigger-logs',
  access: 'owner',
  right: 'run.read',
  tag,
  summary: 'List scheduled runs, newest first.',
  params: IdParams,
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(10_000).optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
    status: ScheduleLogState.optional(),
  }),
  response: z.object({ data: z.array(ScheduleLog), total: z.number().int() }),
  errors: ['chatflow-not-found'],
})

export const deleteScheduleLogs = defineRoute({
  method: 'DELETE',
  path: '/chatflows/:id/schedule/trigger-logs',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Delete log entries. Their runs stay.',
  params: IdParams,
  body: z.strictObject({ logIds: z.array(Id).max(1000) }),
  response: Deletion,
  errors: ['chatflow-not-found'],
})
