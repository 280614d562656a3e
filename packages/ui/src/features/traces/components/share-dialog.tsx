import { useTranslation } from 'react-i18next'

import { CopyButton } from '../../../components/copy-button.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { SwitchRow } from '../../../components/switch-row.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useShareExecution } from '../api/use-executions.ts'

interface ShareDialogProps {
  id: string
  /** The address at which it is shared. */
  shareId: string | null
  /** It was shared at an address that no longer works. */
  hasOldLink: boolean
  onClose: () => void
}

/** Lets whoever has the link read an execution, or nobody any more. */
export default function ShareDialog({ id, shareId, hasOldLink, onClose }: ShareDialogProps) {
  const { t } = useTranslation('executions')
  const share = useShareExecution(id)
  const link = `${window.location.origin}/execution/${shareId}`
  return (
    <FormDialog open title={t('share.title')} onClose={onClose}>
      <SwitchRow
        label={t('share.switch')}
        help={t(hasOldLink ? 'share.endedHelp' : 'share.help')}
        isOn={share.isPending ? share.variables : shareId !== null}
        isSaving={share.isPending}
        onChange={(isOn) => share.mutate(isOn)}
      />
      {share.error ? <ProblemNotice>{messageOf(share.error)}</ProblemNotice> : null}
      {shareId !== null ? (
        <TextInput
          label={t('share.link')}
          value={link}
          readOnly
          onChange={() => undefined}
          endAdornment={<CopyButton text={link} />}
        />
      ) : null}
    </FormDialog>
  )
}
