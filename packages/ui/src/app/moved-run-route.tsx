import { Navigate, useLocation, useParams } from 'react-router'

/** `/executions/:id`: runs have one page, whichever kind of flow they are of. */
export default function MovedRunRoute() {
  const { id = '' } = useParams()
  const { search, hash } = useLocation()
  return <Navigate replace to={{ pathname: `/runs/${id}`, search, hash }} />
}
