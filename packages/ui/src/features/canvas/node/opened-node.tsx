import type { FlowNode } from '@chatwright/core'
import { useTranslation } from 'react-i18next'

import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { useCanvasState } from '../canvas-context.tsx'
import { openGeometry } from '../model/node-geometry.ts'
import { PortRows } from './port-rows.tsx'

const NodeForm = lazyPart(() => import('../form/node-form.tsx'))

/** A node's whole form in its own place; what does not fit scrolls. */
export function OpenedNode({ node }: { node: FlowNode }) {
  const { t } = useTranslation('canvas')
  const isOpenByItself = useCanvasState((state) => state.openNodes.has(node.id))
  const field = useCanvasState((state) => state.openNodes.get(node.id))
  return (
    <div className="cw-node-body is-open">
      <section
        className="cw-node-form nodrag nopan nowheel"
        style={{ height: openGeometry(node).formHeight }}
        aria-label={t('more.formTitle', { label: node.data.label })}
      >
        <NodeForm node={node} field={field} isFocused={isOpenByItself} />
      </section>
      <PortRows node={node} />
    </div>
  )
}
