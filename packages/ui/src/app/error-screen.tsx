import { useLocation, useNavigate, useRouteError } from 'react-router'

import { ErrorReport } from '../components/error-report.tsx'

/** A screen that broke while it was drawn; Retry draws it again at the same address. */
export function ErrorScreen() {
  const error = useRouteError()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  return <ErrorReport error={error} onRetry={() => void navigate(pathname + search, { replace: true, state })} />
}
