import {
  AppError,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  listChatflowsOfKey,
  updateApiKey,
  verifyApiKey,
} from '@chatwright/contract'
import type { FastifyRequest } from 'fastify'
import { createFailureLimiter } from '../http/failure-limiter.ts'
import { handle, type Handler } from '../http/handle.ts'
import type { ApiKeyService } from './api-key-service.ts'

export const apiKeyRoutes = (keys: ApiKeyService): Handler[] => {
  // Anyone may ask whether a key is right, so guessing must be slow.
  const failures = createFailureLimiter()
  const find = async (key: string, { ip }: FastifyRequest) => {
    failures.check(ip)
    const found = await keys.find(key)
    if (found) return found
    failures.count(ip)
    throw new AppError('unauthorized', undefined, { message: 'This API key is not one of this server.' })
  }
  return [
    handle(listApiKeys, () => keys.list()),
    handle(createApiKey, ({ body }) => keys.create(body)),
    handle(updateApiKey, ({ params, body }) => keys.update(params.id, body)),
    handle(deleteApiKey, async ({ params, query }) => {
      await keys.delete(params.id, { isForced: query.force === 'true' })
      return { raw: [], affected: 1 }
    }),
    handle(verifyApiKey, async ({ params, request }) => {
      await find(params.apiKey, request)
      return 'OK'
    }),
    handle(listChatflowsOfKey, async ({ params, request }) => {
      const flows = await keys.opens(await find(params.apiKey, request))
      if (flows.length > 0) return flows
      throw new AppError('chatflow-not-found', { id: '' }, { message: 'This API key opens no chat flow.' })
    }),
  ]
}
