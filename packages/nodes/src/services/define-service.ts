import type { NodeDefinition } from '@chatwright/core'
import { eventOperation } from './event-operation.ts'
import { serviceLoader } from './service-loader.ts'
import { serviceStep } from './service-step.ts'
import { serviceTool } from './service-tool.ts'
import type { Service } from './service.ts'

/** Everything that one declaration of a service gives: its step, its tool and its loaders. */
export function defineService(declared: Service): NodeDefinition[] {
  const events = (declared.events ?? []).map((event) => eventOperation(declared, event))
  const service = { ...declared, operations: [...declared.operations, ...events] }
  return [
    serviceStep(service),
    serviceTool(declared),
    ...(service.loaders ?? []).map((loader) => serviceLoader(service, loader)),
  ]
}
