import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'

/** What reading the file had to put right. */
export default function ImportReportDialog({ messages, onClose }: { messages: readonly string[]; onClose(): void }) {
  const { t } = useTranslation('canvas')
  return (
    <FormDialog open title={t('report.title')} width="md" onClose={onClose}>
      <p>{t('report.text', { count: messages.length })}</p>
      <ul className="cw-report">
        {messages.map((message, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list is written once and never changes
          <li key={index}>{message}</li>
        ))}
      </ul>
    </FormDialog>
  )
}
