import {
  AppError,
  type ApiKeyPermission,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  listChatflowsOfKey,
  updateApiKey,
  verifyApiKey,
} from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import type { FastifyRequest } from 'fastify'
import { rightsOfKey } from '../askers/asker-of.ts'
import { covers } from '../askers/may.ts'
import type { Caller } from '../askers/caller.ts'
import { handle, type Handler } from '../http/handle.ts'
import { unknownKey, type KeyGuesses } from '../http/key-guesses.ts'
import type { ApiKeyService } from './api-key-service.ts'

export const apiKeyRoutes = (
  keys: ApiKeyService,
  guesses: KeyGuesses<Extract<Caller, { kind: 'api-key' }>>,
): Handler[] => {
  // Anyone may ask whether a key is right, so it is a guess like any other.
  const find = async (key: string, { ip }: FastifyRequest) => {
    const found = await guesses.find(key, ip)
    if (found) return found
    guesses.count(ip)
    throw unknownKey()
  }
  return [
    handle(listApiKeys, () => keys.list()),
    handle(createApiKey, ({ body, asker }) => {
      refuseHigher(asker, body.permissions ?? [])
      return keys.create(body)
    }),
    handle(updateApiKey, async ({ params, body, asker }) => {
      refuseHigher(asker, [...(await keys.permissionsOf(params.id)), ...(body.permissions ?? [])])
      return keys.update(params.id, body)
    }),
    handle(deleteApiKey, async ({ params, query, asker }) => {
      refuseHigher(asker, await keys.permissionsOf(params.id))
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
      throw new AppError('chatflow-not-found', { id: '' }, { message: 'No flow uses this API key.' })
    }),
  ]
}

/** No one makes a key that may do more than they may themselves, or changes one. */
function refuseHigher(asker: Asker, permissions: readonly ApiKeyPermission[]): void {
  if (covers(asker, rightsOfKey(permissions))) return
  throw new AppError('forbidden', undefined, { message: 'This API key has more permissions than you. Ask an owner.' })
}
