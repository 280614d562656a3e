import { defineNode, number, parseJson, type Memory, type Message } from '@chatwright/core'
import { flowKey } from '../redis/flow-key.ts'
import { useRedis } from '../redis/redis-connection.ts'
import { redisCredentials, redisUrl } from '../redis/redis-credentials.ts'
import { memoryKey, sessionId as sessionName, windowSize } from './chat-history.ts'

export default defineNode({
  name: 'RedisBackedChatMemory',
  label: 'Redis-Backed Chat Memory',
  version: 2,
  category: 'Memory',
  description: 'Remembers conversations in Redis, separately for each flow.',
  icon: 'redis.svg',
  baseClasses: ['RedisBackedChatMemory', 'BaseChatMemory', 'BaseMemory'],
  aliases: [{ name: 'upstashRedisBackedChatMemory' }],
  credential: redisCredentials,
  inputs: {
    sessionId: sessionName,
    sessionTTL: number({
      destination: false,
      label: 'Forget after (seconds)',
      step: 1,
      min: 1,
      optional: true,
      additional: true,
      description: 'How long an inactive conversation is stored. Leave empty to keep it forever.',
    }),
    memoryKey,
    windowSize,
  },
  build({ inputs, credential, context }): Memory {
    const place = { url: redisUrl(credential), dialAddress: context.dialAddress }
    const keyOf = ({ flowId, sessionId }: { flowId: string; sessionId: string }): string =>
      flowKey(flowId, 'memory', inputs.sessionId ?? sessionId)
    const newest = inputs.windowSize === undefined ? -1 : inputs.windowSize * 2 - 1
    return {
      kind: 'memory',
      memoryKey: inputs.memoryKey,
      async load(run) {
        const stored = await useRedis(place, (client) => client.lrange(keyOf(run.session), 0, newest))
        return stored.flatMap(readMessage).toReversed()
      },
      async save({ question, answer }, run) {
        const key = keyOf(run.session)
        await useRedis(place, async (client) => {
          // One step, so that parallel chats of a session do not interleave half exchanges.
          const step = client.multi().lpush(key, storedMessage('human', question), storedMessage('ai', answer))
          await (inputs.sessionTTL === undefined ? step : step.expire(key, inputs.sessionTTL)).exec()
        })
      },
      async forget({ question, answer }, session) {
        const key = keyOf(session)
        await useRedis(place, async (client) => {
          // The newest of each: what was said before in the same words stays.
          const step = client.multi().lrem(key, 1, storedMessage('human', question))
          await step.lrem(key, 1, storedMessage('ai', answer)).exec()
        })
      },
      async clear(session) {
        await useRedis(place, (client) => client.del(keyOf(session)))
      },
    }
  },
})

/** The shape in which other products keep the same conversations: newest first, one JSON text per message. */
function storedMessage(type: 'human' | 'ai', content: string): string {
  return JSON.stringify({ type, data: { content } })
}

function readMessage(text: string): Message[] {
  try {
    const { type, data } = parseJson(text) as { type?: string; data?: { content?: unknown } }
    if (typeof data?.content !== 'string') return []
    return [{ role: type === 'human' ? 'user' : 'assistant', content: data.content }]
  } catch {
    // Something else was stored under this name; the rest of the conversation is still good.
    return []
  }
}
