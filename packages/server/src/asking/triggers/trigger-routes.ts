import { createTrigger, deleteTrigger, enableTriggers, getTrigger, updateTrigger } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { TriggerService } from './trigger-service.ts'

export function triggerRoutes(triggers: TriggerService): Handler[] {
  return [
    handle(getTrigger, ({ params }) => triggers.read(params.id)),
    handle(createTrigger, ({ body }) => triggers.create(body)),
    handle(updateTrigger, ({ params, body }) => triggers.update(params.id, body)),
    handle(deleteTrigger, ({ params }) => triggers.remove(params.id)),
    handle(enableTriggers, ({ body }) => triggers.enableAll(body)),
  ]
}
