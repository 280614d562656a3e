import { listApiKeys } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { lazyDialog } from '../../components/lazy-part/lazy-part.tsx'
import { call } from '../../lib/api.ts'
import { useLoadedDatabase } from '../../state/loaded-database.ts'

const ClosedKeysDialog = lazyDialog(() => import('../../components/closed-keys-dialog.tsx'), { texts: ['api-keys'] })

/** After a database was loaded: the keys it brought, before they open anything. */
export function BroughtKeys() {
  const { isNew, see } = useLoadedDatabase()
  const { data = [] } = useQuery({ queryKey: ['api-keys'], queryFn: () => call(listApiKeys), enabled: isNew })
  const closed = data.filter(({ isClosed }) => isClosed)
  return isNew && closed.length > 0 ? <ClosedKeysDialog apiKeys={closed} onClose={see} /> : null
}
