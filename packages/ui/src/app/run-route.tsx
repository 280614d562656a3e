import { useParams } from 'react-router'

import { RunScreen } from '../features/traces/run-screen.tsx'
import { ExecutionDrawing } from './execution-drawing.tsx'
import { WithNodeForm } from './node-form.tsx'

/** `/runs/:id`: one run, for the owner. */
export default function RunRoute() {
  const { id = '' } = useParams()
  return (
    <WithNodeForm>
      <RunScreen key={id} id={id} drawing={(props) => <ExecutionDrawing {...props} />} />
    </WithNodeForm>
  )
}
