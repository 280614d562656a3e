import { deleteScheduleLogs, enableSchedule, getSchedule, listScheduleLogs, listSchedules } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { ScheduleService } from './schedule-service.ts'

export function scheduleRoutes(schedules: ScheduleService): Handler[] {
  return [
    handle(listSchedules, ({ query }) => schedules.list(query.flowId)),
    handle(getSchedule, ({ params }) => schedules.status(params.id)),
    handle(enableSchedule, ({ params, body }) => schedules.enable(params.id, body.enabled)),
    handle(listScheduleLogs, ({ params, query }) => schedules.logs(params.id, query)),
    handle(deleteScheduleLogs, ({ params, body }) => schedules.deleteLogs(params.id, body.logIds)),
  ]
}
