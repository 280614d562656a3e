import { useParams } from 'react-router'

import { ExecutionView } from '../features/traces/execution-view.tsx'
import { ExecutionDrawing } from './execution-drawing.tsx'
import { WithNodeForm } from './node-form.tsx'

/** `/executions/:id`: one execution, for the owner. */
export default function ExecutionRoute() {
  const { id = '' } = useParams()
  return (
    <WithNodeForm>
      <ExecutionView key={id} id={id} isShared={false} drawing={(props) => <ExecutionDrawing {...props} />} />
    </WithNodeForm>
  )
}
