import { Navigate, useLocation, useParams } from 'react-router'

/** Old addresses of lists and of runs: people have kept them, and notices name them. */
export function MovedToRuns({ view = '' }: { view?: 'waiting' | 'failed' | '' }) {
  const { search } = useLocation()
  const before = new URLSearchParams(search)
  const after = new URLSearchParams(view === '' ? {} : { view })
  for (const name of ['flow', 'time', 'withoutEnd']) {
    const value = before.get(name)
    if (value !== null) after.set(name, value)
  }
  return <Navigate replace to={{ pathname: '/runs', search: String(after) }} />
}

/** `/executions/:id`: its runs have one page, whichever kind of flow they are of. */
export function MovedExecution() {
  const { id = '' } = useParams()
  const { search, hash } = useLocation()
  return <Navigate replace to={{ pathname: `/runs/${id}`, search, hash }} />
}
