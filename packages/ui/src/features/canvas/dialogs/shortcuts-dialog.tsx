import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../../components/dialog-head.tsx'
import { shortcutText } from '../../../lib/shortcut-text.ts'
import type { CanvasCommand } from '../components/use-canvas-commands.ts'

const GROUPS = ['file', 'edit', 'view', 'arrange'] as const

/** Every key of the canvas. */
export default function ShortcutsDialog({
  commands,
  onClose,
}: {
  commands: readonly CanvasCommand[]
  onClose(): void
}) {
  const { t } = useTranslation('canvas')
  const id = useId()
  return (
    <Dialog open onClose={onClose} maxWidth="md" aria-labelledby={id} className="cw-dialog">
      <DialogHead id={id} title={t('command.shortcuts')} onClose={onClose} />
      <DialogContent dividers sx={{ padding: '16px 24px 24px' }}>
        <div className="cw-shortcuts">
          {GROUPS.map((group) => (
            <section key={group}>
              <h3 className="cw-form-heading">{t(`group.${group}`)}</h3>
              <dl>
                {commands
                  .filter((command) => command.group === group && command.shortcuts.length > 0)
                  .map((command) => (
                    <div key={command.id}>
                      <dt>{command.label}</dt>
                      <dd>
                        <kbd>{shortcutText(command.shortcuts[0] ?? '')}</kbd>
                        {command.id === 'addNode' ? (
                          <>
                            {' '}
                            <kbd title={t('keys.tab')}>Tab</kbd>
                          </>
                        ) : null}
                      </dd>
                    </div>
                  ))}
                {group === 'edit' ? (
                  <>
                    <div>
                      <dt>{t('keys.nudge')}</dt>
                      <dd>
                        <kbd>← ↑ → ↓</kbd>
                      </dd>
                    </div>
                    <div>
                      <dt>{t('keys.connect')}</dt>
                      <dd>
                        <kbd>Enter</kbd>
                      </dd>
                    </div>
                    <div>
                      <dt>{t('keys.resizeNote')}</dt>
                      <dd>
                        <kbd>← ↑ → ↓</kbd>
                      </dd>
                    </div>
                    <div>
                      <dt>{t('keys.boxSelect')}</dt>
                      <dd>
                        <kbd>{shortcutText('shift')}</kbd>
                      </dd>
                    </div>
                  </>
                ) : null}
              </dl>
            </section>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  )
}
