import { createOutbound } from '../../guards/outbound/outbound.ts'

const WAIT_MS = 5000

/** Asks an address the way flows ask theirs, but not for long. */
export async function ask(
  address: string,
  { method, allowedPrivateHosts }: { method: 'GET' | 'HEAD'; allowedPrivateHosts: readonly string[] },
): Promise<Response> {
  const limits = { connectMs: WAIT_MS, firstByteMs: WAIT_MS, idleMs: WAIT_MS, totalMs: WAIT_MS }
  const outbound = createOutbound({ allowedPrivateHosts, limits })
  // The limits hang on timers that let a process go; a server that hangs up without a word leaves nothing else to wait for.
  const held = setTimeout(() => undefined, 2 * WAIT_MS)
  try {
    const answer = await outbound.providerFetch(address, { method })
    return new Response(method === 'HEAD' ? null : await answer.text(), {
      status: answer.status,
      headers: answer.headers,
    })
  } finally {
    clearTimeout(held)
    await outbound.close()
  }
}
