import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { testServer } from '../../../testing/test-server.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** What a closed server leaves behind is heard of weakly, so that asking about it does not hold it. */
async function startAndClose(): Promise<WeakRef<object>> {
  const server = await testServer()
  await server.send('GET', '/api/v1/chatflows')
  await server.close()
  return new WeakRef(server.services)
}

test('a server that is closed is forgotten whole: nothing in its process watches on for it', async () => {
  const closed: WeakRef<object>[] = []
  for (let servers = 0; servers < 4; servers++) closed.push(await startAndClose())
  // The last one may still be at hand for the engine that runs this; one before it is held by something.
  await expect
    .poll(() => {
      collectGarbage()
      return closed.slice(0, -1).filter((server) => server.deref()).length
    })
    .toBe(0)
})
