import { useLocation } from 'react-router'

import { NotFound } from '../components/not-found.tsx'

export function NotFoundScreen() {
  const { pathname } = useLocation()
  return <NotFound address={pathname} />
}
