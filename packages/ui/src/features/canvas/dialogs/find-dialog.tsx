import { useTranslation } from 'react-i18next'

import { useCanvasState } from '../canvas-context.tsx'
import { useJump } from '../components/problems-button.tsx'
import { labelsIn } from '../../../lib/steps/labels-in.ts'
import { nodeSummary } from '../model/node-summary.ts'
import { NodeTile } from '../node/node-tile.tsx'
import { ListDialog } from './list-dialog.tsx'

/** Finds a node of this flow and goes there. */
export default function FindDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('canvas')
  const flow = useCanvasState((state) => state.history.present)
  const catalogue = useCanvasState((state) => state.catalogue)
  const jump = useJump()
  return (
    <ListDialog
      title={t('command.find')}
      placeholder={t('find.placeholder')}
      empty={t('find.empty')}
      onClose={onClose}
      entries={flow.nodes.map((node) => {
        const description = catalogue.describe(node.data.name)
        return {
          id: node.id,
          label: node.data.label,
          note: nodeSummary(node, { describe: catalogue.describe, labelOf: labelsIn(flow) }),
          // Programs know a node by its id.
          alsoFoundBy: node.id,
          icon: <NodeTile name={node.data.name} category={node.data.category} hasIcon={description !== undefined} />,
          run: () => jump(node.id),
        }
      })}
    />
  )
}
