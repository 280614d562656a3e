import type { Flow, NodeDescription } from '@chatwright/core'

/** Stores a flow drawn from the served catalogue, with a credential for its models, and gives its id. */
export async function storeFlow(
  url: string,
  {
    name,
    draw,
    columns,
  }: {
    name: string
    draw: (catalogue: readonly NodeDescription[], credentialId: string) => Flow
    /** What the flow has beside its graph. */
    columns?: object
  },
): Promise<string> {
  const send = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const credential = (await send('/credentials', {
    name: 'Test key',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-test' },
  })) as { id: string }
  const flow = draw((await send('/nodes')) as NodeDescription[], credential.id)
  const created = await send('/chatflows', { name, flowData: JSON.stringify(flow), ...columns })
  return (created as { id: string }).id
}
