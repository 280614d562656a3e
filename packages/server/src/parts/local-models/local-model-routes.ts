import { listLocalModels } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { LocalModelService } from './local-model-service.ts'

export const localModelRoutes = (localModels: LocalModelService): Handler[] => [
  handle(listLocalModels, () => localModels.find()),
]
