import { useEffect, useState } from 'react'

import { fetchFile } from '../../lib/api.ts'
import { storedSession } from '../../lib/session.ts'

/**
 * Where a file of this server is shown from. A browser sends no sign-in along with a picture, and the files of a flow with a
 * key open to its owner alone: whoever is signed in has it fetched. Nothing while it comes.
 */
export function useOwnFile(address: string): string | undefined {
  const isFetched = address.startsWith('/') && storedSession() !== undefined
  const [fetched, setFetched] = useState<{ of: string; address: string }>()
  useEffect(() => {
    if (!isFetched) return
    const leaving = new AbortController()
    let held: string | undefined
    fetchFile(address, leaving.signal).then(
      (file) => {
        if (leaving.signal.aborted) return
        held = URL.createObjectURL(file)
        setFetched({ of: address, address: held })
      },
      // The plain address then says for itself that nothing is there.
      () => {
        if (!leaving.signal.aborted) setFetched({ of: address, address })
      },
    )
    return () => {
      leaving.abort()
      if (held !== undefined) URL.revokeObjectURL(held)
    }
  }, [address, isFetched])
  if (!isFetched) return address
  return fetched?.of === address ? fetched.address : undefined
}
