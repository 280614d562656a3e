import { Navigate, useLocation } from 'react-router'

const VIEWS: Readonly<Record<string, string>> = { '/waiting': 'waiting', '/inbox': 'failed' }

/** The lists of before, at addresses that people have kept and that notices name: each is a view of the list of runs. */
export default function MovedListRoute() {
  const { pathname, search } = useLocation()
  const before = new URLSearchParams(search)
  const view = VIEWS[pathname]
  const after = new URLSearchParams(view === undefined ? {} : { view })
  for (const name of ['flow', 'time', 'withoutEnd']) {
    const value = before.get(name)
    if (value !== null) after.set(name, value)
  }
  return <Navigate replace to={{ pathname: '/runs', search: String(after) }} />
}
