import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'

interface ImportReportDialogProps {
  messages: readonly string[]
  /** A flow of this server was read, not a file. */
  isStored?: boolean
  onClose(): void
}

/** What reading a file or a stored flow had to put right. */
export default function ImportReportDialog({ messages, isStored = false, onClose }: ImportReportDialogProps) {
  const { t } = useTranslation('canvas')
  return (
    <FormDialog open title={t(isStored ? 'report.storedTitle' : 'report.title')} width="md" onClose={onClose}>
      <p>{isStored ? t('report.storedText') : t('report.text', { count: messages.length })}</p>
      <ul className="cw-report">
        {messages.map((message, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list is written once and never changes
          <li key={index}>{message}</li>
        ))}
      </ul>
    </FormDialog>
  )
}
