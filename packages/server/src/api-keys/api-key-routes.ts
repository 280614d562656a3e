import { AppError, createApiKey, deleteApiKey, listApiKeys, updateApiKey, verifyApiKey } from '@chatwright/contract'
import { createFailureLimiter } from '../http/failure-limiter.ts'
import { handle, type Handler } from '../http/handle.ts'
import type { ApiKeyService } from './api-key-service.ts'

export const apiKeyRoutes = (keys: ApiKeyService): Handler[] => {
  // Anyone may ask whether a key is right, so guessing must be slow.
  const failures = createFailureLimiter()
  return [
    handle(listApiKeys, () => keys.list()),
    handle(createApiKey, ({ body }) => keys.create(body)),
    handle(updateApiKey, ({ params, body }) => keys.update(params.id, body)),
    handle(deleteApiKey, async ({ params, query }) => {
      await keys.delete(params.id, { isForced: query.force === 'true' })
      return { raw: [], affected: 1 }
    }),
    handle(verifyApiKey, async ({ params, request }) => {
      failures.check(request.ip)
      if (await keys.find(params.apiKey)) return 'OK'
      failures.count(request.ip)
      throw new AppError('unauthorized', undefined, { message: 'This API key is not one of this server.' })
    }),
  ]
}
